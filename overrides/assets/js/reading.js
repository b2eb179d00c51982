// Marks what was read and keeps the last place, in this browser only. The page is whole without it.
{
  const KEY = "book-reading";
  const here = new URL(document.querySelector("link[rel=canonical]")?.href ?? location.href).pathname;
  const article = document.querySelector("article");
  const sections = [...(article?.querySelectorAll("h2[id]") ?? [])];

  function load() {
    try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
  }
  function save(state) {
    try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* private windows: nothing is kept */ }
  }

  // A section is read when its end has been on the screen.
  function seen() {
    const ends = [...sections.slice(1).map(next => next.getBoundingClientRect().top), article.getBoundingClientRect().bottom];
    return sections.filter((_, place) => ends[place] <= innerHeight).map(section => section.id);
  }
  function current() {
    return sections.findLast(section => section.getBoundingClientRect().top < innerHeight / 3)?.id ?? "";
  }

  function show() {
    const read = new Set(load()[here]?.read);
    for (const link of document.querySelectorAll(".md-nav--secondary a[href^='#']"))
      link.classList.toggle("book-read", read.has(decodeURIComponent(link.hash.slice(1))));
  }

  let waiting = false;
  function note() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      const state = load();
      if (state.off || scrollY < 200) return;
      const known = state[here]?.read ?? [];
      state[here] = { read: [...new Set([...known, ...seen()])], last: current() };
      state.last = { path: here, title: document.querySelector("article h1")?.firstChild?.textContent.trim() ?? "" };
      save(state);
      show();
    }, 400);
  }

  // Offered where reading starts: on the first page for the last chapter, on a chapter for its last section.
  function offer() {
    const state = load();
    const home = document.querySelector(".book-hero") ? state.last : undefined;
    const path = home?.path ?? here;
    const id = state[path]?.last;
    if (state.off || location.hash || !id) return;
    const link = document.createElement("a");
    link.className = "book-resume";
    const base = document.querySelector(".md-logo").href;
    link.href = (path === here ? "" : new URL(path.slice(here.length), base).href) + `#${id}`;
    const heading = path === here ? document.getElementById(id) : null;
    link.textContent = "接着读：" + (heading ? heading.textContent.replace(/#$/, "").trim() : home?.title ?? "");
    link.addEventListener("click", () => link.remove());
    document.body.append(link);
    addEventListener("scroll", () => scrollY > 900 && link.remove(), { passive: true });
  }

  // The switch, in the footer: off forgets everything at once.
  function offerSwitch() {
    const label = document.createElement("label");
    label.className = "book-marks";
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !load().off });
    label.append(box, "在这个浏览器里记住读到哪里");
    box.addEventListener("change", () => {
      save(box.checked ? {} : { off: true });
      document.querySelector(".book-resume")?.remove();
      show();
    });
    document.querySelector(".md-footer-meta__inner")?.append(label);
  }

  // When the page is there and quiet: nothing of this is what a reader came for.
  const later = self.requestIdleCallback ?? setTimeout;
  if (article) later(() => {
    show();
    offer();
    offerSwitch();
    if (sections.length > 1 && !document.querySelector(".book-hero, .fg-account")) {   // an account is looked up, not read
      addEventListener("scroll", note, { passive: true });
      note(); // who has scrolled by now reads already
    }
  });
}
