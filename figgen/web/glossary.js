/* Links to an entry of the glossary open it in place: its own HTML, fetched once, in a popover by the word.
   Where that cannot be done (no popover, no fetch, a modifier key) the link is a link. */
(() => {
  "use strict";
  const WORDS = {
    zh: { close: "关闭", more: "到术语表里看" },
    en: { close: "Close", more: "See it in the glossary" },
  };
  const pages = new Map();
  const can = "popover" in HTMLElement.prototype && location.protocol.startsWith("http");

  function term(target) {
    const link = target.closest?.("article a[href*='glossary'][href*='#'], a.fg-term[href*='#']");
    if (!link || link.closest(".fg-popover, .headerlink")) return null;
    const address = new URL(link.href);
    if (address.origin !== location.origin || address.pathname === location.pathname) return null;
    return { link, address, id: decodeURIComponent(address.hash.slice(1)) };
  }

  async function entry(address, id) {
    const page = address.pathname + address.search;
    if (!pages.has(page)) {
      const loading = fetch(page).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
      pages.set(page, loading.then((text) => new DOMParser().parseFromString(text, "text/html")));
      loading.catch(() => pages.delete(page));
    }
    const found = (await pages.get(page)).getElementById(id);
    return found ? content(found, new URL(address)) : null;
  }

  /* A heading with what follows it up to the next of its rank; a <dt> with its <dd>; or the element itself. */
  function content(found, base) {
    const parts = [found];
    const rank = /^H[1-6]$/.test(found.tagName) ? Number(found.tagName[1]) : null;
    for (let next = found.nextElementSibling; next && (rank || found.tagName === "DT"); next = next.nextElementSibling) {
      if (rank ? /^H[1-6]$/.test(next.tagName) && Number(next.tagName[1]) <= rank : next.tagName !== "DD") break;
      parts.push(next);
    }
    const box = document.createElement("div");
    for (const part of parts) {
      const copy = document.importNode(part, true);
      copy.querySelectorAll(".headerlink, script").forEach((extra) => extra.remove());
      for (const one of [copy, ...copy.querySelectorAll("[id], [href], [aria-labelledby], [aria-describedby]")]) {
        one.removeAttribute("id");
        one.removeAttribute("aria-labelledby");
        one.removeAttribute("aria-describedby");
        const href = one.getAttribute("href");
        if (href && one.tagName === "A") one.href = new URL(href, base).href;
      }
      box.append(copy);
    }
    return box;
  }

  function open({ link, address }, box) {
    document.querySelector(".fg-popover")?.remove();
    const language = (link.closest("[lang]")?.lang || "zh").slice(0, 2);
    const words = WORDS[language] || WORDS.zh;
    const popover = document.createElement("div");
    popover.className = "fg-popover md-typeset";
    popover.popover = "auto";
    popover.setAttribute("role", "dialog");
    popover.setAttribute("aria-label", link.textContent.trim());
    const close = document.createElement("button");
    close.type = "button";
    close.className = "fg-close";
    close.textContent = words.close;
    close.addEventListener("click", () => popover.hidePopover());
    const more = document.createElement("a");
    more.href = address.href;
    more.textContent = words.more;
    const foot = document.createElement("p");
    foot.append(more, " ", close);
    popover.append(box, foot);
    link.after(popover);
    popover.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      const back = popover.contains(document.activeElement) || document.activeElement === document.body;
      link.setAttribute("aria-expanded", "false");
      popover.remove();
      if (back) link.focus({ preventScroll: true });
    });
    popover.showPopover();
    place(popover, link.getBoundingClientRect());
    link.setAttribute("aria-expanded", "true");
    close.focus({ preventScroll: true });
  }

  /* Under the word, or over it where there is more room; what does not fit scrolls inside. */
  function place(popover, word) {
    const room = document.documentElement.clientWidth, box = popover.getBoundingClientRect();
    popover.style.left = `${Math.max(8, Math.min(word.left, room - box.width - 8))}px`;
    const under = innerHeight - word.bottom - 14, over = word.top - 14;
    const below = box.height <= under || under >= over;
    const height = Math.min(box.height, below ? under : over);
    popover.style.maxHeight = `${height}px`;
    popover.style.top = `${below ? word.bottom + 6 : word.top - 6 - height}px`;
  }

  document.addEventListener("click", async (event) => {
    const found = can && event.button === 0 && !event.defaultPrevented && term(event.target);
    if (!found || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const box = await entry(found.address, found.id).catch(() => null);
    if (box) open(found, box);
    else location.href = found.address.href;
  }, true);
})();
