// The drawer, and keys: the theme's switches are labels, which a keyboard cannot reach; here they become buttons.
{
  const drawer = document.getElementById("__drawer");
  const search = document.getElementById("__search");
  const side = document.querySelector(".md-sidebar--primary");
  const named = selector => document.querySelector(selector)?.ariaLabel;
  const names = { __drawer: named(".md-nav--primary"), __toc: named(".md-nav--secondary"), __search: named(".md-search__input") };

  // Their icons become buttons for the keyboard; a pointer presses the label, as before.
  for (const label of document.querySelectorAll(".md-header__button[for=__drawer], .md-header__button[for=__search], .md-nav--primary label[for=__toc]")) {
    const icon = label.querySelector(".md-nav__icon") ?? document.createElement("span");
    if (!icon.parentNode) {
      icon.append(...label.childNodes);
      label.append(icon);
    }
    Object.assign(icon, { tabIndex: 0, role: "button", ariaLabel: names[label.htmlFor] });
    icon.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      label.click();
      if (label.htmlFor === "__drawer") side.querySelector("a[href]").focus();
    });
  }

  function shut() {
    drawer.checked = search.checked = false;
  }
  addEventListener("hashchange", shut);
  side?.addEventListener("focusout", event => { if (event.relatedTarget && !side.contains(event.relatedTarget)) drawer.checked = false; });
  side?.addEventListener("click", event => { if (event.target.closest("a")) drawer.checked = false; });

  // Keys of the whole page, where nothing else wants them: search, the chapters before and after.
  addEventListener("keydown", event => {
    if (event.key === "Escape" && drawer.checked) {
      drawer.checked = false;
      document.querySelector(".md-header__button[for=__drawer] > span").focus();
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

  // Code that is wider than its box is a stop for the keyboard, which can then scroll it.
  const sized = new ResizeObserver(entries => {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
  });
  for (const code of document.querySelectorAll("pre > code")) sized.observe(code);
}
