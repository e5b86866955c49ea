import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import type { FillEndRequest, FillView } from "./views";

export function endFill(_parts: FillParts, _request: FillEndRequest): FillView | Refusal {
  return refusal("BAD_REQUEST");
}

export function resumeFill(_parts: FillParts, _id: string, _withOwnKey: boolean): FillView | Refusal {
  return refusal("BAD_REQUEST");
}

export function findFills(_parts: FillParts): FillView[] {
  return [];
}
