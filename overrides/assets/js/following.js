// Where the reader is: in the page's contents, in the header, and a way back to the top.
{
  const article = document.querySelector("article");
  const contents = [...document.querySelectorAll(".md-nav--secondary")].map(nav => [...nav.querySelectorAll("a[href^='#']")]);
  const title = article.querySelector("h1");
  const top = document.querySelector(".md-top");
  const target = link => document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const headings = (contents[0] ?? []).map(target);
  let place, height = scrollY, length = 0, waiting = false;

  // The current section is the last whose heading has passed under the header.
  function follow() {
    waiting = false;
    const line = 4.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const passed = headings.findLastIndex(heading => heading?.getBoundingClientRect().top < line);
    if (passed !== place)
      for (const links of contents) {
        links.forEach((link, other) => {
          link.classList.toggle("md-nav__link--passed", other < passed);
          link.classList.toggle("md-nav__link--active", other === passed);
        });
        keepInView(links[passed]);
      }
    place = passed;
    const now = document.documentElement.scrollHeight;   // text that got its true height moves the page: nobody turned back
    if (top && now === length) top.hidden = !(scrollY > innerHeight && scrollY < height);
    height = scrollY;
    length = now;
  }

  function keepInView(link) {
    const pane = link?.closest(".md-sidebar--secondary .md-sidebar__scrollwrap");
    if (!pane || pane.scrollHeight <= pane.clientHeight) return;
    const [inside, outside] = [link.getBoundingClientRect(), pane.getBoundingClientRect()];
    pane.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
  }

  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(follow);
    waiting = true;
  }, { passive: true });
  if (scrollY) requestAnimationFrame(follow);   // at the top there is nothing to say, and nothing to measure
  top?.addEventListener("click", () => scrollTo({ top: 0 }));

  // In the header, the page's title takes the place of the book's once it has scrolled away.
  const bar = document.querySelector(".md-header__title");
  if (title && bar)
    new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) =>
      bar.classList.toggle("md-header__title--active", !isIntersecting && boundingClientRect.top < 0)).observe(title);
}
