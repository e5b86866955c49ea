import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import type { FillView, FillWish } from "./views";

export function startFill(_parts: FillParts, _request: FillWish): FillView | Refusal {
  return refusal("BAD_REQUEST");
}
