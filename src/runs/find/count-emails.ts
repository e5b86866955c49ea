import type { Refusal } from "../../result";
import type { RunParts } from "../run-parts";
import { refusal } from "../run-refusal";
import type { CountedEmails, CountRequest } from "../views";

/** How many emails are known for the domains that a run would ask. */
export function countEmails(_parts: RunParts, _request: CountRequest): CountedEmails | Refusal {
  return refusal("BAD_REQUEST");
}
