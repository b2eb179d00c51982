// The search index and its worker are fetched when a reader turns to the search box, not with every page.
// Loaded before the theme's script, which asks for both at once.
{
  const turned = new Promise(resolve => {
    addEventListener("focusin", event => event.target.closest?.(".md-search") && resolve());
    addEventListener("pointerover", event => event.target.closest?.(".md-search, [for=__search]") && resolve());
    addEventListener("change", event => event.target.id === "__search" && resolve());
    if (new URLSearchParams(location.search).has("q")) resolve();
  });

  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    this.awaited = String(url).endsWith("search/search_index.json");
    return open.call(this, method, url, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (this.awaited) turned.then(() => send.call(this, body));
    else send.call(this, body);
  };

  const Eager = window.Worker;
  if (Eager && location.protocol !== "file:")
    window.Worker = class extends EventTarget {
      #worker; #start;
      constructor(...given) {
        super();
        this.#start = () => {
          const worker = new Eager(...given);
          worker.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent("message", { data }));
          return worker;
        };
      }
      postMessage(...message) { (this.#worker ??= this.#start()).postMessage(...message); }
      terminate() { this.#worker?.terminate(); }
    };
}
