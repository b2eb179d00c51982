/* <step-player>: shows one step at a time of an ordered list that the build wrote, with the controls it wrote.
   A step is a function of its number alone. Nothing that is shown is computed here. */
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  class StepPlayer extends HTMLElement {
    connectedCallback() {
      this.items = [...this.querySelectorAll(":scope > .fg-items > li")];
      this.controls = this.querySelector(":scope > .fg-controls");
      this.live = this.querySelector(":scope > .fg-live");
      if (!this.items.length || !this.controls) return;
      this.marks = [...this.controls.querySelectorAll(".fg-step-marks a")];
      this.dwell = this.button("dwell");
      this.key = `figgen:${location.pathname}#${this.id}`;
      this.leave = new AbortController();
      const listen = (target, event, act) => target.addEventListener(event, act, { signal: this.leave.signal });
      listen(this.button("previous"), "click", () => this.go(this.step - 1));
      listen(this.button("next"), "click", () => this.go(this.step + 1));
      listen(this.button("play"), "click", () => this.play());
      listen(this.button("pause"), "click", () => this.pause());
      listen(this.dwell, "change", () => { this.save(); if (this.timer) this.wait(); });
      this.marks.forEach((mark, place) => listen(mark, "click", (event) => {
        event.preventDefault();
        this.go(place);
      }));
      this.items.forEach((item, place) => listen(item, "beforematch", () => this.show(place)));
      listen(this, "keydown", (event) => this.press(event));
      listen(document, "visibilitychange", () => { if (document.hidden) this.pause(); });
      listen(window, "hashchange", () => this.follow());
      this.controls.hidden = false;
      this.sized = new ResizeObserver(() => this.measure());
      this.sized.observe(this.controls);
      this.measure();
      this.live.hidden = false;
      this.tabIndex = 0;
      this.classList.add("fg-ready");
      this.seen = new Set();
      const kept = this.load();
      if ([...this.dwell.options].some((option) => option.value === kept.dwell)) this.dwell.value = kept.dwell;
      (Array.isArray(kept.seen) ? kept.seen : []).forEach((place) => this.seen.add(place));
      this.show(Number.isInteger(kept.step) && this.items[kept.step] ? kept.step : 0);
      this.pause();
      this.follow();
    }

    disconnectedCallback() {
      clearTimeout(this.timer);
      this.timer = null;
      this.leave?.abort();
      this.sized?.disconnect();
    }

    /* How far above its step the player starts: a link to a step shows the controls too (figgen.css). */
    measure() {
      const above = this.items[0].parentElement.getBoundingClientRect().top - this.getBoundingClientRect().top;
      this.style.setProperty("--fg-above", `${Math.round(above)}px`);
    }

    button(name) { return this.controls.querySelector(`[data-do="${name}"]`); }

    /* Shows a step: everything visible depends on the number only. */
    show(place) {
      this.step = place;
      this.seen.add(place);
      this.items.forEach((item, other) => {
        if (other === place) item.removeAttribute("hidden");
        else item.setAttribute("hidden", "until-found");
      });
      this.marks.forEach((mark, other) => {
        mark.toggleAttribute("data-seen", this.seen.has(other));
        if (other === place) mark.setAttribute("aria-current", "step");
        else mark.removeAttribute("aria-current");
      });
      this.button("previous").setAttribute("aria-disabled", String(place === 0));
      this.button("next").setAttribute("aria-disabled", String(place === this.items.length - 1));
      this.save();
    }

    /* A step that the reader asked for: it moves, goes into the address and is read out. */
    go(place, playing = false) {
      if (!playing) this.pause();
      if (!this.items[place] || place === this.step) return;
      const forward = place > this.step;
      this.show(place);
      const item = this.items[place];
      if (!calm.matches) {
        const from = { opacity: 0.2, transform: `translateX(${forward ? "" : "-"}1rem)` };
        item.animate([from, { opacity: 1, transform: "none" }], { duration: 220, easing: "ease-out" });
      }
      history.replaceState(history.state, "", `#${item.id}`);
      const [count, status] = item.querySelectorAll(":scope > .fg-step-count, :scope > .fg-status");
      this.live.textContent = `${count.textContent} ${status ? status.textContent : ""}`;
    }

    play() {
      if (this.step === this.items.length - 1) this.go(0, true);
      this.button("play").hidden = true;
      this.button("pause").hidden = false;
      if (this.contains(document.activeElement)) this.button("pause").focus({ preventScroll: true });
      this.wait();
    }

    wait() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.go(this.step + 1, true);
        if (this.step === this.items.length - 1) this.pause();
        else this.wait();
      }, Number(this.dwell.value));
    }

    pause() {
      clearTimeout(this.timer);
      this.timer = null;
      const held = document.activeElement === this.button("pause");
      this.button("play").hidden = false;
      this.button("pause").hidden = true;
      if (held) this.button("play").focus({ preventScroll: true });
    }

    /* Keys work only while the focus is in the player, and never where they have a meaning of their own. */
    press(event) {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.closest("input, select, textarea, [contenteditable], .fg-wide")) return;
      if (event.target.closest("step-player") !== this) return;
      const acts = { ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1) };
      if (!event.target.closest("button, a, summary")) acts[" "] = () => (this.timer ? this.pause() : this.play());
      if (!acts[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      acts[event.key]();
    }

    /* A link to a step, or to anything inside one, opens that step. */
    follow() {
      const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const place = target ? this.items.findIndex((item) => item.contains(target)) : -1;
      if (place < 0) return;
      this.pause();
      this.show(place);
      if (this.items[place] === target) this.scrollIntoView({ block: "start" });
      else target.scrollIntoView({ block: "nearest" });
    }

    load() {
      try { return JSON.parse(localStorage.getItem(this.key)) || {}; } catch { return {}; }
    }

    save() {
      const kept = { step: this.step, seen: [...this.seen], dwell: this.dwell.value };
      try { localStorage.setItem(this.key, JSON.stringify(kept)); } catch { /* not allowed: nothing is kept */ }
    }
  }

  if (!customElements.get("step-player")) customElements.define("step-player", StepPlayer);
})();
