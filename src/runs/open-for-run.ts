import { refusalOf } from "../refusal";
import type { Refusal } from "../result";
import { ServiceError } from "../service/errors";
import type { RunParts, RunService } from "./run-parts";
import type { RunRecord } from "./run-record";
import { isRefused, refusal } from "./run-refusal";

/** The service with the key of the person at the keyboard; refused when there is none. */
export function openForAnyRun({ openService }: RunParts): RunService | Refusal {
  try {
    return openService();
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}

/** As `openForAnyRun`; refused also when the key is not the one the run may spend. */
export function openForRun(parts: RunParts, run: Pick<RunRecord, "keyFingerprint">): RunService | Refusal {
  const service = openForAnyRun(parts);
  return isRefused(service) || service.fingerprint === run.keyFingerprint ? service : refusal("OTHER_KEY");
}
