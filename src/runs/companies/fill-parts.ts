import type { AppendParts } from "../append/append-list";
import type { RunStore } from "../run-record";

/** Everything a fill needs of the world, in one execution. */
export interface FillParts extends AppendParts {
  /** User properties: searches are kept for the person, not for the spreadsheet. */
  userStore: RunStore;
}
