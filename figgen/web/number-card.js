/* Every number explains itself: a cited number, table cell or figure cell opens a card that leads on to the numbers
   it was computed from. Here is how it is reached, by pointer and by keys with one tab stop to a table, figure or
   section; the card and what it says, all of it written by the build, are loaded when first asked for. */
(() => {
  "use strict";
  const home = document.currentScript.src;
  const NOT_IN = "a, summary, button, label, h1, h2, h3, h4, h5, h6, .fg-account, .fg-card, nav";
  const named = new Map(); // elements that are a symbol: what they name
  let groups = [], places = null, body = null;

  /* ---- the same thing elsewhere on the page ---- */
  const bare = (ref) => ref.replace(/:\w+$/, "");
  function parse(ref) {
    const [, chapter, name, index = ""] = /^([^.]+)\.(.+?)(?:\[([\d,]+)\])?(?::\w+)?$/.exec(ref);
    return { chapter, name, index };
  }
  function where() {
    if (!places) {
      places = new Map();
      for (const one of document.querySelectorAll("article [data-ref]:not([data-field])")) {
        const ref = bare(one.dataset.ref);
        places.set(ref, [...(places.get(ref) || []), one]);
      }
    }
    return places;
  }
  function mark(ref, name) {
    for (const [known, elements] of where()) {
      if (known !== ref && !known.startsWith(`${ref}[`) && !(ref.endsWith("]") && known.startsWith(`${ref.slice(0, -1)},`))) continue;
      for (const one of elements) {
        one.classList.add(name);
        document.getElementById(one.id.replace(/-number$/, "") || "-")?.classList.add(name);
      }
    }
  }
  function unlight() {
    document.querySelectorAll(".fg-lit, .fg-lit-self").forEach((one) => one.classList.remove("fg-lit", "fg-lit-self"));
  }
  /* ---- the card ---- */
  const page = (self.fgCards = { home, mark, unlight, parse, isOpen: () => false });
  function loaded() {
    body ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL(`number-card-body.js${new URL(home).search}`, home);
      script.onload = resolve;
      script.onerror = () => { body = null; reject(); };
      document.head.append(script);
    });
    return body;
  }
  const open = (item) => loaded().then(() => page.open(item, refOf(item)), () => {});

  /* ---- reaching it ---- */
  const refOf = (item) => item.dataset.ref ? bare(item.dataset.ref) + (item.dataset.field ? `@${item.dataset.field}` : "") : named.get(item);
  const isItem = (one) => one?.getAttribute("aria-haspopup") === "dialog" && one.getAttribute("role") === "button";
  function itemOf(target) {
    const item = target.closest?.("[role=button]"), cell = target.closest?.("td, .fg-cell");
    if (item || !cell) return isItem(item) ? item : null;
    const inside = cell.id ? [document.getElementById(`${cell.id}-number`)] : cell.querySelectorAll("[data-ref]");
    return inside.length === 1 && isItem(inside[0]) ? inside[0] : null;
  }
  function symbol(node, known) {
    const text = (part) => part.textContent.replace(/[\s\u2061-\u2064]/g, "");
    const base = node.localName === "msub" ? text(node.children[0]) : text(node), sub = node.localName === "msub" ? text(node.children[1]) : "";
    if (!/^[A-Za-z]\w*$/.test(base)) return null;
    const index = /^\d+(,\d+)*$/.test(sub) ? (sub.includes(",") || sub.length === 1 ? sub : [...sub].join()) : "";
    const wanted = index || !sub ? base : `${base}_${sub}`;
    const found = known(base === wanted && node.localName !== "code" ? base : wanted);
    if (!found) return null;
    const ref = found + (index ? `[${index}]` : "");
    return [...where().keys()].some((one) => one === ref || one.startsWith(`${ref}[`) || one.startsWith(`${ref.slice(0, -1)},`)) ? ref : null;
  }
  function prepare() {
    const article = document.querySelector("article");
    if (!article || !article.querySelector("[data-ref]")) return;
    const sections = new Map(), all = [];
    let section = null, names = new Map(), told = new Map();
    const known = (word) => told.get(word) || [word, word.toLowerCase()].map((one) => names.get(one)).find(Boolean)
      || [...names].find(([name]) => name.endsWith(`_${word.toLowerCase()}`))?.[1];
    for (const one of article.querySelectorAll("h1, h2, [data-ref], math msub, math mi, p code, li code")) {
      if (/^H[12]$/.test(one.tagName)) {
        section = one;
        names = new Map();
        told = new Map();
        let next = one;
        while ((next = next.nextElementSibling) && next.tagName !== "H2") {
          for (const cited of [next, ...next.querySelectorAll("[data-ref]")]) {
            if (!cited.dataset.ref || cited.dataset.ref.startsWith("facts.")) continue;
            const { chapter, name } = parse(cited.dataset.ref);
            names.set(name, `${chapter}.${name}`);
          }
          for (const line of [next, ...next.querySelectorAll(".fg-line")].filter((e) => e.matches(".fg-line, .fg-arithmetic"))) {
            const left = line.querySelector("msub")?.children[0]?.textContent.trim() || line.querySelector("mi")?.textContent.trim();
            const last = [...line.querySelectorAll("[data-ref]")].at(-1);
            if (left && last) { const { chapter, name } = parse(last.dataset.ref); told.set(left, `${chapter}.${name}`); }
          }
        }
        continue;
      }
      if (one.closest(NOT_IN)) continue;
      if (!one.dataset.ref) {
        if (one.closest(".fg-line, figure svg, [data-ref]") || (one.localName === "mi" && one.closest("msub"))) continue;
        const ref = symbol(one, known);
        if (!ref) continue;
        named.set(one, ref);
        one.classList.add("fg-name-of");
      }
      const root = one.closest("table, svg") || section || article;
      if (!sections.has(root)) sections.set(root, []);
      sections.get(root).push(one);
      all.push(one);
    }
    for (const one of all) {
      one.setAttribute("role", "button");
      one.setAttribute("tabindex", "-1");
      one.setAttribute("aria-haspopup", "dialog");
    }
    article.querySelectorAll("svg[role=img]").forEach((svg) => svg.querySelector("[role=button]") && svg.setAttribute("role", "group"));
    groups = [...sections.values()];
    settle();
  }
  function settle() {
    for (const group of groups) {
      const stop = group.find((one) => one.tabIndex === 0);
      if (stop?.checkVisibility?.()) continue;
      stop?.setAttribute("tabindex", "-1");
      group.find((one) => one.checkVisibility?.() ?? true)?.setAttribute("tabindex", "0");
    }
  }
  function neighbour(item, key) {
    const group = groups.find((one) => one.includes(item)).filter((one) => one.checkVisibility?.() ?? true), at = group.indexOf(item);
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
    if (event.key === "Tab") return settle();
    if (!isItem(event.target)) return;
    if (event.key === "Enter" || event.key === " ") open(event.target);
    else if (/^(Arrow|Home|End)/.test(event.key)) {
      const next = neighbour(event.target, event.key);
      if (next) {
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
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
    if (page.isOpen()) return;
    unlight();
    const item = itemOf(event.target);
    if (item && !item.dataset.field) mark(refOf(item), "fg-lit");
  };
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);
  const restore = (state) => (state?.fgCard ? loaded().then(() => page.show(state.fgCard, false)) : page.hide?.());
  addEventListener("popstate", (event) => restore(event.state));
  (self.requestIdleCallback || setTimeout)(() => {
    prepare();
    restore(history.state);
  });
})();
