import { MESSAGES } from "../../messages";
import { call, exception, info } from "../bridge";
import { javaEnum } from "../java-enum";
import { requirePermission } from "../permissions";
import { ChartType } from "./chart";
import { BooleanCriteria, ConditionalFormatRuleBuilder } from "./conditional-format";
import { DataValidationBuilder, DataValidationCriteria } from "./data-validation";
import { DeveloperMetadataLocationType, DeveloperMetadataVisibility } from "./developer-metadata";
import { ProtectionType } from "./protection";
import type { Range } from "./range";
import { RichTextValueBuilder } from "./rich-text";
import type { Sheet } from "./sheet";
import { Spreadsheet } from "./spreadsheet";
import { getUi } from "./ui";

/** The open document; `null` where a standalone project runs without one. */
function active(): Spreadsheet | null {
  requirePermission("readSheet", "SpreadsheetApp.getActiveSpreadsheet");
  return info().hasDocument ? new Spreadsheet(call("SpreadsheetApp.getActive")) : null;
}

/** Other documents need the wide scope, which no emulated project has a document for (facts 4.2). */
function otherDocument(method: string): never {
  requirePermission("otherFiles", `SpreadsheetApp.${method}`);
  throw exception(MESSAGES.noDocument());
}

export const SpreadsheetApp = {
  BooleanCriteria,
  DataValidationCriteria,
  DeveloperMetadataLocationType,
  DeveloperMetadataVisibility,
  ProtectionType,
  WrapStrategy: javaEnum(["WRAP", "OVERFLOW", "CLIP"]),
  getActive: active,
  getActiveSpreadsheet: active,
  getActiveSheet: (): Sheet | null => active()?.getActiveSheet() ?? null,
  getActiveRange: (): Range | null => active()?.getActiveRange() ?? null,
  getActiveRangeList: () => active()?.getActiveRangeList() ?? null,
  getCurrentCell: (): Range | null => active()?.getCurrentCell() ?? null,
  getSelection: () => active()?.getSelection() ?? null,
  setActiveSheet: (sheet: Sheet) => sheet.activate(),
  setActiveRange: (range: Range) => range.activate(),
  setCurrentCell: (range: Range) => range.activate(),
  getUi,
  flush(): void {
    requirePermission("readSheet", "SpreadsheetApp.flush");
    call("SpreadsheetApp.flush");
  },
  newDataValidation: () => new DataValidationBuilder(),
  newConditionalFormatRule: () => new ConditionalFormatRuleBuilder(),
  newRichTextValue: () => new RichTextValueBuilder(),
  openById: () => otherDocument("openById"),
  openByUrl: () => otherDocument("openByUrl"),
  create: () => otherDocument("create"),
};

export const Charts = { ChartType };
