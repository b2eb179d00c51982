// The drawer, and keys: the theme's switches are labels, which a keyboard cannot reach.
{
  const drawer = document.getElementById("__drawer");
  const search = document.getElementById("__search");
  const side = document.querySelector(".md-sidebar--primary");
  const names = { __drawer: side?.querySelector("nav")?.ariaLabel, __search: document.querySelector(".md-search__input")?.ariaLabel };

  for (const label of document.querySelectorAll(".md-header__button[for=__drawer], .md-header__button[for=__search], .md-nav--primary label[for=__toc]")) {
    label.tabIndex = 0;
    label.role = "button";
    if (names[label.htmlFor]) label.ariaLabel = names[label.htmlFor];
  }
  addEventListener("keydown", event => {
    const label = event.target.closest?.("label[role=button]");
    if (!label || event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    label.click();
    if (label.htmlFor === "__drawer") side.querySelector("a[href]").focus();
  });

  function shut() {
    drawer.checked = search.checked = false;
  }
  addEventListener("hashchange", shut);
  side?.addEventListener("click", event => { if (event.target.closest("a")) drawer.checked = false; });

  // Keys of the whole page, where nothing else wants them: search, the chapters before and after.
  addEventListener("keydown", event => {
    if (event.key === "Escape" && drawer.checked) {
      drawer.checked = false;
      document.querySelector(".md-header__button[for=__drawer]").focus();
    }
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable], .md-search")) return;
    if (["f", "s", "/"].includes(event.key)) {
      event.preventDefault();
      const field = document.querySelector(".md-search__input");
      field.focus();
      field.select();
    }
    const way = { p: "prev", ",": "prev", n: "next", ".": "next" }[event.key];
    const link = way && document.querySelector(`link[rel=${way}]`);
    if (link) location.assign(link.href);
  });

  // Code that is wider than its box can be scrolled with arrow keys, once a reader has come to it.
  const wide = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting && target.scrollWidth > target.clientWidth) target.tabIndex = 0;
  });
  for (const code of document.querySelectorAll("pre > code")) wide.observe(code);
}
