import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import type { FillSummary } from "./views";

export function summariseFill(_parts: FillParts, _id: string): FillSummary | Refusal {
  return refusal("BAD_REQUEST");
}
