import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import type { FillUndo } from "./views";

export function undoFill(_parts: FillParts, _id: string, _isMeant: boolean): FillUndo | Refusal {
  return refusal("BAD_REQUEST");
}
