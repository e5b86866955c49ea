/** From the lowest to the highest. The specification does not show the names (service.account-information). */
export const PLANS = ["FREE", "STARTER", "PRO", "ENTERPRISE"] as const;

export type Plan = (typeof PLANS)[number];

/** Whether `plan` includes what needs at least `minimum`. */
export function includesPlan(plan: Plan, minimum: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf(minimum);
}
