import { checkArea, opened, sheetInfo } from "../execution";
import { areWhole, mergesIn, withoutCovered } from "../extras/merges";
import { moveFormula } from "../formulas/shift-formula";
import type { ServiceCalls } from "../host-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import { contains, intersection, lastColumn, lastRow } from "../sheet/areas";
import { checkCells, checkName } from "../sheet/check-shape";
import { checkProtection, ruleAt, withRule } from "../sheet/check-write";
import { copyOfSheet } from "../sheet/copy-sheet";
import type { Area, CellInput } from "../workbook/cell";
import type { Change } from "../workbook/change";
import { PLAIN } from "./range";

/** The parts of cells that are copied. */
export interface CopiedParts {
  contents: "formulas" | "values" | null;
  formats: boolean;
  validations: boolean;
  /** Notes and merges, too. */
  all: boolean;
  /** Of the columns, and nothing of their cells. */
  widths: boolean;
}

/** Where each cell of the target comes from: offsets in the source. */
interface Pattern {
  target: Area;
  isTransposed: boolean;
  sourceOf(down: number, right: number): [down: number, right: number];
}

/** A target that is a multiple of the source is filled with it; any other gets it once (google.copying). */
function patternOf(rows: number[], columns: number, to: Area, isTransposed: boolean): Pattern {
  const [height, width] = isTransposed ? [columns, rows.length] : [rows.length, columns];
  const times = (length: number, piece: number) => (length % piece === 0 ? length / piece : 1);
  return {
    isTransposed,
    target: { ...to, rows: height * times(to.rows, height), columns: width * times(to.columns, width) },
    sourceOf(down, right) {
      const [r, c] = [down % height, right % width];
      return isTransposed ? [rows[c] as number, r] : [rows[r] as number, c];
    },
  };
}

function fill<T>({ target, sourceOf }: Pattern, take: (source: [number, number], down: number, right: number) => T) {
  return Array.from({ length: target.rows }, (_row, down) =>
    Array.from({ length: target.columns }, (_cell, right) => take(sourceOf(down, right), down, right)),
  );
}

export const copyCalls: ServiceCalls = {
  /** Rows that a filter hides are left out (google.copying). */
  "Range.copyTo": async (
    _state,
    execution,
    sheetId: number,
    area: Area,
    to: { sheetId: number; area: Area },
    parts: CopiedParts,
    isTransposed: boolean,
  ) => {
    const { document, pending } = opened(execution);
    const { workbook, extras } = document;
    checkArea(document, sheetId, area);
    pending.flush();
    await workbook.settle();
    if (parts.widths) {
      checkArea(document, to.sheetId, { ...to.area, columns: area.columns });
      checkProtection(document, execution.user, to.sheetId, null);
      for (let i = 0; i < area.columns; i++) {
        const pixels = workbook.size(sheetId, "columns", area.column + i);
        const band = { sheetId: to.sheetId, dimension: "columns" as const, index: to.area.column + i, count: 1 };
        pending.applyNow({ type: "setSize", pixels, ...band });
      }
      return;
    }
    const filtered = new Set(workbook.filter(sheetId)?.hiddenRows);
    const all = Array.from({ length: area.rows }, (_, down) => down);
    const rows = all.filter((down) => !filtered.has(area.row + down));
    if (rows.length === 0) return;
    const pattern = patternOf(rows, area.columns, to.area, isTransposed);
    const { target } = pattern;
    checkArea(document, to.sheetId, target);
    if (!areWhole(extras.data.merges, to.sheetId, target)) throw new ServiceError(MESSAGES.mergedCells());

    const cells = workbook.read(sheetId, area);
    const [styles, notes] = [workbook.readStyles(sheetId, area), workbook.readNotes(sheetId, area)];
    const start = { sheetId: to.sheetId, row: target.row, column: target.column };
    const contents = fill(pattern, ([r, c], down, right): CellInput => {
      const cell = cells[r]?.[c];
      if (cell?.formula === undefined || parts.contents === "values") return { value: cell?.value ?? null };
      const moved = [target.row + down - area.row - r, target.column + right - area.column - c] as const;
      return { formula: moveFormula(cell.formula, ...moved) };
    });
    const changes: Change[] = [];
    if (parts.formats) {
      const copied = fill(pattern, ([r, c]) => ({ ...PLAIN, ...styles[r]?.[c] }));
      changes.push({ type: "setStyles", ...start, styles: copied });
    }
    if (parts.all) changes.push({ type: "setNotes", ...start, notes: fill(pattern, ([r, c]) => notes[r]?.[c]) });
    // Rules that come along replace those that might refuse.
    const written: Change[] = parts.contents === null ? [] : [{ type: "setCells", ...start, cells: contents }];
    pending.check({ ...to, area: target, changes: parts.validations ? changes : [...changes, ...written] });

    const validations = extras.data.validations;
    const merges = mergesIn(extras.data.merges, sheetId, area).filter(
      (merge) =>
        contains(area, merge.area.row, merge.area.column) &&
        contains(area, lastRow(merge.area), lastColumn(merge.area)) &&
        rows.length === area.rows,
    );
    const replaced = parts.all ? mergesIn(extras.data.merges, to.sheetId, target) : [];
    const kept = extras.data.merges.filter((merge) => !replaced.includes(merge));
    pending.applyNow(...withoutCovered([...changes, ...written], kept));
    extras.update((data) => {
      data.merges = kept;
      if (parts.all) {
        for (const merge of merges)
          data.merges = [...data.merges, ...mergeCopies(merge.area, area, pattern, to.sheetId)];
      }
      const touches = validations.some(
        (each) =>
          (each.sheetId === sheetId && intersection(each.area, area) !== null) ||
          (each.sheetId === to.sheetId && intersection(each.area, target) !== null),
      );
      if (!parts.validations || !touches) return;
      fill(pattern, ([r, c], down, right) => {
        const cell = { row: target.row + down, column: target.column + right, rows: 1, columns: 1 };
        const rule = ruleAt(validations, sheetId, area.row + r, area.column + c);
        data.validations = withRule(data.validations, to.sheetId, cell, rule, extras.newId());
      });
    });
  },
  /** @returns the copy's id; without an index it comes last */
  "Sheet.copyTo": async (_state, execution, sheetId: number, index: number | null) => {
    const { document, pending } = opened(execution);
    const { workbook, extras } = document;
    pending.flush();
    await workbook.settle();
    const sheet = sheetInfo(document, sheetId);
    const names = new Set(workbook.sheets().map(({ name }) => name));
    let name = `Copy of ${sheet.name}`;
    for (let number = 2; names.has(name); number++) name = `Copy of ${sheet.name} ${number}`;
    checkName(document, name);
    checkCells(document, sheet.rows * sheet.columns);
    const copy = { sheetId: document.newSheetId(), name, index: index ?? names.size };
    pending.applyNow(...copyOfSheet(workbook, sheet, copy));
    extras.duplicateSheet(sheetId, copy.sheetId);
    return copy.sheetId;
  },
};

/** The merges that a merge of the source becomes. */
function mergeCopies(merge: Area, source: Area, pattern: Pattern, sheetId: number) {
  const copies: { sheetId: number; area: Area }[] = [];
  const size = pattern.isTransposed
    ? { rows: merge.columns, columns: merge.rows }
    : { rows: merge.rows, columns: merge.columns };
  fill(pattern, ([r, c], down, right) => {
    if (source.row + r !== merge.row || source.column + c !== merge.column) return;
    copies.push({
      sheetId,
      area: { row: pattern.target.row + down, column: pattern.target.column + right, ...size },
    });
  });
  return copies;
}
