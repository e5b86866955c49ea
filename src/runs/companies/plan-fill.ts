import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import type { FillPlan, FillWish } from "./views";

export function planFill(_parts: FillParts, _request: FillWish): FillPlan | Refusal {
  return refusal("BAD_REQUEST");
}
