/* <state-switch>: shows one of several states that the build wrote, chosen by the radio buttons that it wrote.
   Switches with the same data-group on a page move together. */
(() => {
  "use strict";

  class StateSwitch extends HTMLElement {
    connectedCallback() {
      this.items = [...this.querySelectorAll(":scope > .fg-items > li")];
      this.choices = this.querySelector(":scope > .fg-choices");
      if (!this.items.length || !this.choices) return;
      this.radios = [...this.choices.querySelectorAll("input")];
      this.leave = new AbortController();
      const listen = (target, event, act) => target.addEventListener(event, act, { signal: this.leave.signal });
      this.radios.forEach((radio, place) => listen(radio, "change", () => this.choose(place)));
      this.items.forEach((item, place) => listen(item, "beforematch", () => this.show(place)));
      listen(window, "hashchange", () => this.follow());
      this.choices.hidden = false;
      this.classList.add("fg-ready");
      this.show(Math.max(0, this.radios.findIndex((radio) => radio.checked)));
      this.follow();
    }

    disconnectedCallback() { this.leave?.abort(); }

    show(place) {
      this.radios[place].checked = true;
      this.items.forEach((item, other) => {
        if (other === place) item.removeAttribute("hidden");
        else item.setAttribute("hidden", "until-found");
      });
    }

    choose(place) {
      this.show(place);
      if (!this.dataset.group) return;
      for (const other of document.querySelectorAll("state-switch")) {
        if (other !== this && other.dataset.group === this.dataset.group && other.items?.[place]) other.show(place);
      }
    }

    follow() {
      const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const place = target ? this.items.findIndex((item) => item.contains(target)) : -1;
      if (place >= 0) this.choose(place);
    }
  }

  if (!customElements.get("state-switch")) customElements.define("state-switch", StateSwitch);
})();
