import type { AccountView, FormulaKey } from "../../src/settings/views";
import { Button, Icon, IconButton, type IconName } from "../controls/button";
import { RefusalNotice, Waiting } from "../controls/notice";
import { userLocale, writeCount, writeRenewal } from "../format";
import { useAction, useSession } from "../session";
import { type Tab, useAnnounce, useNavigation } from "../shell/navigation";
import "./style.css";

/** Plan, credits, renewal, and whose key the formulas use. */
function AccountPage() {
  const { account, readAccount } = useSession();
  const { showTab } = useNavigation();
  if (account.state === "waiting") return <Waiting forWhat="Reading your account" />;
  if (account.state === "refused") {
    return (
      <RefusalNotice refusal={account.refusal}>
        <div class="row">
          <Button look="quiet" onPress={readAccount}>
            Try again
          </Button>
          {account.refusal.code === "INVALID_API_KEY" && (
            <Button look="quiet" onPress={() => showTab("settings")}>
              Open Settings
            </Button>
          )}
        </div>
      </RefusalNotice>
    );
  }
  return (
    <>
      <Credits account={account.data} />
      <FormulaKeySection {...account.data} />
    </>
  );
}

export const account: Tab = { id: "account", label: "Account", icon: "person", needsKey: true, Page: AccountPage };

/** The plan and its credits, with a way to read them anew. */
export function Credits({ account }: { account: AccountView }) {
  const { readAccount } = useSession();
  const announce = useAnnounce();
  const refresh = useAction(readAccount);
  const locale = userLocale();
  const { plan, creditsLeft, creditsUsed, renewsInDays, renewsAt } = account;
  const readAgain = async (): Promise<void> => {
    const result = await refresh.start();
    if (result?.ok) announce(`${writeCount(result.data.creditsLeft, locale)} credits left.`);
  };
  return (
    <section class="credits">
      <div class="plan">
        <div>
          <p class="small soft">Plan</p>
          <h2>{plan || "–"}</h2>
        </div>
        <IconButton icon="refresh" name="Refresh" working={refresh.running} onPress={readAgain} />
      </div>
      {refresh.refusal && <RefusalNotice refusal={refresh.refusal} />}
      <p class="figures">
        <span>
          <strong>{writeCount(creditsLeft, locale)}</strong> credits left
        </span>
        <span class="soft">{writeCount(creditsUsed, locale)} used</span>
      </p>
      <CreditBar left={creditsLeft} used={creditsUsed} />
      <p class="small soft">{writeRenewal(renewsInDays, renewsAt, locale)}</p>
    </section>
  );
}

/** How much of all credits is left, like a battery; the figures above it say the same to screen readers. */
function CreditBar({ left, used }: { left: number | null; used: number | null }) {
  const { settings } = useSession();
  if (left === null || used === null || left + used <= 0) return null;
  const low = settings.state === "here" && left < settings.data.options.warnBelowCredits;
  return (
    <div class={low ? "credit-bar low" : "credit-bar"} aria-hidden="true">
      <div style={{ width: `${(100 * left) / (left + used)}%` }} />
    </div>
  );
}

const TEXTS: Record<FormulaKey, { icon: IconName; title: string; text: string }> = {
  yours: {
    icon: "good",
    title: "They use your key",
    text: "Whoever edits this sheet, its formulas spend the credits shown above.",
  },
  another: {
    icon: "info",
    title: "They use another person's key",
    text: "Formulas always use the key of the sheet's owner. What you start from the menu or here uses yours.",
  },
  unknown: {
    icon: "info",
    title: "Not known yet",
    text: "No formula has run here lately. Formulas use the key of the sheet's owner, whoever types them.",
  },
};

const credits = (count: number): string => `${writeCount(count, userLocale())} ${count === 1 ? "credit" : "credits"}`;

/** Whose credits the formulas of this sheet spend. */
function FormulaKeySection({ formulaKey, formulasToday }: Pick<AccountView, "formulaKey" | "formulasToday">) {
  const { yours, others } = formulasToday;
  const { icon, title, text } = TEXTS[formulaKey];
  return (
    <section class="formula-key">
      <h2>Formulas in this sheet</h2>
      <p class={`title ${formulaKey}`}>
        <Icon name={icon} />
        {title}
      </p>
      <p class="small soft">{text}</p>
      {yours + others === 0 && <p class="small soft">Today they have spent nothing.</p>}
      {yours > 0 && <p class="small">Today they have spent at most {credits(yours)} of yours.</p>}
      {others > 0 && (
        <p class="small">Today they have spent at most {credits(others)} with the key of the sheet's owner.</p>
      )}
    </section>
  );
}
