import { useErrorBoundary } from "preact/hooks";
import type { Refusal } from "../../src/result";
import { Button } from "../controls/button";
import { RefusalNotice } from "../controls/refusal-notice";
import { FirstRun } from "../key-form";
import { useSession } from "../state/session";
import { CreditWarning } from "./credit-warning";
import type { Tab } from "./tab";
import { Waiting } from "./waiting";

/** An error of this page's own: it must not leave a blank sidebar behind. */
const pageFailure = (error: unknown): Refusal => ({
  ok: false,
  code: "PAGE_FAILED",
  message: "The sidebar has met an error of its own.",
  remedy: `Try again; if it stays, report this: ${String(error)}`,
});

/** What stands under a tab: its page, or what has to happen before it can be shown. */
export function Page({ tab: { needsKey, Page: TabPage } }: { tab: Tab }) {
  const { settings, readAll } = useSession();
  const [broken, drawAgain] = useErrorBoundary();
  if (broken) {
    return (
      <RefusalNotice refusal={pageFailure(broken)}>
        <Button look="quiet" onPress={drawAgain}>
          Try again
        </Button>
      </RefusalNotice>
    );
  }
  if (settings.state === "waiting") return <Waiting forWhat="Reading your settings" />;
  if (settings.state === "refused") {
    return (
      <RefusalNotice refusal={settings.refusal}>
        <Button look="quiet" onPress={readAll}>
          Try again
        </Button>
      </RefusalNotice>
    );
  }
  if (settings.data.key.from === "nobody") return needsKey ? <FirstRun /> : <TabPage />;
  return (
    <>
      <CreditWarning />
      <TabPage />
    </>
  );
}
