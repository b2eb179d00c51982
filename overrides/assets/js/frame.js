// The drawer, and keys: the theme's switches are labels, which a keyboard cannot reach; here they become buttons.
{
  const drawer = document.getElementById("__drawer");
  const search = document.getElementById("__search");
  const side = document.querySelector(".md-sidebar--primary");
  const names = { __drawer: side?.querySelector("nav")?.ariaLabel, __search: document.querySelector(".md-search__input")?.ariaLabel };

  for (const label of document.querySelectorAll(".md-header__button[for=__drawer], .md-header__button[for=__search], .md-nav--primary label[for=__toc]")) {
    const button = document.createElement("button"), name = label.htmlFor;
    for (const { name, value } of label.attributes) button.setAttribute(name, value);
    button.type = "button";
    if (names[name]) button.ariaLabel = names[name];
    button.append(...label.childNodes);
    button.addEventListener("click", event => {
      document.getElementById(name).click();
      if (name === "__drawer" && event.detail === 0) side.querySelector("a[href]").focus();   // by keyboard
    });
    label.replaceWith(button);
  }

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

  // Code that is wider than its box can be scrolled with arrow keys. (An observer asks for no layout of its own.)
  const wide = new ResizeObserver(entries => {
    for (const { target } of entries) if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
  });
  for (const code of document.querySelectorAll("pre > code")) wide.observe(code);
}
