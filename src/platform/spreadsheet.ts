import {
  type Block,
  type Book,
  type CellValue,
  type ColumnMark,
  columnLetter,
  lastThere,
  MovedError,
  NEW_GRID,
  type PinnedTable,
  type Selected,
  type Table,
  type TableChanges,
  unlessGoogleFails,
} from "../sheet/table";
import { conditionsOn, removeConditions, showOnly } from "./basic-filter";
import { fillChartSheet } from "./chart-sheet";
import { addColours, removeColours } from "./colour-rules";
import { fillCopySheet } from "./copy-sheet";
import { headerStyles } from "./header-styles";
import {
  changeSheets,
  flushSheets,
  flushSheetsLater,
  forgetOfSheets,
  freeSheetName,
  insertFilled,
  isKnownOfSheets,
  knownOfSheets,
  nameOfSheet,
  namesOfSheets,
  readSheets,
  sheetsOf,
} from "./sheet-memory";
import { askVisibleRows, deleteHelpers, noteActiveSheet } from "./visible-rows";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Only this add-on sees its metadata. */
const METADATA_KEY = "sheetscout";

/** People insert no more rows or columns than this between counting and reading them. */
const MOVED_MEANWHILE = 8;

/** Two of Google's new sheets. Reading this many blank cells takes less time than another call. */
const MAX_CELLS_AT_ONCE = 2 * NEW_GRID.rows * NEW_GRID.columns;

/** google.cells-in-all */
const MAX_CELLS = 10_000_000;

/** People freeze fewer rows or columns than this. Asking for their number costs a call. */
const MAX_FROZEN = 10;

export function openBook(): Book {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  return {
    selected(): Selected {
      readSheets();
      const ranges = spreadsheet.getActiveRangeList()?.getRanges() ?? [];
      const areas = ranges.map((range) => ({ from: range.getRow(), to: range.getRow() + range.getNumRows() - 1 }));
      const active = ranges[0]?.getSheet() ?? spreadsheet.getActiveSheet();
      noteActiveSheet(active);
      return {
        table: openTable(spreadsheet, active),
        row: areas[0]?.from ?? 1,
        column: ranges[0]?.getColumn() ?? 1,
        rows: areas,
        isRange: ranges.some((range) => range.getNumRows() > 1) || ranges.length > 1,
      };
    },
    table(id) {
      const sheet = sheetWithId(spreadsheet, id);
      return sheet ? openTable(spreadsheet, sheet) : null;
    },
    pinnedTable: (id) => findPinned(spreadsheet).get(id) ?? null,
    pinnedBefore: (id) => foundBefore?.get(id) ?? null,
    sheetName(id) {
      const known = nameOfOpened(id);
      if (known) return known;
      const sheet = sheetWithId(spreadsheet, id);
      return sheet ? nameOfSheet(sheet) : "";
    },
    rememberName: (id, name) => void namesOfSheets.set(id, name),
    pinnedTables: () => [...findPinned(spreadsheet).values()],
    addChartSheet: (name, chart) => insertFilled(spreadsheet, name, (sheet) => fillChartSheet(sheet, name, chart)).name,
    addCopySheet(wanted, rows, headerRows) {
      const fill = (sheet: Sheet): CellValue[][] => fillCopySheet(sheet, rows, headerRows, openedSheets);
      const { sheet, name, filled } = insertFilled(spreadsheet, wanted, fill);
      return { table: openTable(spreadsheet, sheet), name, cells: filled };
    },
    sheetNames: () => sheetsOf(spreadsheet).map((sheet) => ({ id: sheet.getSheetId(), name: sheet.getName() })),
    sheetIds: () => sheetsOf(spreadsheet).map((sheet) => sheet.getSheetId()),
    freeName: (wanted, isSure = false) => freeSheetName(spreadsheet, wanted, isSure),
    addSheet(name) {
      changeSheets();
      const sheet = spreadsheet.insertSheet(name);
      namesOfSheets.set(sheet.getSheetId(), name);
      return openTable(spreadsheet, sheet);
    },
    findSheet(name) {
      const sheet = spreadsheet.getSheetByName(name);
      return sheet && openTable(spreadsheet, sheet);
    },
    isFull(more) {
      const cellsOf = (sheet: Sheet): number => sheet.getMaxRows() * sheet.getMaxColumns();
      const all = unlessGoogleFails(() => sheetsOf(spreadsheet).reduce((sum, sheet) => sum + cellsOf(sheet), more));
      return Number(all) > MAX_CELLS;
    },
    takeOutHelpers() {
      changeSheets();
      deleteHelpers(spreadsheet);
    },
    localTime: (ms) => Utilities.formatDate(new Date(ms), spreadsheet.getSpreadsheetTimeZone(), "yyyy-MM-dd HH:mm"),
    flush: flushSheets,
    flushLater: flushSheetsLater,
  };
}

const sheetWithId = (spreadsheet: Spreadsheet, id: number): Sheet | undefined =>
  sheetsOf(spreadsheet).find((each) => each.getSheetId() === id);

const openedSheets = new Map<number, Sheet>();

function nameOfOpened(id: number): string | undefined | null {
  const sheet = openedSheets.get(id);
  // The sheet may have been deleted.
  return namesOfSheets.get(id) ?? (sheet && unlessGoogleFails(() => nameOfSheet(sheet)));
}

/** The metadata found last. A column takes its metadata along when it is moved. */
const metadataOf = new Map<string, GoogleAppsScript.Spreadsheet.DeveloperMetadata[]>();

const metadataName = (sheetId: number, value: string): string => `${sheetId} ${value}`;

/** `null` after this execution has changed columns itself. */
let foundBefore: Map<number, PinnedTable> | null = null;
const CHANGES_OF_COLUMNS = ["pin", "unpin", "insertColumnsAfter", "deleteColumns"];

/** Metadata knows its column, and the column its sheet, so nothing else has to be asked. */
function findPinned(spreadsheet: Spreadsheet): Map<number, PinnedTable> {
  const find = (): Map<number, PinnedTable> => {
    const found = new Map<number, PinnedTable>();
    metadataOf.clear();
    for (const metadata of spreadsheet.createDeveloperMetadataFinder().withKey(METADATA_KEY).find()) {
      const column = metadata.getLocation().getColumn();
      const sheet = column?.getSheet();
      if (!column || !sheet) continue;
      const [id, value] = [sheet.getSheetId(), metadata.getValue() ?? ""];
      const pinned = found.get(id) ?? { table: openTable(spreadsheet, sheet), marks: [] };
      pinned.marks.push({ column: column.getColumn(), value });
      found.set(id, pinned);
      const name = metadataName(id, value);
      metadataOf.set(name, [...(metadataOf.get(name) ?? []), metadata]);
    }
    foundBefore = found;
    return found;
  };
  return knownOfSheets("marks", find, true);
}

function openTable(spreadsheet: Spreadsheet, sheet: Sheet): Table {
  const id = sheet.getSheetId();
  openedSheets.set(id, sheet);
  const ranges = rangesOf(sheet);
  const { rangeOf, wholeColumns, hasCell } = ranges;
  const marks = (): ColumnMark[] => findPinned(spreadsheet).get(id)?.marks ?? [];
  const extent = (): { rows: number; columns: number } =>
    knownOfSheets(`extent ${id}`, () => {
      const content = sheet.getDataRange();
      const [rows, columns] = [content.getNumRows(), content.getNumColumns()];
      // Google also gives A1 for a blank sheet.
      return rows * columns === 1 && sheet.getLastRow() === 0 ? { rows: 0, columns: 0 } : { rows, columns };
    });
  /** Counts blank cells too, because asking where the content ends would cost another call. */
  function wholeIfSmall(): { rows: number; columns: number } | null {
    if (isKnownOfSheets(`extent ${id}`)) return null;
    const rows = lastThere(MAX_CELLS_AT_ONCE + 1, (row) => hasCell(row, 1));
    const columns = lastThere(MAX_CELLS_AT_ONCE + 1, (column) => hasCell(1, column));
    return rows * columns <= MAX_CELLS_AT_ONCE ? { rows, columns } : null;
  }
  function usedAndMore(): { rows: number; columns: number } {
    const used = extent();
    let [rows, columns] = [used.rows + MOVED_MEANWHILE, used.columns + MOVED_MEANWHILE];
    while (rows > 1 && rows > used.rows && !hasCell(rows, 1)) rows--;
    while (columns > 1 && columns > used.columns && !hasCell(1, columns)) columns--;
    return { rows, columns };
  }
  function usedRange() {
    const { rows, columns } = wholeIfSmall() ?? usedAndMore();
    readSheets();
    return rangeOf({ row: 1, column: 1, rows, columns });
  }
  return {
    id,
    name: () => nameOfSheet(sheet),
    lastRow: () => extent().rows,
    lastColumn: () => extent().columns,
    hasCell,
    canEdit: ({ row, column }) => unlessGoogleFails(() => sheet.getRange(row, column).canEdit()) !== false,
    gridColumns: () => gridColumnsOf(sheet),
    isLastVisible: () =>
      sheetsOf(spreadsheet).every((each) => each.getSheetId() === id || each.isSheetHidden()) && !sheet.isSheetHidden(),
    marks,
    marksNow() {
      forgetOfSheets("marks");
      return marks();
    },
    read(block) {
      readSheets();
      return rangeOf(block).getValues() as CellValue[][];
    },
    readRows(from, to) {
      readSheets();
      return orMoved(() => sheet.getRange(`${from}:${to}`).getValues() as CellValue[][]);
    },
    readUsed() {
      const cells = usedRange().getValues() as CellValue[][];
      while (cells[cells.length - 1]?.every((cell) => cell === "")) cells.pop();
      return cells;
    },
    readColumn(column) {
      readSheets();
      const cells = orMoved(() => wholeColumns(column, column).getValues());
      return cells.map(([cell]) => cell as CellValue);
    },
    readLooks(block) {
      readSheets();
      const range = rangeOf(block);
      return { numberFormats: range.getNumberFormats(), backgrounds: range.getBackgrounds() };
    },
    conditionsOn: (columns) => conditionsOn(sheet, columns),
    hasNotes: () => usedRange().getNotes().flat().some(Boolean),
    readUsedFormulas: () => usedRange().getFormulas(),
    mergedTo(row, column) {
      readSheets();
      const [merge] = rangeOf({ row, column, rows: 1, columns: 1 }).getMergedRanges();
      return merge ? merge.getLastColumn() : column;
    },
    readFormulas(block) {
      readSheets();
      return rangeOf(block).getFormulas();
    },
    readAll() {
      readSheets();
      const content = sheet.getDataRange();
      return { values: content.getValues() as CellValue[][], formulas: content.getFormulas() };
    },
    flush: flushSheets,
    bringForward(column, rows) {
      const letter = column === null ? "" : columnLetter(column);
      if (rows.length > 0) sheet.getRangeList(rows.map(({ from, to }) => `${letter}${from}:${letter}${to}`)).activate();
      else if (column === null) spreadsheet.setActiveSheet(sheet, true);
      else sheet.getRange(1, column).activate();
    },
    ...forgettingBefore(changesOf(spreadsheet, sheet, ranges)),
  };
}

const gridColumnsOf = (sheet: Sheet): number =>
  knownOfSheets(`grid ${sheet.getSheetId()}`, () => sheet.getMaxColumns());

/** Google's error for parts that are gone says nothing. @throws MovedError instead */
function orMoved<Part>(find: () => Part): Part {
  try {
    return find();
  } catch {
    throw new MovedError();
  }
}

function rangesOf(sheet: Sheet) {
  const rangeOf = ({ row, column, rows, columns }: Block) => orMoved(() => sheet.getRange(row, column, rows, columns));
  const wholeColumns = (from: number, to: number) =>
    orMoved(() => sheet.getRange(`${columnLetter(from)}:${columnLetter(to)}`));
  const hasCell = (row: number, column: number): boolean =>
    unlessGoogleFails(() => sheet.getRange(row, column)) !== null;
  return { rangeOf, wholeColumns, hasCell };
}

function changesOf(
  spreadsheet: Spreadsheet,
  sheet: Sheet,
  { rangeOf, wholeColumns, hasCell }: ReturnType<typeof rangesOf>,
): TableChanges {
  const id = sheet.getSheetId();
  /** @throws MovedError if the cell is gone */
  function beside(row: number, column: number, change: () => unknown): void {
    try {
      change();
    } catch (thrown) {
      throw hasCell(row, column) ? thrown : new MovedError();
    }
  }
  const changes: TableChanges = {
    pin(column, value) {
      // With the visibility PROJECT, marks may be lost with the Cloud project and in copies (google.document-copy).
      const visibility = SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT;
      metadataOf.delete(metadataName(id, value));
      wholeColumns(column, column).addDeveloperMetadata(METADATA_KEY, value, visibility);
    },
    unpin(values) {
      const names = [...new Set(values)].map((value) => metadataName(id, value));
      if (!names.every((name) => metadataOf.has(name))) findPinned(spreadsheet);
      for (const name of names) {
        for (const metadata of metadataOf.get(name) ?? []) metadata.remove();
        metadataOf.delete(name);
      }
      forgetOfSheets("marks");
    },
    write: (block, values) => rangeOf(block).setValues(values),
    replaceText: (block, text, replacement) =>
      rangeOf(block).createTextFinder(text).matchFormulaText(true).matchCase(true).replaceAllWith(replacement),
    writeEverywhere(blocks, value) {
      const cell = (row: number, column: number): string => columnLetter(column) + row;
      const areas = blocks.map(
        ({ row, column, rows, columns }) => `${cell(row, column)}:${cell(row + rows - 1, column + columns - 1)}`,
      );
      sheet.getRangeList(areas).setValue(value);
    },
    visibleRows: (from, to) => askVisibleRows(spreadsheet, sheet, from, to),
    insertColumnsAfter(column, count) {
      beside(1, column, () => sheet.insertColumnsAfter(column, count));
    },
    clearInherited(column, count) {
      wholeColumns(column, column + count - 1).clear({ formatOnly: true, validationsOnly: true });
    },
    clearRowFormats: (from, to) => void sheet.getRange(`${from}:${to}`).clearFormat(),
    copyNumberFormats(from, to) {
      const [source, target] = [from, to].map((column) => wholeColumns(column, column).getNumberFormats());
      source?.forEach(([format = NO_FORMAT], i) => {
        if (format !== NO_FORMAT && target?.[i]?.[0] === NO_FORMAT) sheet.getRange(i + 1, to).setNumberFormat(format);
      });
    },
    hideColumn: (column) => beside(1, column, () => sheet.hideColumns(column)),
    showColumns: (column, count) => beside(1, column + count - 1, () => sheet.showColumns(column, count)),
    deleteColumns: (column, count) => beside(1, column + count - 1, () => sheet.deleteColumns(column, count)),
    insertRowsAfter: (row, count) => beside(row, 1, () => sheet.insertRowsAfter(row, count)),
    deleteRows: (from, count) => beside(from + count - 1, 1, () => sheet.deleteRows(from, count)),
    keepOneBesides(dimension, deletions) {
      const isRows = dimension === "rows";
      const spare = deletions + MAX_FROZEN + 1;
      if (isRows ? hasCell(spare, 1) : hasCell(1, spare)) return;
      const size = isRows ? sheet.getMaxRows() : gridColumnsOf(sheet);
      if (size - (isRows ? sheet.getFrozenRows() : sheet.getFrozenColumns()) > deletions) return;
      if (isRows) sheet.insertRowsAfter(size, 1);
      else {
        sheet.insertColumnsAfter(size, 1);
        changes.clearInherited(size + 1, 1);
      }
    },
    ...headerStyles(sheet, rangeOf),
    rename(name) {
      sheet.setName(name);
      namesOfSheets.set(id, name);
    },
    showOnly: (rows) => showOnly(sheet, rows),
    removeConditions: (columns) => removeConditions(sheet, columns),
    hide: () => sheet.hideSheet(),
    show: () => sheet.showSheet(),
    remove: () => spreadsheet.deleteSheet(sheet),
    addColours: (column, colours, isNew) => addColours(sheet, column, wholeColumns(column, column), colours, isNew),
    removeColours: (colours, choose) => removeColours(sheet, colours, choose),
  };
  return changes;
}

function forgettingBefore<Changes extends object>(changes: Changes): Changes {
  const entries = Object.entries(changes).map(([name, change]) => [
    name,
    (...args: unknown[]) => {
      changeSheets();
      if (CHANGES_OF_COLUMNS.includes(name)) foundBefore = null;
      return change(...args);
    },
  ]);
  return Object.fromEntries(entries);
}

/** The format of a cell that has none of its own (google.automatic-format). */
const NO_FORMAT = "0.###############";

/** False in an execution of a trigger that gets no spreadsheet, or no lock, from Google (google.addon-triggers). */
export const hasSpreadsheet = (): boolean =>
  SpreadsheetApp.getActiveSpreadsheet() !== null &&
  PropertiesService.getDocumentProperties() !== null &&
  LockService.getDocumentLock() !== null;

/** The table stays this sheet when the user changes to another. */
export const openActiveSheet = (): Table =>
  openTable(SpreadsheetApp.getActiveSpreadsheet(), SpreadsheetApp.getActiveSheet());

export function readSelection(): Block | null {
  const range = SpreadsheetApp.getActiveRange();
  if (!range) return null;
  return { row: range.getRow(), column: range.getColumn(), rows: range.getNumRows(), columns: range.getNumColumns() };
}
