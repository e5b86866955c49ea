import type { AccountInformation } from "../service/responses";
import type { AccountView, FormulaKey } from "./views";

/** Plan names are short; what is longer is no name. */
const MAX_PLAN_CHARACTERS = 60;

const count = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY ? value : null;

/** The service writes `YYYY-MM-DD HH:MM:SS+00:00` (2.1), which not every browser reads. */
function isoDate(value: unknown): string | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)([+-]\d\d:\d\d)$/.exec(typeof value === "string" ? value : "");
  return match ? `${match[1]}T${match[2]}${match[3]}` : null;
}

/** Takes what can be shown out of the service's answer, which may hold anything. */
export function accountView(
  information: AccountInformation,
  formulaKey: FormulaKey,
  formulasToday: AccountView["formulasToday"],
): AccountView {
  const { current_plan, remaining_credits, used_credits, next_quota_renewal_days, next_quota_renewal_date } =
    information;
  return {
    plan: typeof current_plan === "string" ? current_plan.slice(0, MAX_PLAN_CHARACTERS) : "",
    creditsLeft: count(remaining_credits),
    creditsUsed: count(used_credits),
    renewsInDays: count(next_quota_renewal_days),
    renewsAt: isoDate(next_quota_renewal_date),
    formulaKey,
    formulasToday,
  };
}
