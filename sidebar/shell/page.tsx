import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary, useState } from "preact/hooks";
import modules from "shared-modules";
import { type FetchedTab, type Refusal, refuse } from "../../src/result";
import { Button } from "../controls/button";
import { announce, Notice, RefusalNotice, Waiting } from "../controls/notice";
import { many, writeRenewal } from "../format";
import { FirstRun } from "../key-form";
import { useAction, useSession } from "../session";
import { focusPage, type Tab, useComingBack, useNavigation } from "./navigation";

/** The pointer may come and go often, and each look is a call of the service. */
const LOOK_EVERY_MS = 10_000;

function NoCredits() {
  const { readAccount, lookAtAccount } = useSession();
  const box = useComingBack<HTMLDivElement>(() => lookAtAccount(LOOK_EVERY_MS));
  const checking = useAction(readAccount, ({ creditsLeft }) => {
    if ((creditsLeft ?? 1) <= 0) announce("There are still no credits left.");
    // The pressed button vanishes, and with it the focus.
    else focusPage();
  });
  return (
    <Notice tone="error" credits="general" boxRef={box}>
      <p>
        <strong>No credits are left.</strong> Only what was paid for before is answered until they renew or you add
        some.
      </p>
      <RefusalNotice refusal={checking.refusal} />
      <Button variant="quiet" working={checking.running} onPress={() => void checking.start()}>
        Check again
      </Button>
    </Notice>
  );
}

function CreditWarning() {
  const { settings, account } = useSession();
  if (!settings.data || !account.data) return null;
  const { creditsLeft, renewsInDays } = account.data;
  if (creditsLeft === null) return null;
  if (creditsLeft <= 0) return <NoCredits />;
  const renewal = writeRenewal(renewsInDays, null);
  if (creditsLeft >= settings.data.options.warnBelowCredits) return null;
  return (
    <Notice tone="warning" credits="general">
      <p>
        <strong>Only {many(creditsLeft, "credit is", "credits are")} left.</strong> {renewal && `${renewal}.`}
      </p>
    </Notice>
  );
}

/** Shown instead of a blank sidebar. */
const pageFailure = (error: unknown): Refusal =>
  refuse(
    "PAGE_FAILED",
    "The sidebar has run into an error of its own.",
    `Try again; if it comes back, report this: ${String(error)}`,
  );

interface PageModule {
  exports: { Page?: ComponentType };
}

declare global {
  /** The script of a fetched page sets this. It is removed once it has been called. */
  var sheetscoutPage: ((require: (name: string) => unknown, module: PageModule) => void) | undefined;
}

/**
 * The page uses the sidebar's own modules, so that both share contexts and styles.
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

/** The page is fetched late, so that the sidebar itself opens quickly. */
function FetchedPage({ name }: { name: FetchedTab }) {
  const { call } = useSession();
  const [Page, setPage] = useState<ComponentType | null>(null);
  const fetching = useAction(
    () => call("readTabPage", name),
    (html) => setPage(() => runPage(html)),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is fetched once, when it appears.
  useEffect(() => {
    void fetching.start();
  }, []);
  if (Page) return <Page />;
  if (!fetching.refusal) return <Waiting forWhat="Opening the page" />;
  return <RefusalNotice refusal={fetching.refusal} onAgain={() => void fetching.start()} />;
}

export function Page({ tab }: { tab: Tab }) {
  const { settings, readAll } = useSession();
  const { toClean } = useNavigation();
  const [broken, drawAgain] = useErrorBoundary();
  if (broken) return <RefusalNotice refusal={pageFailure(broken)} onAgain={drawAgain} />;
  if (settings.refusal) return <RefusalNotice refusal={settings.refusal} onAgain={readAll} />;
  if (!settings.data) return <Waiting forWhat="Reading your settings" />;
  const hasKey = settings.data.key.from !== "nobody";
  // A clean list asks the service for nothing.
  const isFree = tab.id === "verify" && toClean !== null;
  // The settings have a form of their own for the key.
  const begins = tab.Page || isFree ? null : <FirstRun />;
  if (tab.needsKey && !hasKey && !isFree) return begins;
  return (
    <>
      {hasKey ? <CreditWarning /> : begins}
      {tab.Page ? <tab.Page /> : <FetchedPage name={tab.id} />}
    </>
  );
}
