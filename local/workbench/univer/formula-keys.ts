import type { Area } from "../../apps-script/workbook/cell";
import type { Band } from "../../apps-script/workbook/change";

interface KnownFormula {
  key: string;
  text: string;
}

interface Position {
  row: number;
  column: number;
}

/**
 * Tells formulas apart: a key stays with its formula when rows or columns move it, and is new when another
 * formula is typed. Rows and columns count from 1.
 */
export function createFormulaKeys(onForgotten: (key: string) => void) {
  const sheets = new Map<number, Map<string, KnownFormula>>();
  let lastKey = 0;

  const sheet = (sheetId: number) => {
    const known = sheets.get(sheetId) ?? new Map<string, KnownFormula>();
    sheets.set(sheetId, known);
    return known;
  };

  const relocate = (sheetId: number, moved: (position: Position) => Position | null) => {
    const before = sheet(sheetId);
    const after = new Map<string, KnownFormula>();
    for (const [place, formula] of before) {
      const [row, column] = place.split(",").map(Number) as [number, number];
      const position = moved({ row, column });
      if (position) after.set(`${position.row},${position.column}`, formula);
      else onForgotten(formula.key);
    }
    sheets.set(sheetId, after);
  };

  /** Moves positions along one dimension; `null` for what is deleted. */
  const shift = (band: Band, moved: (index: number) => number | null) =>
    relocate(band.sheetId, (position) => {
      const along = band.dimension === "rows" ? position.row : position.column;
      const index = moved(along);
      if (index === null) return null;
      return band.dimension === "rows" ? { ...position, row: index } : { ...position, column: index };
    });

  return {
    keyAt(sheetId: number, row: number, column: number): string {
      const known = sheet(sheetId);
      const place = `${row},${column}`;
      const formula = known.get(place) ?? { key: `f${++lastKey}`, text: "" };
      known.set(place, formula);
      return formula.key;
    },
    /** A cell was given a formula, perhaps the same again, or something else (`null`). */
    typed(sheetId: number, row: number, column: number, text: string | null): void {
      const known = sheet(sheetId);
      const place = `${row},${column}`;
      const formula = known.get(place);
      if (formula) onForgotten(formula.key);
      known.delete(place);
      if (text !== null) known.set(place, { key: `f${++lastKey}`, text });
    },
    /** A formula's references were adjusted because rows or columns moved: it is the same formula. */
    adjusted(sheetId: number, row: number, column: number, text: string): void {
      const formula = sheet(sheetId).get(`${row},${column}`);
      if (formula) formula.text = text;
    },
    inserted(band: Band): void {
      shift(band, (index) => (index >= band.index ? index + band.count : index));
    },
    deleted(band: Band): void {
      shift(band, (index) => {
        if (index < band.index) return index;
        return index < band.index + band.count ? null : index - band.count;
      });
    },
    moved(band: Band & { before: number }): void {
      const after = band.before > band.index ? band.before - band.count : band.before;
      shift(band, (index) => {
        if (index >= band.index && index < band.index + band.count) return after + index - band.index;
        const without = index >= band.index + band.count ? index - band.count : index;
        return without >= after ? without + band.count : without;
      });
    },
    /** Rows of an area were sorted: the n-th is now what was row `order[n]` (both from 0). */
    reordered(sheetId: number, area: Area, order: readonly number[]): void {
      const places = new Map(order.map((from, to) => [area.row + from, area.row + to]));
      const isInside = (column: number) => column >= area.column && column < area.column + area.columns;
      relocate(sheetId, ({ row, column }) => ({ row: (isInside(column) && places.get(row)) || row, column }));
    },
    /** Everything of a sheet is somewhere else: its formulas are taken for new ones. */
    scattered(sheetId: number): void {
      relocate(sheetId, () => null);
    },
  };
}

export type FormulaKeys = ReturnType<typeof createFormulaKeys>;
