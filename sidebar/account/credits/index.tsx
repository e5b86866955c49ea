import type { AccountView } from "../../../src/settings/views";
import { IconButton } from "../../controls/button";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { writeRenewal } from "../../format/renewal";
import { useAnnounce } from "../../shell/announcer";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";
import { CreditBar } from "../credit-bar";
import "./style.css";

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
