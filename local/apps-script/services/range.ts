import { checkArea, type Execution, opened } from "../execution";
import { mergesIn } from "../extras/merges";
import type { ServiceCall, ServiceCalls } from "../host-state";
import { MESSAGES } from "../messages";
import type { TaggedValue } from "../protocol";
import { ServiceError } from "../script-errors";
import { displayText, readFormula, scriptValue, sortShown, writeValues } from "../sheet/cell-values";
import { type Area, AUTOMATIC_FORMAT, type Cell, type CellInput, type CellStyle } from "../workbook/cell";
import type { Change } from "../workbook/change";
import type { Workbook } from "../workbook/workbook";

async function cellsOf(execution: Execution, sheetId: number, area: Area): Promise<Cell[][]> {
  const { document, pending } = opened(execution);
  checkArea(document, sheetId, area);
  pending.flushFormulas(sheetId, area);
  await document.workbook.settle();
  return pending.read(sheetId, area);
}

/** A read that takes something of every cell. */
function reading(take: (cell: Cell, timeZone: string) => unknown): ServiceCall {
  return async (_state, execution, sheetId: number, area: Area) => {
    const cells = await cellsOf(execution, sheetId, area);
    const { timeZone } = opened(execution).document;
    return cells.map((row) => row.map((cell) => take(cell, timeZone)));
  };
}

export const rangeReads: ServiceCalls = {
  "Range.getValues": reading(scriptValue),
  "Range.getDisplayValues": reading((cell) => displayText(cell.value, cell.numberFormat)),
  "Range.getFormulas": reading((cell) => cell.formula ?? ""),
  "Range.getNumberFormats": reading(({ numberFormat }) =>
    numberFormat === "General" ? AUTOMATIC_FORMAT : numberFormat,
  ),
  /** A cell that holds no text has no rich text (google.rich-text-values). */
  "Range.getTexts": reading(({ value }) => (typeof value === "string" ? value : null)),
  "Range.getNotes": (_state, execution, sheetId: number, area: Area) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    return pending.readNotes(sheetId, area).map((row) => row.map((note) => note ?? ""));
  },
  "Range.getStyles": (_state, execution, sheetId: number, area: Area) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    return pending.readStyles(sheetId, area);
  },
};

/** Buffers a call that writes: where the range lies is checked at once, what it may write when Google comes to it. */
function buffer(execution: Execution, sheetId: number, area: Area, ...changes: Change[]): void {
  const { document, pending } = opened(execution);
  checkArea(document, sheetId, area);
  pending.add({ sheetId, area, changes });
}

/** The rows that a hand or a filter hides. */
function hiddenRows(workbook: Workbook, sheetId: number): Set<number> {
  return new Set([...workbook.hidden(sheetId, "rows"), ...(workbook.filter(sheetId)?.hiddenRows ?? [])]);
}

function filled<T>(area: Area, value: T): T[][] {
  return Array.from({ length: area.rows }, () => new Array<T>(area.columns).fill(value));
}

/** The parts of a cell that a clearing takes away. */
export interface Clearing {
  contents: boolean;
  formats: boolean;
  notes: boolean;
  validations?: boolean;
}

/** The search of a `TextFinder`. */
export interface Search {
  text: string;
  matchCase: boolean;
}

/** A style that takes away all others. */
export const PLAIN: CellStyle = {
  background: null,
  fontColor: null,
  fontWeight: null,
  fontStyle: null,
  horizontalAlignment: null,
  numberFormat: null,
  wrap: null,
};

export const rangeWrites: ServiceCalls = {
  "Range.setValues": (state, execution, sheetId: number, area: Area, values: TaggedValue[][]) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    pending.add(writeValues(document, { sheetId, area }, values, pending.peek(sheetId, area), state.clock.now()));
  },
  /** One value into many ranges of a sheet, as one call. */
  "RangeList.setValue": (state, execution, sheetId: number, areas: Area[], value: TaggedValue) => {
    const { document, pending } = opened(execution);
    for (const area of areas) checkArea(document, sheetId, area);
    for (const area of areas) {
      const before = pending.peek(sheetId, area);
      pending.add(writeValues(document, { sheetId, area }, filled(area, value), before, state.clock.now()));
    }
  },
  /** `""` clears a cell. */
  "Range.setFormulas": (_state, execution, sheetId: number, area: Area, formulas: string[][]) => {
    const cells = formulas.map((row) =>
      row.map((formula): CellInput => {
        return formula === "" ? { value: null } : { formula: readFormula(formula) };
      }),
    );
    buffer(execution, sheetId, area, { type: "setCells", sheetId, row: area.row, column: area.column, cells });
  },
  /** Text as it is, never parsed (google.rich-text). */
  "Range.setTexts": (_state, execution, sheetId: number, area: Area, texts: string[][]) => {
    const cells = texts.map((row) => row.map((text): CellInput => ({ value: text === "" ? null : text })));
    buffer(execution, sheetId, area, { type: "setCells", sheetId, row: area.row, column: area.column, cells });
  },
  "Range.clear": (_state, execution, sheetId: number, area: Area, what: Clearing) => {
    const { contents, formats, notes, validations } = what;
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    const { row, column } = area;
    const changes: Change[] = [];
    if (contents) changes.push({ type: "setCells", sheetId, row, column, cells: filled(area, { value: null }) });
    if (formats) changes.push({ type: "setStyle", sheetId, area, style: PLAIN });
    if (notes) changes.push({ type: "setNotes", sheetId, row, column, notes: filled(area, null) });
    pending.add({ sheetId, area, changes, ...(validations && { rule: null }) });
  },
  "Range.setNotes": (_state, execution, sheetId: number, area: Area, notes: (string | null)[][]) =>
    buffer(execution, sheetId, area, { type: "setNotes", sheetId, row: area.row, column: area.column, notes }),
  "Range.setStyle": (_state, execution, sheetId: number, area: Area, style: CellStyle) =>
    buffer(execution, sheetId, area, { type: "setStyle", sheetId, area, style }),
  "Range.setStyles": (_state, execution, sheetId: number, area: Area, styles: CellStyle[][]) =>
    buffer(execution, sheetId, area, { type: "setStyles", sheetId, row: area.row, column: area.column, styles }),
  /**
   * Replaces a text in formulas as they are written, and in all other cells in what they hold. What comes of it is read
   * as if typed, also in a cell whose apostrophe has kept it a text: that is the harder reading.
   */
  "Range.replaceAll": (state, execution, sheetId: number, area: Area, search: Search, replacement: string): number => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    pending.flush();
    let count = 0;
    const flags = search.matchCase ? "gu" : "giu";
    const pattern = new RegExp(search.text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), flags);
    pending.peek(sheetId, area).forEach((cells, down) => {
      cells.forEach((cell, right) => {
        const before = cell.formula ?? (typeof cell.value === "string" ? cell.value : "");
        const found = before.match(pattern)?.length ?? 0;
        if (found === 0) return;
        count += found;
        const place = { sheetId, area: { row: area.row + down, column: area.column + right, rows: 1, columns: 1 } };
        const typed = before.replace(pattern, () => replacement);
        pending.add(writeValues(document, place, [[typed]], [[cell]], state.clock.now()));
      });
    });
    pending.flush();
    return count;
  },
  /**
   * Keeps the first of the rows that are alike in these columns of the sheet, or in all of the range. What stands outside
   * of the range stays where it is (google.remove-duplicates).
   * @returns the number of rows that are left
   */
  "Range.removeDuplicates": async (_state, execution, sheetId: number, area: Area, compared: number[]) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    pending.flush();
    pending.check({ sheetId, area, changes: [] });
    if (mergesIn(document.extras.data.merges, sheetId, area).length > 0) throw new ServiceError(MESSAGES.mergedCells());
    const offsets = compared.map((column) => column - area.column);
    if (offsets.some((column) => column < 0 || column >= area.columns)) throw new ServiceError(MESSAGES.outsideSheet());
    await document.workbook.settle();
    const seen = new Set<string>();
    const [kept, gone]: [number[], number[]] = [[], []];
    document.workbook.read(sheetId, area).forEach((cells, index) => {
      const values = offsets.length > 0 ? offsets.map((column) => cells[column]) : cells;
      const text = JSON.stringify(values.map((cell) => cell?.value ?? null)).toLowerCase();
      (seen.has(text) ? gone : kept).push(index);
      seen.add(text);
    });
    if (gone.length === 0) return kept.length;
    const tail = { ...area, row: area.row + kept.length, rows: gone.length };
    const { row, column } = tail;
    pending.applyNow(
      { type: "reorderRows", sheetId, area, order: [...kept, ...gone] },
      { type: "setCells", sheetId, row, column, cells: filled(tail, { value: null }) },
    );
    return kept.length;
  },
  "Range.sort": async (
    _state,
    execution,
    sheetId: number,
    area: Area,
    keys: { column: number; ascending: boolean }[],
  ) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    pending.flush();
    pending.check({ sheetId, area, changes: [] });
    if (mergesIn(document.extras.data.merges, sheetId, area).length > 0) throw new ServiceError(MESSAGES.mergedCells());
    await document.workbook.settle();
    const rows = document.workbook.read(sheetId, area).map((row) => row.map((cell) => cell.value));
    const offsets = keys.map(({ column, ascending }) => ({ column: column - area.column, ascending }));
    if (offsets.some(({ column }) => column < 0 || column >= area.columns))
      throw new ServiceError(MESSAGES.outsideSheet());
    const hidden = hiddenRows(document.workbook, sheetId);
    const order = sortShown(rows, offsets, (index) => hidden.has(area.row + index));
    pending.applyNow({ type: "reorderRows", sheetId, area, order });
  },
};
