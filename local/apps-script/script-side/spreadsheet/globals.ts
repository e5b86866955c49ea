import { MESSAGES } from "../../messages";
import { call, exception, info } from "../bridge";
import { javaEnum, printAsClass } from "../java-enum";
import { requirePermission } from "../permissions";
import { ChartType, EmbeddedChart, EmbeddedChartBuilder } from "./chart";
import { BooleanCriteria, ConditionalFormatRule, ConditionalFormatRuleBuilder } from "./conditional-format";
import { CopyPasteType } from "./copy-paste";
import { DataValidation, DataValidationBuilder, DataValidationCriteria } from "./data-validation";
import {
  DeveloperMetadata,
  DeveloperMetadataLocationType,
  DeveloperMetadataVisibility,
  MetadataFinder,
} from "./developer-metadata";
import { Filter, FilterCriteria, FilterCriteriaBuilder } from "./filter";
import { Protection, ProtectionType } from "./protection";
import { Range } from "./range";
import { RangeList } from "./range-list";
import { RichTextValue, RichTextValueBuilder } from "./rich-text";
import { Sheet } from "./sheet";
import { Spreadsheet } from "./spreadsheet";
import { getUi, Menu } from "./ui";

printAsClass({
  ConditionalFormatRule,
  ConditionalFormatRuleBuilder,
  DataValidation,
  DataValidationBuilder,
  DeveloperMetadata,
  DeveloperMetadataFinder: MetadataFinder,
  EmbeddedChart,
  EmbeddedChartBuilder,
  Filter,
  FilterCriteria,
  FilterCriteriaBuilder,
  Menu,
  Protection,
  Range,
  RangeList,
  RichTextValue,
  RichTextValueBuilder,
  Sheet,
  Spreadsheet,
});

/** The open document; `null` where a standalone project runs without one. */
function active(): Spreadsheet | null {
  requirePermission("readSheet", "SpreadsheetApp.getActiveSpreadsheet");
  return info().hasDocument ? new Spreadsheet(call("SpreadsheetApp.getActive")) : null;
}

/** Other documents need the wide scope, which no emulated project has a document for. */
function otherDocument(method: string): never {
  requirePermission("otherFiles", `SpreadsheetApp.${method}`);
  throw exception(MESSAGES.noDocument());
}

export const SpreadsheetApp = {
  BooleanCriteria,
  CopyPasteType,
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
  flush(): null {
    requirePermission("readSheet", "SpreadsheetApp.flush");
    call("SpreadsheetApp.flush");
    return null;
  },
  newDataValidation: () => new DataValidationBuilder(),
  newFilterCriteria: () => new FilterCriteriaBuilder(),
  newConditionalFormatRule: () => new ConditionalFormatRuleBuilder(),
  newRichTextValue: () => new RichTextValueBuilder(),
  openById: () => otherDocument("openById"),
  openByUrl: () => otherDocument("openByUrl"),
  create: () => otherDocument("create"),
};

export const Charts = { ChartType };
