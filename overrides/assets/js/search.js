// The search box. The theme's worker does the searching; it and the index are fetched when a reader turns to the box.
{
  const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;   // what the worker and the page say to each other
  const config = JSON.parse(document.getElementById("__config").textContent);
  const say = (key, count) => config.translations[`search.result.${key}`].replace("#", count);
  const root = new URL(config.base, location);
  const open = document.getElementById("__search");
  const box = document.querySelector(".md-search");
  const field = box.querySelector(".md-search__input");
  const told = box.querySelector(".md-search-result__meta");
  const list = box.querySelector(".md-search-result__list");
  const asked = new URLSearchParams(location.search);
  let worker, ready = false;

  async function index() {
    if (location.protocol !== "file:") return (await fetch(new URL("search/search_index.json", root))).json();
    await new Promise((loaded, failed) => {   // from disk, where nothing can be fetched, it is a script
      const script = Object.assign(document.createElement("script"), { src: new URL("search/search_index.js", root) });
      Object.assign(script, { onload: loaded, onerror: failed });
      document.head.append(script);
    });
    return self.__index;
  }

  async function turnTo() {
    if (worker) return;
    worker = new Worker(new URL(config.search, location));
    worker.addEventListener("message", ({ data: message }) => {
      if (message.type === READY) { ready = true; ask(); }
      if (message.type === RESULT) show(message.data.items);
    });
    try {
      const { config: settings, docs } = await index();
      worker.postMessage({ type: SETUP, data: { config: settings, docs, options: { suggest: false } } });
    } catch { worker.terminate(); worker = undefined; }   // not to be had now: the next turn tries again
  }

  function ask() {
    if (ready) worker.postMessage({ type: QUERY, data: field.value });
  }

  // The index parts words by an unseen blank; on the page a line could break there, before a full stop too.
  const whole = text => text.replaceAll("\u200b", "").replaceAll("&#8203;", "");

  // Titles and texts are the index's own HTML; the reader's words are never read as such.
  function entry(found, isPage, hasText) {
    const url = new URL(found.location, root);
    const met = Object.keys(found.terms).filter(word => found.terms[word]);
    const missing = Object.keys(found.terms).filter(word => !found.terms[word]);
    if (met.length) url.searchParams.set("h", met.join(" "));
    const link = Object.assign(document.createElement("a"), { href: url, className: "md-search-result__link", tabIndex: -1 });
    const article = document.createElement("article");
    article.className = "md-search-result__article md-typeset";
    article.dataset.mdScore = found.score.toFixed(2);
    article.innerHTML = (isPage ? `<div class="md-search-result__icon md-icon"></div><h1>${whole(found.title)}</h1>` : `<h2>${whole(found.title)}</h2>`)
      + (hasText ? whole(found.text) : "");
    if (hasText && missing.length) {
      const line = Object.assign(document.createElement("p"), { className: "md-search-result__terms" });
      line.append(`${say("term.missing")}：`, ...missing.flatMap(word => [Object.assign(document.createElement("del"), { textContent: word }), " "]));
      article.append(line);
    }
    link.append(article);
    return link;
  }

  // A page, with its sections that fit at least as well as the page's first hit, and the others folded.
  function item(hits) {
    const page = hits.find(hit => !hit.location.includes("#")) ?? hits[0];
    const sections = hits.filter(hit => hit !== page);
    const best = sections.filter(hit => hit.score >= hits[0].score);
    const more = sections.slice(best.length);
    const line = document.createElement("li");
    line.className = "md-search-result__item";
    line.append(entry({ ...page, terms: hits[0].terms }, true, hits[0] === page && !best.length), ...best.map(hit => entry(hit, false, true)));
    if (more.length) {
      const folded = Object.assign(document.createElement("details"), { className: "md-search-result__more" });
      folded.innerHTML = `<summary tabindex="-1"><div>${more.length === 1 ? say("more.one") : say("more.other", more.length)}</div></summary>`;
      folded.append(...more.map(hit => entry(hit, false, true)));
      line.append(folded);
    }
    return line;
  }

  function show(items) {
    list.replaceChildren(...items.map(item));
    list.setAttribute("role", "list");
    if (!items.length) told.textContent = say(field.value.trim() ? "none" : "placeholder");
    else told.textContent = items.length === 1 ? say("one") : say("other", items.length);
  }

  function close() {
    open.checked = false;
    field.blur();
  }

  // Enter goes to the best hit, arrows walk through the hits, Escape closes.
  function press(event) {
    if (event.isComposing) return;   // the key belongs to the input method
    if (event.key === "Escape") {
      close();
      document.querySelector(".md-header__button[for=__search] > span").focus();   // on a phone, where it is seen
    }
    if (event.key === "Enter" && event.target === field) {
      event.preventDefault();
      const hits = [...list.querySelectorAll(":scope > :first-child a")];
      hits.sort((a, b) => b.firstChild.dataset.mdScore - a.firstChild.dataset.mdScore)[0]?.click();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll(":not(details) > a, summary, details[open] a")];
    const place = Math.max(0, stops.indexOf(document.activeElement)) + (event.key === "ArrowUp" ? -1 : 1);
    stops[(place + stops.length) % stops.length].focus();
  }

  // What was searched for is marked on the page that was found; the page itself is not changed.
  function mark(words) {
    const ranges = [];
    const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of words)
        for (const found of texts.currentNode.data.matchAll(word)) {
          const range = new Range();
          range.setStart(texts.currentNode, found.index);
          range.setEnd(texts.currentNode, found.index + found[0].length);
          ranges.push(range);
        }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  field.addEventListener("focus", () => { open.checked = true; turnTo(); });
  field.addEventListener("input", ask);
  field.form.addEventListener("submit", event => event.preventDefault());
  field.form.addEventListener("reset", () => { field.focus(); setTimeout(ask); });
  open.addEventListener("change", () => open.checked ? field.focus() : field.blur());
  box.addEventListener("keydown", press);
  box.addEventListener("focusout", event => { if (event.relatedTarget && !box.contains(event.relatedTarget)) open.checked = false; });
  box.addEventListener("click", event => { if (event.target.closest("a")) open.checked = false; });
  addEventListener("pointerover", event => { if (event.target.closest?.(".md-search, [for=__search]")) turnTo(); });

  if (asked.has("q")) {
    field.value = asked.get("q");
    field.focus();
  }
  const words = (asked.get("h") ?? "").split(/\s+/).filter(Boolean)
    .map(word => new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu"));
  if (words.length) {
    if (self.Highlight) mark(words);
    asked.delete("h");
    history.replaceState(history.state, "", location.pathname + (asked.size ? `?${asked}` : "") + location.hash);
  }
}
