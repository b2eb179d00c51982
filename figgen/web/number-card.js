/* Every number explains itself: a cited number, table cell or figure cell opens a card that leads on to the numbers
   it was computed from. Here is how it is reached, by pointer and by keys with one tab stop to a table, figure or
   section; the card and what it says, all of it written by the build, are loaded when first asked for. A page has a
   thousand numbers and more: they are made ready in portions while the browser has nothing else to do, without asking
   it for a layout; a click and a key do not wait for that. */
(() => {
  "use strict";
  const home = document.currentScript.src;
  const NOT_IN = "a, summary, button, label, h1, h2, h3, h4, h5, h6, .fg-account, .fg-card, nav";
  const named = new Map(); // elements that are a symbol: what they name
  const groups = new Map(); // tables, pictures and sections: their items, in order
  let body = null, at = null;

  const bare = (ref) => ref.replace(/:\w+$/, "");
  /* In a picture a cell, its marks and its number follow one another: the nearest that is wanted, up to the next cell. */
  function beside(one, next, wanted, end) {
    if (one.localName !== "text" && !one.matches(".fg-cell")) return null;
    do one = one[next]; while (one && !one.matches(wanted) && !one.matches(end));
    return one?.matches(wanted) ? one : null;
  }
  /* ---- the card ---- */
  const page = (self.fgCards = { home, bare, beside, named, groups, adopt, focus, finish, settle, rootOf, NOT_IN, isOpen: () => false });
  const fetched = (tag, options) => new Promise((resolve, reject) => {
    const one = Object.assign(document.createElement(tag), options, { onload: resolve });
    one.onerror = () => { one.remove(); reject(new Error(one.src || one.href)); };
    document.head.append(one);
  });
  function loaded() {
    const at = (name) => new URL(name + new URL(home).search, home).href;
    body ??= Promise.all([
      fetched("script", { src: at("number-card-body.js") }),
      fetched("link", { rel: "stylesheet", href: at("number-card-body.css") }),
    ]).catch((error) => { body = null; throw error; });
    return body;
  }
  const quiet = () => {}; // what could not be fetched is asked for again when next wanted
  const open = (item) => loaded().then(() => page.open(item, refOf(item)), quiet);

  /* ---- reaching it ---- */
  const refOf = (item) => item.dataset.ref ? bare(item.dataset.ref) + (item.dataset.field ? `@${item.dataset.field}` : "") : named.get(item);
  const items = new Map(); // an item: its table, picture or section
  const stops = new Map(); // a table, picture or section: the item that the tab key reaches
  const current = new Map(); // a formula: the item in it that the arrows have reached; what is in a formula takes no focus
  const stopOf = (item) => item.closest("math") || item;
  const visible = (one) => !one.closest("[hidden], details:not([open])"); // asks for no layout, as checkVisibility() does
  const isItem = (one) => items.has(one) || (one.matches("article [data-ref]:not(input)") && !one.closest(NOT_IN));
  function itemOf(target) {
    for (let one = target; one?.closest; one = one.parentElement) if (isItem(one)) return one;
    const cell = target.closest?.("td, .fg-cell");
    const inside = cell?.matches(".fg-cell") ? [beside(cell, "nextElementSibling", "text", ".fg-cell")] : cell?.querySelectorAll("[data-ref]");
    return inside?.length === 1 && inside[0] && isItem(inside[0]) ? inside[0] : null;
  }
  function adopt(item, root) {
    if (!groups.has(root)) {
      groups.set(root, []);
      if (root.matches?.("svg[role=img]")) root.setAttribute("role", "group");
    }
    groups.get(root).push(item);
    items.set(item, root);
    const stop = stopOf(item);
    if (stop !== item) current.has(stop) || current.set(stop, item);
    else {
      item.setAttribute("role", "button");
      item.setAttribute("aria-haspopup", "dialog");
      if (!item.textContent.trim()) item.setAttribute("aria-label", item.dataset.value || item.dataset.ref);
    }
    item.classList.add("fg-item");
    if (!stops.has(root) && visible(item)) reach(item);
    else if (!stop.hasAttribute("tabindex")) stop.setAttribute("tabindex", "-1");
  }
  function reach(item) {
    const root = items.get(item), old = stops.get(root);
    if (old) stopOf(old).setAttribute("tabindex", "-1");
    stopOf(item).setAttribute("tabindex", "0");
    stops.set(root, item);
  }
  function rootOf(item, section) { return item.closest("table, svg") || section; }
  const PORTION = 16, LONGEST = 6; // numbers at least, milliseconds at most that a portion takes
  const idle = self.requestIdleCallback || ((act) => setTimeout(act, 30));
  let waiting = null, next = 0, section = null;
  function portion(more) {
    waiting ??= [...document.querySelectorAll("article :is(h2, [data-ref]:not(input))")];
    for (let count = 0; next < waiting.length && (count < PORTION || more()); count++) {
      const one = waiting[next++];
      if (one.localName === "h2") section = one;
      else if (!one.closest(NOT_IN)) adopt(one, rootOf(one, section || one.closest("article")));
    }
    return next < waiting.length;
  }
  function prepare(deadline) {
    const end = performance.now() + LONGEST;
    const more = () => performance.now() < end && !(deadline?.timeRemaining?.() < 1);
    if (portion(more)) idle(prepare, { timeout: 1000 });
  }
  function finish() { portion(() => true); }
  function settle() {
    for (const [root, group] of groups) {
      if (stops.has(root) && visible(stops.get(root))) continue;
      const first = group.find(visible);
      if (first) reach(first);
    }
  }
  function focus(item) {
    const stop = stopOf(item);
    reach(item);
    at?.classList.remove("fg-at");
    at = null;
    if (stop !== item) {
      current.set(stop, item);
      at = item;
      item.classList.add("fg-at");
      said.textContent = `${item.textContent} ${refOf(item)}`;
      if (!said.isConnected) document.body.append(said);
    }
    stop.focus({ preventScroll: page.isOpen() });
    point({ target: item });
  }
  const said = Object.assign(document.createElement("p"), { className: "fg-said", role: "status" });
  function neighbour(item, key) {
    const group = groups.get(items.get(item)).filter(visible), at = group.indexOf(item);
    if (key === "Home") return group[0];
    if (key === "End") return group.at(-1);
    if (key === "ArrowRight" || key === "ArrowLeft") return group[at + (key === "ArrowRight" ? 1 : -1)];
    const middle = (one) => { const r = one.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
    const [x, y] = middle(item), sign = key === "ArrowDown" ? 1 : -1;
    return group.map((one) => [one, ...middle(one)]).filter(([, , v]) => (v - y) * sign > 4)
      .sort((a, b) => Math.abs(a[2] - y) * 4 + Math.abs(a[1] - x) - Math.abs(b[2] - y) * 4 - Math.abs(b[1] - x))[0]?.[0];
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab") { finish(); return settle(); }
    const item = current.get(event.target) || (items.has(event.target) ? event.target : null);
    if (!item) return;
    if (event.key === "Enter" || event.key === " ") open(item);
    else if (/^(Arrow|Home|End)/.test(event.key)) {
      finish();
      const next = neighbour(item, event.key);
      if (next) focus(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.(NOT_IN) || String(getSelection())) return;
    const item = itemOf(event.target);
    if (item) open(item);
    else if (page.isOpen() && !event.target.closest("input")) page.close();
  });
  const point = (event) => {
    if (page.isOpen() || !page.mark) return;
    page.unlight();
    const item = current.get(event.target) || itemOf(event.target);
    if (item && !item.dataset.field) page.mark(refOf(item), "fg-lit");
  };
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);
  const restore = (state) => (state?.fgCard ? loaded().then(() => page.show(state.fgCard, false), quiet) : page.hide?.());
  addEventListener("popstate", (event) => restore(event.state));
  if (!document.querySelector("article [data-ref]")) return;
  for (const kind of ["pointerover", "focusin"]) document.querySelector("article").addEventListener(kind, (event) => loaded().then(() => point(event), quiet), { once: true });
  idle((deadline) => { restore(history.state); prepare(deadline); });
})();
