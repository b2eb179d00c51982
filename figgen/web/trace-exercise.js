/* <trace-exercise>: compares a reader's numbers with those that the build wrote, and shows the sentence that the
   build wrote for it. Answers stay in this browser. */
(() => {
  "use strict";
  const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

  /* What a reader typed as a number: 1/4, 0.25 and 25% alike, full-width too; null if it is none. */
  function read(text) {
    const typed = text.normalize("NFKC").replace(/\s/g, "").replace(/[−–]/g, "-").replace(/⁄/g, "/");
    if (PLAIN.test(typed)) return Number(typed);
    if (typed.endsWith("%") && PLAIN.test(typed.slice(0, -1))) return Number(typed.slice(0, -1)) / 100;
    const [over, under, ...more] = typed.split("/");
    if (more.length || under === undefined || !PLAIN.test(over) || !PLAIN.test(under)) return null;
    return Number(under) === 0 ? null : Number(over) / Number(under);
  }

  class TraceExercise extends HTMLElement {
    connectedCallback() {
      this.form = this.querySelector(":scope > form");
      if (!this.form) return;
      this.inputs = [...this.form.querySelectorAll("input")];
      this.reasons = [...this.querySelectorAll(":scope > .fg-reasons > li")];
      this.result = this.form.querySelector("output");
      this.near = Number(this.form.dataset.tolerance) * (1 + 1e-9);
      this.key = `figgen:${location.pathname}#${this.id}`;
      this.leave = new AbortController();
      const listen = (event, act) => this.form.addEventListener(event, act, { signal: this.leave.signal });
      listen("submit", (event) => { event.preventDefault(); this.check(); });
      listen("reset", () => this.clear());
      listen("input", () => this.save());
      this.form.hidden = false;
      this.load().forEach((text, place) => { if (this.inputs[place]) this.inputs[place].value = text; });
    }

    disconnectedCallback() { this.leave?.abort(); }

    say(when) { return this.reasons.find((line) => line.dataset.when === when).textContent; }

    check() {
      const typed = this.inputs.map((input) => read(input.value));
      const close = (number, wanted) => number !== null && Math.abs(number - Number(wanted)) <= this.near;
      const verdicts = this.inputs.map((input, place) => {
        if (typed[place] === null) return "unreadable";
        return close(typed[place], input.dataset.accept) ? "right" : "wrong";
      });
      this.inputs.forEach((input, place) => {
        const verdict = input.parentElement.querySelector(".fg-verdict");
        verdict.textContent = this.say(`${verdicts[place]}_mark`);
        verdict.dataset.verdict = verdicts[place];
        input.setAttribute("aria-invalid", String(verdicts[place] !== "right"));
      });
      const met = this.reasons.find((line) => line.dataset.when === "mistake" &&
        line.dataset.gives.split(" ").every((gives, place) => close(typed[place], gives)));
      if (verdicts.every((verdict) => verdict === "right")) this.result.textContent = this.say("right");
      else if (verdicts.includes("unreadable")) this.result.textContent = this.say("unreadable");
      else this.result.textContent = met ? met.textContent : this.say("wrong");
    }

    clear() {
      try { localStorage.removeItem(this.key); } catch { /* nothing was kept */ }
      this.result.textContent = "";
      this.inputs.forEach((input) => {
        const verdict = input.parentElement.querySelector(".fg-verdict");
        verdict.textContent = "";
        delete verdict.dataset.verdict;
        input.removeAttribute("aria-invalid");
      });
    }

    load() {
      try {
        const kept = JSON.parse(localStorage.getItem(this.key));
        return Array.isArray(kept) ? kept.map(String) : [];
      } catch { return []; }
    }

    save() {
      const typed = JSON.stringify(this.inputs.map((input) => input.value));
      try { localStorage.setItem(this.key, typed); } catch { /* not allowed: nothing is kept */ }
    }
  }

  if (!customElements.get("trace-exercise")) customElements.define("trace-exercise", TraceExercise);
})();
