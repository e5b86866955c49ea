import { useErrorBoundary } from "preact/hooks";
import type { Refusal } from "../../src/result";
import { Notice, RefusalNotice, Waiting } from "../controls/notice";
import { write, writeRenewal } from "../format";
import { FirstRun } from "../key-form";
import { useSession } from "../session";
import type { Tab } from "./navigation";

/** Warns in every tab that credits run out, before somebody starts a job that needs more. */
function CreditWarning() {
  const { settings, account } = useSession();
  if (settings.state !== "here" || account.state !== "here") return null;
  const { creditsLeft, renewsInDays } = account.data;
  if (creditsLeft === null) return null;
  if (creditsLeft <= 0) {
    return (
      <Notice tone="error" credits="general">
        <p>
          <strong>No credits are left.</strong> Only what was paid for before is answered until they renew or you add
          some.
        </p>
      </Notice>
    );
  }
  const renewal = writeRenewal(renewsInDays, null);
  if (creditsLeft >= settings.data.options.warnBelowCredits) return null;
  return (
    <Notice tone="warning" credits="general">
      <p>
        <strong>Only {write(creditsLeft)} credits are left.</strong> {renewal && `${renewal}.`}
      </p>
    </Notice>
  );
}

/** An error of this page's own: it must not leave a blank sidebar behind. */
const pageFailure = (error: unknown): Refusal => ({
  ok: false,
  code: "PAGE_FAILED",
  message: "The sidebar has met an error of its own.",
  remedy: `Try again; if it stays, report this: ${String(error)}`,
});

/** The page of a tab, or the step that is needed before it. */
export function Page({ tab: { needsKey, Page: TabPage } }: { tab: Tab }) {
  const { settings, readAll } = useSession();
  const [broken, drawAgain] = useErrorBoundary();
  if (broken) return <RefusalNotice refusal={pageFailure(broken)} onAgain={drawAgain} />;
  if (settings.state === "waiting") return <Waiting forWhat="Reading your settings" />;
  if (settings.state === "refused") return <RefusalNotice refusal={settings.refusal} onAgain={readAll} />;
  if (settings.data.key.from === "nobody") return needsKey ? <FirstRun /> : <TabPage />;
  return (
    <>
      <CreditWarning />
      <TabPage />
    </>
  );
}
