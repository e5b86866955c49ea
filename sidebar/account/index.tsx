import { useEffect } from "preact/hooks";
import type { AccountView } from "../../src/settings/settings";
import { Button, Icon, IconButton } from "../controls/button";
import { HowItWorks } from "../controls/fold";
import { announce, RefusalNotice, Waiting } from "../controls/notice";
import { many, write, writeRenewal } from "../format";
import { useAction, useSession } from "../session";
import { useNavigation } from "../shell/navigation";
import { PastJobs } from "./past-jobs";
import "./style.css";

export function Page() {
  const { account, readAccount } = useSession();
  const { shown, showTab } = useNavigation();
  // Formulas and jobs have spent credits since the account was read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read each time that the tab is shown.
  useEffect(() => {
    if (shown === "account" && account.data) void readAccount();
  }, [shown]);
  if (account.refusal) {
    return (
      <>
        {account.refusal.code !== "NO_API_KEY" && (
          <RefusalNotice refusal={account.refusal} onAgain={readAccount}>
            {account.refusal.code === "INVALID_API_KEY" && (
              <Button variant="quiet" onPress={() => showTab("settings")}>
                Open Settings
              </Button>
            )}
          </RefusalNotice>
        )}
        <PastJobs />
      </>
    );
  }
  if (!account.data) return <Waiting forWhat="Reading your account" />;
  return (
    <>
      <CreditBalance account={account.data} />
      <FormulaKeySection {...account.data} />
      <PastJobs />
      <HowItWorks>
        <p>
          <strong>Free:</strong> <code>=EMAIL_COUNT(A2)</code>, this page, every dry run, and whatever was paid for
          before.
        </p>
        <p>
          <strong>0.5 credits:</strong> verifying an email, <code>=VERIFY_EMAIL(A2)</code>. One in a sheet of found
          emails costs only if it is VALID.
        </p>
        <p>
          <strong>1 credit:</strong> up to 50 emails of a company, <code>=DOMAIN_EMAILS(A2)</code> and{" "}
          <code>=COMPANY_INFO(A2)</code>, or a page of 25 companies.
        </p>
        <p>Credits renew on the day shown above. To get more, sign in at your contact-data service.</p>
      </HowItWorks>
    </>
  );
}

function CreditBalance({ account }: { account: AccountView }) {
  const { readAccount } = useSession();
  const refresh = useAction(readAccount, (now) => announce(`${many(now.creditsLeft, "credit")} left.`));
  const { plan, creditsLeft, creditsUsed, renewsInDays, renewsAt } = account;
  return (
    <section class="credits">
      <div class="plan">
        <div>
          <p class="small soft">Plan</p>
          <h2>{plan || "–"}</h2>
        </div>
        <IconButton icon="refresh" name="Refresh" working={refresh.running} onPress={() => void refresh.start()} />
      </div>
      <RefusalNotice refusal={refresh.refusal} />
      <p class="figures">
        <span>
          <strong>{write(creditsLeft)}</strong> {creditsLeft === 1 ? "credit" : "credits"} left
        </span>
        <span class="soft">{write(creditsUsed)} used</span>
      </p>
      <CreditBar left={creditsLeft} used={creditsUsed} />
      <p class="small soft">{writeRenewal(renewsInDays, renewsAt)}</p>
    </section>
  );
}

/** The figures above say the same to screen readers. */
function CreditBar({ left, used }: { left: number | null; used: number | null }) {
  const { settings } = useSession();
  if (left === null || used === null || left + used <= 0) return null;
  const low = settings.data && left < settings.data.options.warnBelowCredits;
  return (
    <div class={low ? "bar low" : "bar"} aria-hidden="true">
      <div style={{ width: `${(100 * left) / (left + used)}%` }} />
    </div>
  );
}

const OF_OWNER = "Formulas use the key of the sheet's owner, whoever types them.";

const TEXTS: Record<AccountView["formulaKey"] | "today", [title: string, text: string]> = {
  yours: ["Formulas use your key", "Formulas in this sheet spend the credits shown above, whoever types them."],
  another: [
    "Formulas use another person's key",
    "Formulas always use the key of the sheet's owner. Jobs that you start use yours.",
  ],
  today: ["Formulas have run today", OF_OWNER],
  unknown: ["No formula has run lately", OF_OWNER],
};

function FormulaKeySection({ formulaKey, formulasToday }: Pick<AccountView, "formulaKey" | "formulasToday">) {
  const { settings } = useSession();
  const { yours, others } = formulasToday;
  const [title, text] = TEXTS[formulaKey === "unknown" && yours + others > 0 ? "today" : formulaKey];
  const limit = settings.data?.options.formulaCreditsADay ?? null;
  return (
    <section class="formula-key">
      <h2>Formulas in this sheet</h2>
      <p class="title">
        <Icon name={formulaKey === "yours" ? "good" : "info"} />
        {title}
      </p>
      <p class="small soft">{text}</p>
      {yours + others === 0 && <p class="small soft">They have spent no credits today.</p>}
      {yours > 0 && (
        <p class="small">
          They have spent at most {many(yours, "credit")} of yours today
          {limit === null ? "." : `; they may spend ${write(limit)} a day.`}
        </p>
      )}
      {others > 0 && <p class="small">They have spent at most {many(others, "credit")} with another key today.</p>}
    </section>
  );
}
