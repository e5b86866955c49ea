import { Notice } from "../controls/notice";
import { userLocale } from "../format/locale";
import { writeCount } from "../format/numbers";
import { writeRenewal } from "../format/renewal";
import { useSession } from "../state/session";

/** Says in every tab that credits run out, before somebody starts what they do not suffice for. */
export function CreditWarning() {
  const { settings, account } = useSession();
  if (settings.state !== "here" || account.state !== "here") return null;
  const { creditsLeft, renewsInDays } = account.data;
  if (creditsLeft === null) return null;
  if (creditsLeft <= 0) {
    return (
      <Notice tone="error">
        <p>
          <strong>No credits are left.</strong> Only what was paid for before is answered until they renew or you add
          some.
        </p>
      </Notice>
    );
  }
  const renewal = writeRenewal(renewsInDays, null, userLocale());
  if (creditsLeft >= settings.data.options.warnBelowCredits) return null;
  return (
    <Notice tone="warning">
      <p>
        <strong>Only {writeCount(creditsLeft, userLocale())} credits are left.</strong> {renewal && `${renewal}.`}
      </p>
    </Notice>
  );
}
