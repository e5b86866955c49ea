import { refusalOf } from "../refusal";
import type { Refusal } from "../result";
import { ServiceError } from "../service/errors";
import type { RunParts, RunService } from "./run-parts";
import type { RunRecord } from "./run-record";
import { refusal } from "./run-refusal";

/** The service with the key of the person at the keyboard, if it is the one the run may spend. */
export function openForRun({ openService }: RunParts, run: Pick<RunRecord, "keyFingerprint">): RunService | Refusal {
  try {
    const service = openService();
    return service.fingerprint === run.keyFingerprint ? service : refusal("OTHER_KEY");
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}
