// Run in the site's first page: make it the whole book, one article after another, with all links inside the book
// leading to their place in it. Returns the chapters with their sections, for the contents.
async () => {
  const home = document.querySelector(".md-logo").href;
  const published = document.querySelector("link[rel=canonical]").href; // where what is not in the book can be read
  const listed = [...document.querySelectorAll(".md-nav--primary a.md-nav__link[href]")];
  const addresses = [...new Set(listed.map(link => link.href.split("#")[0]))].filter(a => a.startsWith(home));
  const slug = address => "book-" + (address.slice(home.length).replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "home");
  const inside = new Map(addresses.map(address => [address, slug(address)]));
  const referring = ["aria-labelledby", "aria-describedby", "for", "headers", "aria-controls"];
  const book = document.createElement("main");
  const contents = [];
  for (const [address, name] of inside) {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const article = document.importNode(page.querySelector("article"), true);
    article.querySelectorAll(".headerlink, .md-clipboard, .footnote-backref").forEach(node => node.remove());
    for (const node of article.querySelectorAll("*")) {
      if (node.id) node.id = `${name}--${node.id}`;
      for (const attribute of [...node.attributes]) {
        if (referring.includes(attribute.name))
          attribute.value = attribute.value.split(/\s+/).map(id => `${name}--${id}`).join(" ");
        else if (attribute.value.includes("url(#"))
          attribute.value = attribute.value.replaceAll("url(#", `url(#${name}--`);
      }
      if (node.tagName === "use") node.setAttribute("href", `#${name}--${node.getAttribute("href").slice(1)}`);
      if (node.tagName === "IMG") node.src = new URL(node.getAttribute("src"), address).href;
      if (node.tagName === "A" && node.hasAttribute("href")) {
        const target = new URL(node.getAttribute("href"), address);
        const place = inside.get(target.origin + target.pathname);
        if (place) node.setAttribute("href", "#" + place + (target.hash ? "--" + decodeURIComponent(target.hash.slice(1)) : ""));
        else node.href = target.href.replace(home, published);
      }
    }
    article.id = name;
    article.querySelectorAll("details").forEach(node => { node.open = true; });
    contents.push({
      id: name, title: article.querySelector("h1").textContent.trim(),
      sections: [...article.querySelectorAll("h2[id]")].map(h => ({ id: h.id, title: h.textContent.trim() })),
    });
    book.append(article);
  }
  const front = document.createElement("header");
  front.className = "book-front md-typeset";
  const mark = document.querySelector(".book-hero__mark");
  if (mark) front.append(mark);
  const [heading, about, list] = ["h1", "p", "nav"].map(tag => front.appendChild(document.createElement(tag)));
  heading.textContent = document.title;
  about.textContent = document.querySelector("meta[name=description]").content;
  list.appendChild(document.createElement("h2")).textContent = "目录";
  for (const chapter of contents) {
    const group = list.appendChild(document.createElement("div"));
    for (const [entry, level] of [[chapter, 1], ...chapter.sections.map(section => [section, 2])]) {
      const link = group.appendChild(document.createElement("a"));
      link.className = `book-line book-line--${level}`;
      link.href = "#" + entry.id;
      link.append(Object.assign(document.createElement("span"), { textContent: entry.title }));
      const page = link.appendChild(document.createElement("span"));
      page.dataset.page = entry.id;
      page.textContent = "000";
    }
  }
  document.body.replaceChildren(front, book);
  // A pattern becomes a picture of its own for every cell that it fills, megabytes of them: lines are drawn instead.
  for (const cell of book.querySelectorAll(".fg-hidden[fill^='url(']")) {
    const { x, y, width, height } = cell.getBBox(), lines = cell.cloneNode();
    let drawn = "";
    for (let sum = Math.ceil((x + y) / 8) * 8; sum < x + y + width + height; sum += 8) {
      const left = Math.max(x, sum - y - height), right = Math.min(x + width, sum - y);
      drawn += `M${left} ${sum - left}L${right} ${sum - right}`;
    }
    lines.setAttribute("d", drawn);
    lines.setAttribute("class", "fg-hatch");
    cell.setAttribute("fill", "none");
    cell.after(lines);
  }
  await document.fonts.ready;
}
