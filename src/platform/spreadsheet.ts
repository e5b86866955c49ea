import { neutralText } from "../sheet/cell-text";
import {
  type Block,
  type Book,
  type CellValue,
  type ColumnMark,
  columnLetter,
  MovedError,
  type Selected,
  spansOf,
  type Table,
} from "../sheet/table";
import {
  changeSheets,
  flushSheets,
  freeSheetName,
  knownOfSheets,
  namesOfSheets,
  readSheets,
  sheetsOf,
} from "./sheet-memory";
import { readVisibleRows } from "./visible-rows";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** The name of all our developer metadata; only this add-on sees it. */
const METADATA_KEY = "sheetscout";

/** Wide enough for the names of most fields; Google's own new sheets have 100. */
const NEW_COLUMN_PX = 130;

export function openBook(): Book {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  return {
    selected(): Selected {
      readSheets();
      const ranges = spreadsheet.getActiveRangeList()?.getRanges() ?? [];
      const areas = ranges.map((range) => ({ from: range.getRow(), to: range.getRow() + range.getNumRows() - 1 }));
      return {
        table: openTable(spreadsheet, spreadsheet.getActiveSheet()),
        column: ranges[0]?.getColumn() ?? 1,
        rows: areas,
        isRange: ranges.some((range) => range.getNumRows() > 1) || ranges.length > 1,
      };
    },
    table(id) {
      const sheet = sheetsOf(spreadsheet).find((each) => each.getSheetId() === id);
      return sheet ? openTable(spreadsheet, sheet) : null;
    },
    pinnedTable(id) {
      const found = findMarks(spreadsheet).get(id);
      return found ? { table: openTable(spreadsheet, found.sheet), marks: found.marks } : null;
    },
    sheetName(id) {
      const name =
        namesOfSheets.get(id) ??
        sheetsOf(spreadsheet)
          .find((each) => each.getSheetId() === id)
          ?.getName();
      if (name !== undefined) namesOfSheets.set(id, name);
      return name ?? "";
    },
    pinnedTables: () =>
      [...findMarks(spreadsheet).values()].map(({ sheet, marks }) => ({
        table: openTable(spreadsheet, sheet),
        marks,
      })),
    addChartSheet: (name, rows, widthPx) => addChartSheet(spreadsheet, name, rows, widthPx),
    freeName: (wished) => freeSheetName(spreadsheet, wished).name,
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
    flush: flushSheets,
  };
}

interface PinnedSheet {
  sheet: Sheet;
  marks: ColumnMark[];
}

/** By sheet. Metadata knows its column, and the column its sheet: nothing else has to be asked. */
const findMarks = (spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): Map<number, PinnedSheet> =>
  knownOfSheets("marks", () => {
    const found = new Map<number, PinnedSheet>();
    for (const metadata of spreadsheet.createDeveloperMetadataFinder().withKey(METADATA_KEY).find()) {
      const column = metadata.getLocation().getColumn();
      const sheet = column?.getSheet();
      const id = sheet?.getSheetId();
      if (!column || !sheet || id === undefined) continue;
      const pinned = found.get(id) ?? { sheet, marks: [] };
      pinned.marks.push({ column: column.getColumn(), value: metadata.getValue() ?? "" });
      found.set(id, pinned);
    }
    return found;
  });

function addChartSheet(
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet,
  wished: string,
  rows: CellValue[][],
  widthPx: number,
): string {
  changeSheets();
  const { name, base } = freeSheetName(spreadsheet, wished);
  const sheet = spreadsheet.insertSheet(name);
  try {
    fillChartSheet(sheet, base, rows, widthPx);
  } catch (thrown) {
    // Tried again, it makes another one.
    spreadsheet.deleteSheet(sheet);
    throw thrown;
  }
  return name;
}

function fillChartSheet(sheet: Sheet, title: string, rows: CellValue[][], widthPx: number): void {
  const width = rows[0]?.length ?? 0;
  const table = sheet.getRange(1, 1, rows.length, width);
  table.setValues(rows.map((row) => row.map((cell) => (typeof cell === "string" ? neutralText(cell) : cell))));
  sheet.setColumnWidth(1, widthPx);
  const chart = sheet
    .newChart()
    .setChartType(Charts.ChartType.BAR)
    .addRange(table)
    .setNumHeaders(1)
    .setPosition(2, width + 2, 0, 0)
    .setOption("title", title)
    .setOption("legend", { position: "none" })
    .build();
  sheet.insertChart(chart);
}

function openTable(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet, sheet: Sheet): Table {
  const id = sheet.getSheetId();
  function rangeOf({ row, column, rows, columns }: Block) {
    try {
      return sheet.getRange(row, column, rows, columns);
    } catch {
      throw new MovedError();
    }
  }
  const wholeColumns = (from: number, to: number) => sheet.getRange(`${columnLetter(from)}:${columnLetter(to)}`);
  /** The last row and column with content: one call for both. */
  const extent = (): { rows: number; columns: number } =>
    knownOfSheets(`extent ${id}`, () => {
      const content = sheet.getDataRange();
      const [rows, columns] = [content.getNumRows(), content.getNumColumns()];
      // A1 is also what a blank sheet gives.
      return rows * columns === 1 && sheet.getLastRow() === 0 ? { rows: 0, columns: 0 } : { rows, columns };
    });
  return {
    id,
    name: () => sheet.getName(),
    lastRow: () => extent().rows,
    lastColumn: () => extent().columns,
    hasCell(row, column) {
      try {
        return sheet.getRange(row, column) !== null;
      } catch {
        return false;
      }
    },
    gridColumns: () => knownOfSheets(`grid ${id}`, () => sheet.getMaxColumns()),
    marks: () => findMarks(spreadsheet).get(id)?.marks ?? [],
    pin(column, value) {
      const visibility = SpreadsheetApp.DeveloperMetadataVisibility.PROJECT;
      changeSheets();
      wholeColumns(column, column).addDeveloperMetadata(METADATA_KEY, value, visibility);
    },
    unpin(values) {
      changeSheets();
      for (const metadata of spreadsheet.createDeveloperMetadataFinder().withKey(METADATA_KEY).find()) {
        const isHere = metadata.getLocation().getColumn()?.getSheet().getSheetId() === id;
        if (isHere && values.includes(metadata.getValue() ?? "")) metadata.remove();
      }
    },
    read(block) {
      readSheets();
      return rangeOf(block).getValues() as CellValue[][];
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
    write(block, values) {
      changeSheets();
      rangeOf(block).setValues(values);
    },
    replaceText(block, text, replacement) {
      changeSheets();
      rangeOf(block).createTextFinder(text).matchFormulaText(true).matchCase(true).replaceAllWith(replacement);
    },
    note(row, column, text) {
      changeSheets();
      rangeOf({ row, column, rows: 1, columns: 1 }).setNote(text);
    },
    flush: flushSheets,
    writeEverywhere(column, spans, value) {
      changeSheets();
      const letter = columnLetter(column);
      sheet.getRangeList(spans.map(({ from, to }) => `${letter}${from}:${letter}${to}`)).setValue(value);
    },
    visibleRows(from, to) {
      changeSheets();
      return readVisibleRows(spreadsheet, sheet, from, to);
    },
    insertColumnsAfter(column, count) {
      changeSheets();
      sheet.insertColumnsAfter(column, count);
      // They come as wide as the column before them, which is one of long texts as a rule.
      sheet.setColumnWidths(column + 1, count, NEW_COLUMN_PX);
    },
    clearInherited(column, count) {
      changeSheets();
      const range = wholeColumns(column, column + count - 1);
      range.clearFormat();
      range.clearDataValidations();
    },
    copyNumberFormats(from, to) {
      const [source, target] = [from, to].map((column) => wholeColumns(column, column).getNumberFormats());
      changeSheets();
      source?.forEach(([format = NO_FORMAT], i) => {
        if (format !== NO_FORMAT && target?.[i]?.[0] === NO_FORMAT) sheet.getRange(i + 1, to).setNumberFormat(format);
      });
    },
    hideColumn(column) {
      changeSheets();
      sheet.hideColumns(column);
    },
    showColumn(column) {
      changeSheets();
      sheet.showColumns(column);
    },
    deleteColumns(column, count) {
      changeSheets();
      sheet.deleteColumns(column, count);
    },
    addRows(count) {
      changeSheets();
      sheet.insertRowsAfter(sheet.getMaxRows(), count);
    },
    insertRowsAfter(row, count) {
      changeSheets();
      sheet.insertRowsAfter(row, count);
    },
    deleteRows(from, count) {
      changeSheets();
      sheet.deleteRows(from, count);
    },
    styleHeader(row, columns, isWhole) {
      changeSheets();
      if (isWhole) sheet.setFrozenRows(1);
      for (const { column, note } of columns)
        sheet
          .getRange(row, column)
          .setNote(note)
          .setFontWeight(note ? "bold" : null);
      setWidths(
        sheet,
        columns.filter(({ note }) => note),
      );
    },
    hide() {
      changeSheets();
      sheet.hideSheet();
    },
    show() {
      changeSheets();
      sheet.showSheet();
    },
    remove() {
      changeSheets();
      spreadsheet.deleteSheet(sheet);
    },
    addColours(column, colours, isNew) {
      changeSheets();
      const before = sheet.getConditionalFormatRules();
      const others = withoutColours(before, column, colours);
      if (!isNew && others.length === before.length) return false;
      const range = wholeColumns(column, column);
      const rules = colours.map(([text, background]) =>
        SpreadsheetApp.newConditionalFormatRule()
          .whenTextEqualTo(text)
          .setBackground(background)
          .setRanges([range])
          .build(),
      );
      // Setting replaces all: the sheet's own rules stay in front (google.conditional-formats).
      sheet.setConditionalFormatRules([...others, ...rules]);
      return true;
    },
    removeColours(column, colours) {
      changeSheets();
      const rules = sheet.getConditionalFormatRules();
      const others = withoutColours(rules, column, colours);
      if (others.length < rules.length) sheet.setConditionalFormatRules(others);
    },
  };
}

/** Of a cell that has none of its own (google.automatic-format). */
const NO_FORMAT = "0.###############";

type ColourRule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;

function withoutColours(rules: ColourRule[], column: number, colours: [string, string][]): ColourRule[] {
  return rules.filter((rule) => {
    const condition = rule.getBooleanCondition();
    const [text] = condition?.getCriteriaValues() ?? [];
    const background = condition?.getBackground();
    const [range, ...others] = rule.getRanges();
    return (
      others.length > 0 ||
      range?.getColumn() !== column ||
      range.getNumColumns() !== 1 ||
      !colours.some(([ofText, colour]) => ofText === text && colour === background)
    );
  });
}

/** Each stretch of columns is a call: all get the most frequent width, and then the others theirs. */
function setWidths(sheet: Sheet, columns: { column: number; widthPx: number }[]): void {
  const alike = new Map<number, number[]>();
  for (const { column, widthPx } of columns) alike.set(widthPx, [...(alike.get(widthPx) ?? []), column]);
  const [most = 0] = [...alike].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const set = (numbers: number[], widthPx: number): void => {
    for (const { from, to } of spansOf(numbers)) sheet.setColumnWidths(from, to - from + 1, widthPx);
  };
  set(
    columns.map(({ column }) => column),
    most,
  );
  for (const [widthPx, numbers] of alike) if (widthPx !== most) set(numbers, widthPx);
}

/** The sheet that is before the user now; it stays this one when the user changes to another. */
export const openActiveSheet = (): Table =>
  openTable(SpreadsheetApp.getActiveSpreadsheet(), SpreadsheetApp.getActiveSheet());

/** The selected range; `null` if it is a single cell. */
export function readSelection(): Block | null {
  const range = SpreadsheetApp.getActiveRange();
  if (!range || range.getNumRows() * range.getNumColumns() <= 1) return null;
  return { row: range.getRow(), column: range.getColumn(), rows: range.getNumRows(), columns: range.getNumColumns() };
}
