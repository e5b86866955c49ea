import { rangeReads } from "./range-reads";
import { rangeWrites } from "./range-writes";
import type { ServiceCalls } from "./service-call";
import { sheetExtras } from "./sheet-extras";
import { sheetReads } from "./sheet-reads";
import { sheetStructure } from "./sheet-structure";

/** Everything behind `SpreadsheetApp`. */
export const spreadsheetCalls: ServiceCalls = {
  ...rangeReads,
  ...rangeWrites,
  ...sheetExtras,
  ...sheetReads,
  ...sheetStructure,
};
