import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import modules from "shared-modules";
import type { FetchedTab } from "../../src/result";
import { RefusalNotice, Waiting } from "../controls/notice";
import { useAction, useSession } from "../session";

interface PageModule {
  exports: { Page?: ComponentType };
}

declare global {
  /** Set by the script of a fetched page, and removed once it has been called. */
  var sheetscoutPage: ((require: (name: string) => unknown, module: PageModule) => void) | undefined;
}

/**
 * Puts a fetched page's styles and script into the sidebar. The page uses the sidebar's own modules, so that both share
 * contexts and styles.
 * @param html `<style>…</style><script>…</script>`, made by our own build
 * @throws Error when it is not what the build makes
 */
function runPage(html: string): ComponentType {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const [style, script] = [parsed.querySelector("style"), parsed.querySelector("script")];
  if (!style || !script) throw new Error("The add-on sent an unreadable page.");
  const running = document.createElement("script");
  running.textContent = `sheetscoutPage=(require,module)=>{${script.textContent}\n}`;
  document.head.append(style, running);
  const module: PageModule = { exports: {} };
  globalThis.sheetscoutPage?.((name) => modules[name], module);
  globalThis.sheetscoutPage = undefined;
  if (!module.exports.Page) throw new Error("The add-on sent an empty page.");
  return module.exports.Page;
}

/** A page that is fetched when its tab is first shown, so that the sidebar itself opens quickly. */
export function FetchedPage({ name }: { name: FetchedTab }) {
  const { call } = useSession();
  const [Page, setPage] = useState<ComponentType | null>(null);
  const fetching = useAction(() => call("readTabPage", name));
  const fetchPage = async (): Promise<void> => {
    const result = await fetching.start();
    if (result?.ok) setPage(() => runPage(result.data));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears.
  useEffect(() => {
    void fetchPage();
  }, []);
  if (Page) return <Page />;
  if (!fetching.refusal) return <Waiting forWhat="Opening the page" />;
  return <RefusalNotice refusal={fetching.refusal} onAgain={fetchPage} />;
}
