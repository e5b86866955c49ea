import type { SheetMaker } from "../../sheet/sheet-maker";
import type { RunParts } from "../run-parts";
import type { RunStore } from "../run-record";

/** Everything a fill needs of the world, in one execution. */
export interface FillParts extends RunParts {
  /** User properties: searches are kept for the person, not for the spreadsheet. */
  userStore: RunStore;
  sheets: SheetMaker;
}
