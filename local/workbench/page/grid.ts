import designText from "@univerjs/design/locale/en-US";
import docsText from "@univerjs/docs-ui/locale/en-US";
import sheetsText from "@univerjs/sheets/locale/en-US";
import formulaText from "@univerjs/sheets-formula/locale/en-US";
import formulaUiText from "@univerjs/sheets-formula-ui/locale/en-US";
import numberFormatText from "@univerjs/sheets-numfmt-ui/locale/en-US";
import sheetsUiText from "@univerjs/sheets-ui/locale/en-US";
import uiText from "@univerjs/ui/locale/en-US";
import "@univerjs/engine-formula/facade";
import "@univerjs/ui/facade";
import "@univerjs/sheets/facade";
import "@univerjs/sheets-ui/facade";
import "@univerjs/sheets-formula/facade";
import "@univerjs/design/lib/index.css";
import "@univerjs/ui/lib/index.css";
import "@univerjs/docs-ui/lib/index.css";
import "@univerjs/sheets-ui/lib/index.css";
import "@univerjs/sheets-formula-ui/lib/index.css";
import "@univerjs/sheets-numfmt-ui/lib/index.css";
import {
  ICommandService,
  type IMutationInfo,
  LifecycleService,
  LifecycleStages,
  LocaleType,
  LogLevel,
  mergeLocales,
  Univer,
} from "@univerjs/core";
import { FUniver } from "@univerjs/core/facade";
import { UniverDocsPlugin } from "@univerjs/docs";
import { UniverDocsUIPlugin } from "@univerjs/docs-ui";
import { UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { UniverRenderEnginePlugin } from "@univerjs/engine-render";
import { SetSelectionsOperation, SetWorksheetActiveOperation, UniverSheetsPlugin } from "@univerjs/sheets";
import { UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import { UniverSheetsFormulaUIPlugin } from "@univerjs/sheets-formula-ui";
import { UniverSheetsNumfmtPlugin } from "@univerjs/sheets-numfmt";
import { UniverSheetsNumfmtUIPlugin } from "@univerjs/sheets-numfmt-ui";
import { ScrollToRangeOperation, UniverSheetsUIPlugin } from "@univerjs/sheets-ui";
import { UniverUIPlugin } from "@univerjs/ui";
import type { PageArea, PageMessage } from "../messages";

/** Univer as the page shows it. It edits and draws; the server computes. */
export interface Grid {
  readonly api: FUniver;
  readonly commands: ICommandService;
  get<T>(service: Parameters<ReturnType<Univer["__getInjector"]>["get"]>[0]): T;
  /** Every mutation, with what Univer says about it. */
  onMutation(listener: (mutation: IMutationInfo<object>, options: GridOptions) => void): void;
}

export interface GridOptions {
  onlyLocal?: boolean;
  fromSync?: boolean;
  [option: string]: unknown;
}

/** Sheets marks the optional arguments of its own functions so, and says nothing about the others. */
const HELP_AS_IN_SHEETS = {
  "sheets-formula-ui": {
    prompt: { helpExample: "Example", helpAbstract: "About", required: "", optional: "[optional]" },
  },
};

/** Draws an empty spreadsheet into the element with this id. */
export function startGrid(containerId: string): Grid {
  const texts = [designText, uiText, docsText, sheetsText, sheetsUiText, formulaText, formulaUiText, numberFormatText];
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: mergeLocales(...texts, HELP_AS_IN_SHEETS) },
    logLevel: LogLevel.ERROR,
  });
  univer.registerPlugin(UniverRenderEnginePlugin);
  univer.registerPlugin(UniverFormulaEnginePlugin, { notExecuteFormula: true });
  univer.registerPlugin(UniverUIPlugin, { container: containerId, ribbonType: "simple", disableAutoFocus: true });
  univer.registerPlugin(UniverDocsPlugin);
  univer.registerPlugin(UniverDocsUIPlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  univer.registerPlugin(UniverSheetsUIPlugin, { disableForceStringAlert: true, disableForceStringMark: true });
  univer.registerPlugin(UniverSheetsFormulaPlugin);
  univer.registerPlugin(UniverSheetsFormulaUIPlugin);
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  univer.registerPlugin(UniverSheetsNumfmtUIPlugin);
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  return {
    api: FUniver.newAPI(univer),
    commands,
    get: (service) => injector.get(service) as never,
    onMutation: (listener) => {
      commands.onMutationExecutedForCollab((mutation, options) =>
        listener(mutation as IMutationInfo<object>, (options ?? {}) as GridOptions),
      );
    },
  };
}

/** Calls back once the first workbook is on the screen. */
export function whenDrawn(grid: Grid, act: () => void): void {
  void grid.get<LifecycleService>(LifecycleService).onStage(LifecycleStages.Rendered).then(act);
}

/**
 * Selects the selected cell until the name box names it. A selection alone fills the name box, and on a busy computer the
 * name box begins to listen long after the cells are drawn.
 */
export function fillNameBox(grid: Grid): void {
  if (document.querySelector<HTMLInputElement>("[data-u-comp=defined-name] input")?.value) return;
  const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
  const cell = sheet?.getActiveCell();
  sheet?.setActiveRange(sheet.getRange(cell?.getRow() ?? 0, cell?.getColumn() ?? 0));
  requestAnimationFrame(() => fillNameBox(grid));
}

/** Calls back when something else is selected or another sheet comes to the front. */
export function onSelection(grid: Grid, act: () => void): void {
  // Univer's own event leaves out the first click.
  grid.commands.onCommandExecuted(({ id }) => {
    if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) queueMicrotask(act);
  });
}

/** The sheet in front and the selected cell's column, counted from 1. */
export function selectedColumn(grid: Grid): { sheetName: string; column: number } | null {
  const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
  const cell = sheet?.getActiveCell();
  return sheet && cell ? { sheetName: sheet.getSheetName(), column: cell.getColumn() + 1 } : null;
}

/** Tells the server what is selected: scripts ask for the active range. */
export function reportSelection(grid: Grid, send: (message: PageMessage) => void): () => void {
  const report = () => {
    const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
    const ranges = sheet?.getSelection()?.getActiveRangeList() ?? [];
    if (!sheet || ranges.length === 0) return;
    const areas = ranges.map((range) => ({
      row: range.getRow() + 1,
      column: range.getColumn() + 1,
      rows: range.getHeight(),
      columns: range.getWidth(),
    }));
    send({ type: "select", sheetName: sheet.getSheetName(), areas });
  };
  onSelection(grid, report);
  return report;
}

const firstCell = ({ row, column }: PageArea) => ({
  startRow: row - 1,
  endRow: row - 1,
  startColumn: column - 1,
  endColumn: column - 1,
});

/** Shows what a script has selected; the last area is the active range. */
export function select(grid: Grid, sheetName: string, areas: readonly PageArea[]): void {
  const workbook = grid.api.getActiveWorkbook();
  const sheet = workbook?.getSheetByName(sheetName);
  const area = areas.at(-1);
  if (!workbook || !sheet || !area) return;
  workbook.setActiveSheet(sheet);
  sheet.setActiveRange(sheet.getRange(area.row - 1, area.column - 1, area.rows, area.columns));
  // As Google does: what is in view already does not move. A sheet that comes to the front is drawn first.
  setTimeout(() => void grid.api.executeCommand(ScrollToRangeOperation.id, { range: firstCell(area) }));
  if (areas.length === 1) return;
  const selections = areas.map((each) => {
    const [startRow, startColumn] = [each.row - 1, each.column - 1];
    const range = {
      startRow,
      startColumn,
      endRow: startRow + each.rows - 1,
      endColumn: startColumn + each.columns - 1,
    };
    const cell = { startRow, startColumn, endRow: startRow, endColumn: startColumn };
    const primary = {
      ...cell,
      actualRow: startRow,
      actualColumn: startColumn,
      isMerged: false,
      isMergedMainCell: false,
    };
    return { range, primary: each === area ? primary : null, style: null };
  });
  const place = { unitId: workbook.getId(), subUnitId: sheet.getSheetId() };
  void grid.api.executeCommand(SetSelectionsOperation.id, { ...place, selections });
}
