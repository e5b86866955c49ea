import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import type { FillSliceReport, FillSliceRequest } from "./views";

export function fillPages(_parts: FillParts, _request: FillSliceRequest): FillSliceReport | Refusal {
  return refusal("BAD_REQUEST");
}
