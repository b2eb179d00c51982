/* The card of a number (see number-card.js), loaded when the first one is asked for. */
(() => {
  "use strict";
  const page = self.fgCards, { bare, beside } = page;
  const lit = new Set(), ofArray = new Map(); // what is lit now; the references of the page by their array
  let places = null;
  const MARK = /\{(\d+)(?:\.(\d+)([-/]?))?\}|(\^⟨)|(⟩)/g;
  const chapters = new Map(), read = new Map(); // what is asked for, and what has come
  let card = null, opener = null, leaving = null;

  /* ---- the same thing elsewhere on the page ---- */
  function parse(ref) {
    const [, chapter, name, index = ""] = /^([^.]+)\.(.+?)(?:\[([\d,]+)\])?(?::\w+)?$/.exec(ref);
    return { chapter, name, index };
  }
  function where() {
    if (!places) {
      places = new Map();
      for (const one of document.querySelectorAll("article [data-ref]:not([data-field])")) {
        const ref = bare(one.dataset.ref);
        const found = places.get(ref), array = ref.replace(/\[.*/, "");
        if (found) { found.push(one); continue; }
        places.set(ref, [one]);
        ofArray.set(array, [...(ofArray.get(array) || []), ref]);
      }
    }
    return places;
  }
  function mark(ref, name, exact) {
    const shown = where().has(ref) ? [ref] : exact ? [] : ofArray.get(ref.replace(/\[.*/, "")) || [];
    const light = (one) => { if (one) { one.classList.add(name); lit.add(one); } };
    for (const known of shown) {
      if (known !== ref && !known.startsWith(`${ref}[`) && !(ref.endsWith("]") && known.startsWith(`${ref.slice(0, -1)},`))) continue;
      for (const one of places.get(known)) {
        light(one);
        light(one.parentElement?.localName === "td" ? one.parentElement : beside(one, "previousElementSibling", ".fg-cell", "text"));
      }
    }
  }
  function unlight() {
    for (const one of lit) one.classList.remove("fg-lit", "fg-lit-self");
    lit.clear();
  }

  /* ---- what the build wrote ---- */
  function load(chapter) {
    if (!chapters.has(chapter)) {
      chapters.set(chapter, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = new URL(`derivations/${chapter}.js${new URL(page.home).search}`, page.home);
        script.onload = () => {
          const data = self.fgDerived[chapter];
          data.by = new Map(data.arrays.map((array) => [array.name, array]));
          read.set(chapter, data);
          resolve(data);
        };
        script.onerror = () => { chapters.delete(chapter); script.remove(); reject(new Error(chapter)); };
        document.head.append(script);
      }));
    }
    return chapters.get(chapter);
  }
  const indices = (data, array) => data.index[array.shape.join()] || [];
  const nameOf = (data, array, at) => array.name + (at !== null && indices(data, array)[at] ? `[${indices(data, array)[at]}]` : "");
  const full = (array, at) => {
    const more = array.full?.[at];
    return more ? array.text[at].slice(0, Number(more[0])) + more.slice(1) : array.text[at];
  };
  const exact = (array, at) => array.rounded?.[at] !== "1";

  /* ---- small makers ---- */
  function el(tag, options = {}, ...children) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(options)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== null) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }
  function fill(text, show) {
    const levels = [[]];
    let at = 0;
    for (const match of text.matchAll(MARK)) {
      levels.at(-1).push(text.slice(at, match.index));
      at = match.index + match[0].length;
      if (match[4]) levels.push([]);
      else if (match[5]) { const raised = levels.pop(); levels.at(-1).push(el("sup", {}, ...raised)); }
      else levels.at(-1).push(...show(Number(match[1]), match[2] === undefined ? null : Number(match[2]), match[3]));
    }
    return [...levels[0], text.slice(at)];
  }

  /* ---- the card ---- */
  function shown(data, array, at, trail) {
    const words = data.words, rows = [];
    const row = (key, ...content) => rows.push(el("dt", {}, words[key]), el("dd", {}, ...content));
    const pattern = data.patterns[array.pattern];
    const need = (i) => data.arrays[array.needs[i]];
    const go = (other, place) => show([...trail, `${data.chapter}.${nameOf(data, other, place)}`]);
    const link = (other, place, text) => el("button", { type: "button", class: "fg-operand", title: nameOf(data, other, place), onclick: () => go(other, place) }, text);
    if (at !== null && array.text) {
      row("printed", el("b", {}, array.text[at]), data.forms[array.form] ? ` ${data.forms[array.form]}` : "");
      if (full(array, at) !== array.text[at]) row("full", full(array, at));
    }
    if (pattern) {
      row("formula", el("i", {}, array.name), " = ", ...fill(pattern.formula, (i) => [link(need(i), need(i).text?.length === 1 ? 0 : null, need(i).name)]));
      const work = at === null ? null : pattern.work[at];
      if (work) {
        const all = [...work.matchAll(MARK)].filter((m) => m[2]).every((m) => exact(need(Number(m[1])), Number(m[2])));
        const guard = (text, mark) => (mark && text.startsWith("−")) || (mark === "/" && /[/×]/.test(text));
        const numbers = (i, place, mark) => {
          if (place === null) return [link(need(i), null, need(i).name)];
          const text = need(i).text[place], made = link(need(i), place, text);
          return guard(text, mark) ? ["(", made, ")"] : [made];
        };
        row("derived",
          el("div", {}, el("i", {}, nameOf(data, array, at))),
          el("div", {}, "= ", ...fill(work, (i, place) => [el("i", {}, nameOf(data, need(i), place))])),
          el("div", {}, all ? "= " : "≈ ", ...fill(work, numbers)),
          el("div", {}, exact(array, at) ? "= " : "≈ ", el("b", {}, array.text[at])));
      }
    } else rows.push(el("dt", {}, words.source), el("dd", {}, array.source || "", el("div", {}, words[array.kind])));
    if (array.line) {
      row("source", words.line.replace("{line}", array.line), el("code", {}, data.lines[array.line]), array.engine ? el("code", {}, array.engine) : "");
    }
    return [el("dl", {}, ...rows), copies(data, array, at)];
  }
  function copies(data, array, at) {
    const words = data.words, pattern = data.patterns[array.pattern], python = (name) => name.replace(/\W+/g, "_").replace(/^_|_$/g, "");
    const tex = (name) => `\\text{${name.replaceAll("_", "\\_")}}`;
    const put = (text, name) => text.replace(/‹(\d+)›/g, (_, i) => name(data.arrays[array.needs[i]].name));
    const value = at !== null && array.text ? full(array, at).replace("−", "-").replace(/×10(.+)/, (_, e) => "e" + [...e].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)).map((i) => (i ? i - 1 : "-")).join("")) : null;
    const index = at === null ? "" : indices(data, array)[at];
    const texts = { value };
    texts.latex = (pattern ? `${tex(array.name)} = ${put(pattern.latex, tex)}` : "") + (value === null ? "" : `${pattern ? ",\\quad " : ""}${tex(array.name)}${index ? `_{${index}}` : ""} ${full(array, at).length > 9 ? "\\approx" : "="} ${value}`);
    texts.numpy = (pattern ? `${python(array.name)} = ${put(pattern.numpy, python)}` : "") + (value === null ? "" : `${pattern ? "\n" : ""}${python(array.name)}${index ? `[${data.python[array.shape.join()][at]}]` : ""}  # ${value}`);
    const said = el("span", { role: "status" });
    const button = (key) => el("button", { type: "button", onclick: async () => { await copy(texts[key]); said.textContent = words.copied; } }, words[`copy_${key}`]);
    return el("p", { class: "fg-card-copy" }, words.copy, ...Object.keys(texts).filter((key) => texts[key]).map(button), said);
  }
  async function copy(text) {
    try { await navigator.clipboard.writeText(text); } catch {
      const box = el("textarea", {});
      box.value = text;
      card.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
    }
  }
  function labels(data, array, at) {
    const width = array.shape.at(-1) || 1, at2 = array.shape.length === 2;
    const parts = [];
    if (at === null || array.shape.length > 2) return "";
    const named = (axis = "", label) => (label.startsWith(axis) ? label : axis + label);
    if (at2 && array.rows) parts.push(named(array.axes?.[0], array.rows[Math.floor(at / width)]));
    const columns = at2 ? array.columns : array.columns || array.rows;
    if (columns && array.shape.length) parts.push(named(array.axes?.[1], columns[at % width]));
    return parts.join("，");
  }
  async function wait(trail) {
    const ref = trail.at(-1), { chapter, name } = parse(ref.split("@")[0]);
    card.setAttribute("aria-busy", "true");
    try { await load(chapter); } catch {
      const link = document.querySelector(".fg-account-link");
      card?.replaceChildren(el("strong", { id: "fg-card-title" }, name), link ? link.cloneNode(true) : "");
      return;
    }
    if (card?.dataset.ref === ref) draw(trail);
  }
  function draw(trail) {
    const ref = trail.at(-1), { chapter, name, index } = parse(ref.split("@")[0]), field = ref.split("@")[1];
    const data = read.get(chapter);
    const array = data.by.get(name), at = array && index ? indices(data, array).indexOf(index) : array?.text?.length === 1 ? 0 : null;
    if (!array) return hide();
    const words = data.words, title = nameOf(data, array, at) + (field ? `.${field}` : "");
    card.removeAttribute("aria-busy");
    card.replaceChildren(
      el("div", { class: "fg-card-bar" },
        trail.length > 1 ? el("button", { type: "button", class: "fg-card-back", onclick: () => history.back() }, "‹ ", words.back) : "",
        el("button", { type: "button", class: "fg-card-close", "aria-label": words.close, onclick: close }, "×")),
      el("p", { class: "fg-card-title", id: "fg-card-title" }, el("code", {}, title), " ", el("span", {}, labels(data, array, at))),
      ...(field ? [el("p", {}, words[field.replace(/\W.*/, "")] || words.field)] : []),
      ...shown(data, array, at, trail));
    const account = document.querySelector(".fg-account-link");
    if (account && array.kind !== "fact" && chapter === here()) {
      card.append(el("a", { href: `${account.href.replace(/#.*/, "")}#${at === null ? array.name.replace(/[^\w.]+/g, "-").replace(/^-|-$/g, "") : `r${data.arrays.indexOf(array)}.${at}`}` }, words.account));
    }
    light(data, array, at);
    place();
  }
  const here = () => /accounts\/(.+?)(\/|\.html)/.exec(document.querySelector(".fg-account-link")?.href || "")?.[1];

  function place() {
    const at = opener?.isConnected ? opener.getBoundingClientRect() : null; // the one layout that is asked for
    if (!at?.width || innerWidth <= 700) {
      card.style.cssText = "";
      if (at?.width && at.bottom > innerHeight - card.offsetHeight) scrollBy(0, Math.min(at.top - 60, at.bottom - innerHeight + card.offsetHeight + 12));
      return;
    }
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - card.offsetWidth - 8));
    card.style.cssText = `position:absolute;left:${left + scrollX}px;top:${at.bottom + scrollY + 6}px;right:auto;bottom:auto`;
    const end = at.bottom + 6 + card.offsetHeight;
    if (at.bottom < 0 || end > innerHeight) scrollBy(0, at.bottom < 0 ? at.bottom : Math.min(at.bottom, end - innerHeight));
  }
  function show(trail, push = true) {
    if (!card) {
      card = el("div", { class: "fg-card md-typeset", role: "dialog", "aria-labelledby": "fg-card-title", tabindex: "-1" });
      card.lang = opener?.closest("[lang]")?.lang || document.documentElement.lang;
      document.body.append(card);
    }
    if (push) history.pushState({ ...history.state, fgCard: trail }, "");
    card.dataset.ref = trail.at(-1);
    const { chapter, name } = parse(trail.at(-1).split("@")[0]), there = read.has(chapter);
    if (there) draw(trail);
    else {
      card.replaceChildren(el("p", { class: "fg-card-title", id: "fg-card-title" }, el("code", {}, name), " …"));
      place();
    }
    card?.focus({ preventScroll: true });
    return there ? Promise.resolve() : wait(trail);
  }
  function hide() {
    if (!card) return;
    card.remove();
    card = null;
    unlight();
    if (opener?.isConnected) page.focus(opener);
    opener = null;
  }
  function close() {
    const depth = history.state?.fgCard?.length || 0;
    hide();
    if (!depth) return;
    leaving = new Promise((left) => addEventListener("popstate", () => { leaving = null; left(); }, { once: true }));
    history.go(-depth);
  }

  /* ---- what it was computed from, lit on the page ---- */
  function light(data, array, at) {
    unlight();
    const seen = new Set();
    const walk = (one, place) => {
      const ref = `${data.chapter}.${nameOf(data, one, place)}`;
      if (seen.has(ref) || seen.size > 2000) return;
      seen.add(ref);
      if (seen.size > 1 && (one.published || place === null)) return mark(ref, "fg-lit", place !== null);
      const work = data.patterns[one.pattern]?.work?.[place] || "";
      for (const match of work.matchAll(MARK)) {
        if (match[1]) walk(data.arrays[one.needs[match[1]]], match[2] === undefined ? null : Number(match[2]));
      }
    };
    walk(array, at);
    mark(`${data.chapter}.${nameOf(data, array, at)}`, "fg-lit-self", at !== null);
  }


  /* ---- names in the prose: q₃, weights, V ---- */
  function symbol(node, known) {
    const text = (part) => part.textContent.replace(/[\s\u2061-\u2064]/g, "");
    const base = node.localName === "msub" ? text(node.children[0]) : text(node), sub = node.localName === "msub" ? text(node.children[1]) : "";
    if (!/^[A-Za-z]\w*$/.test(base) || (node.localName === "mi" && base.length > 1)) return null; // Norm(x), max
    const index = /^\d+(,\d+)*$/.test(sub) ? (sub.includes(",") || sub.length === 1 ? sub : [...sub].join()) : "";
    const wanted = index || !sub ? base : `${base}_${sub}`;
    const found = known(base === wanted && node.localName !== "code" ? base : wanted);
    if (!found) return null;
    const ref = found + (index ? `[${index}]` : "");
    return [...where().keys()].some((one) => one === ref || one.startsWith(`${ref}[`) || one.startsWith(`${ref.slice(0, -1)},`)) ? ref : null;
  }
  function learn(section, ends, outer) {
    const names = new Map(), told = new Map();
    for (let next = section; (next = next.nextElementSibling) && !ends.test(next.tagName);) {
      for (const cited of [next, ...next.querySelectorAll("[data-ref]")]) {
        if (!cited.dataset.ref || cited.dataset.ref.startsWith("facts.")) continue;
        const { chapter, name } = parse(cited.dataset.ref);
        names.set(name, `${chapter}.${name}`);
      }
      for (const line of [next, ...next.querySelectorAll(".fg-line")].filter((one) => one.matches(".fg-line, .fg-arithmetic"))) {
        const left = line.querySelector("math > mrow > mrow"); // one symbol; a product such as q · k is no name
        const last = [...line.querySelectorAll("[data-ref]")].at(-1);
        if (left?.children.length === 1 && last) { const { chapter, name } = parse(last.dataset.ref); told.set((left.querySelector("msub")?.children[0] ?? left).textContent.trim(), `${chapter}.${name}`); }
      }
    }
    const ending = (word) => [...names].find(([name]) => name.endsWith(`_${word}`) && !/(^|_)[a-z]$/.test(name.slice(0, -word.length - 1))); // w_q is W_Q, not Q
    return (word) => {
      const small = word.toLowerCase(), many = new RegExp(`(^|_)${small}_[a-z]$`); // beside W_Q and W_K, a W is none of them
      if (small !== word && [...names.keys()].some((name) => many.test(name))) return told.get(word) || names.get(word);
      return told.get(word) || names.get(word) || told.get(small) || names.get(small) || ending(small)?.[1] || outer?.(word);
    };
  }
  function findNames() {
    page.finish();
    const article = document.querySelector("article"), roots = new Set();
    let section = article, known = () => undefined, outer = known;
    for (const one of article.querySelectorAll("h1, h2, h3, math msub, math mi, p code, li code")) {
      if (one.tagName === "H3") { known = learn(one, /^H[23]$/, outer); continue; }
      if (/^H[12]$/.test(one.tagName)) { known = outer = learn(one, /^H2$/); section = one.tagName === "H2" ? one : article; continue; }
      if (one.closest(`${page.NOT_IN}, .fg-line, figure svg, [data-ref]`) || (one.localName === "mi" && one.closest("msub"))) continue;
      if (one.parentElement.localName === "msup" && one.nextElementSibling?.textContent.startsWith("(")) continue; // one head of several
      const ref = symbol(one, known);
      if (!ref) continue;
      page.named.set(one, ref);
      one.classList.add("fg-name-of");
      const root = page.rootOf(one, section);
      page.adopt(one, root);
      roots.add(root);
    }
    for (const root of roots) page.groups.get(root).sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
    page.settle();
  }

  function open(item, ref) {
    if (leaving) return leaving.then(() => open(item, ref)); // else the way back of the last card would close this one
    const depth = card && history.state?.fgCard ? history.state.fgCard.length : 0;
    opener = item;
    if (depth) history.replaceState({ ...history.state, fgCard: [ref] }, "");
    return show([ref], !depth);
  }
  document.addEventListener("keydown", (event) => {
    if (!card) return;
    if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(); }
    if (event.key !== "Tab" || !card.contains(document.activeElement)) return;
    const stops = [...card.querySelectorAll("button, a")], at = stops.indexOf(document.activeElement);
    const next = event.shiftKey ? (at <= 0 ? stops.at(-1) : null) : at === stops.length - 1 ? stops[0] : null;
    if (next) { event.preventDefault(); next.focus(); }
  }, true);
  addEventListener("resize", () => card && place());
  findNames();
  Object.assign(page, { mark, unlight, open, show, hide, close, isOpen: () => card !== null });
})();
