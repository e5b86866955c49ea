import { z } from "zod";
import { readAccount } from "../ledger/accounts";
import { formatTimestamp } from "../timestamp";
import { envelope, type Operation, readParameters } from "./operation";

const NO_PARAMETERS = z.strictObject({});
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Plan and credits. The fields are integers and the ledger counts halves: used credits are rounded up and
 * remaining ones down, so that both always add up to the plan's credits.
 */
export const accountInformation: Operation = ({ state }, { caller, body, now }) => {
  readParameters(NO_PARAMETERS, body);
  const { plan, quotaHalves, usedHalves, renewsAt } = readAccount(state, caller.teamId, now);
  return envelope({
    current_plan: plan,
    remaining_credits: Math.floor((quotaHalves - usedHalves) / 2),
    used_credits: Math.ceil(usedHalves / 2),
    next_quota_renewal_days: Math.ceil((renewsAt - now) / DAY_MS),
    next_quota_renewal_date: formatTimestamp(renewsAt),
  });
};
