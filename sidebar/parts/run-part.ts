import type { ComponentType } from "preact";
import modules from "shared-modules";

interface PartModule {
  exports: { Page?: ComponentType };
}

declare global {
  /** Set by the script of a part; kept only until it has been called. */
  var sheetscoutPart: ((require: (name: string) => unknown, module: PartModule) => void) | undefined;
}

/**
 * Puts a part's styles and script into the page. It uses the page's own modules, so that contexts and looks are one.
 * @param html `<style>…</style><script>…</script>`, made by our own build
 * @throws Error when it is not what the build makes
 */
export function runPart(html: string): ComponentType {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const [style, script] = [parsed.querySelector("style"), parsed.querySelector("script")];
  if (!style || !script) throw new Error("The add-on sent an unreadable part.");
  const running = document.createElement("script");
  running.textContent = `sheetscoutPart=(require,module)=>{${script.textContent}\n}`;
  document.head.append(style, running);
  const module: PartModule = { exports: {} };
  globalThis.sheetscoutPart?.((name) => modules[name], module);
  globalThis.sheetscoutPart = undefined;
  if (!module.exports.Page) throw new Error("The add-on sent an empty part.");
  return module.exports.Page;
}
