import { userProperties } from "./platform/property-stores";
import type { Refusal, Result } from "./result";
import { answerRun } from "./run-wiring";
import type { FillParts } from "./runs/companies/fill-parts";

/**
 * Answers the sidebar about companies; refused in a cell.
 * @param isAsked whether what was sent has the right shape
 */
export function answerCompanies<Request, Data extends object>(
  request: unknown,
  isAsked: (value: unknown) => value is Request,
  work: (parts: FillParts, request: Request) => Data | Refusal,
): Result<Data> {
  return answerRun(request, isAsked, (parts, asked) => work({ ...parts, userStore: userProperties }, asked));
}
