import { paceFor } from "../pacing/turns";
import { isRefused, type Refusal } from "../result";
import { refusalOf, ServiceError } from "../service/errors";
import { RATE_LIMITS } from "../service/limits";
import type { Operation } from "../service/operations";
import type { JobService, World } from "./record";

export function openAnyService({ openService }: Pick<World, "openService">): JobService | Refusal {
  try {
    return openService();
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}

/** The time before the first call and after the last answer. */
const START_AND_END_SECONDS = 15;

/** Estimates at the user's own pace, or at the usual pace without a key. */
export function secondsFor(world: World, operation: Operation, calls: number): number {
  if (calls === 0) return 0;
  const service = openAnyService(world);
  const pace = isRefused(service) ? paceFor(RATE_LIMITS[operation]) : service.limiterOf(operation).pace;
  return Math.ceil((calls * 60) / pace.callsPerMinute) + START_AND_END_SECONDS;
}

/** The fingerprint of the caller's key; `null` without a key. */
export function ownFingerprint(world: Pick<World, "openService">): string | null {
  const service = openAnyService(world);
  return isRefused(service) ? null : service.fingerprint;
}
