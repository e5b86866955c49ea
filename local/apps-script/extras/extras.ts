import { shiftFormula } from "../formulas/shift-formula";
import { shiftArea } from "../sheet/areas";
import type { Area } from "../workbook/cell";
import type { Actor, Band, Change } from "../workbook/change";
import type { Workbook } from "../workbook/workbook";
import { type MergeRecord, mergeAfter } from "./merges";
import { freeHeaders, newHeaders, type TableRecord, tableAfter } from "./tables";

/** A rectangle on a sheet; `null` for the whole sheet, no sheet for the whole spreadsheet. */
export interface Place {
  sheetId?: number;
  area?: Area;
  /** The place is a whole row or column. */
  dimension?: "rows" | "columns";
}

/** Developer metadata (google.metadata-places). */
export interface Metadata extends Place {
  id: number;
  key: string;
  value: string | null;
  visibility: "DOCUMENT" | "PROJECT";
}

/** A protected sheet or range (google.protection). */
export interface ProtectionRecord extends Place {
  id: number;
  description: string;
  editors: string[];
  warningOnly: boolean;
  domainEdit: boolean;
  /** Of a protected sheet: what everybody may write to. */
  unprotected?: Area[];
}

/** A data validation rule on one area. */
export interface ValidationRecord {
  id: number;
  sheetId: number;
  area: Area;
  rule: ValidationRule;
}

export interface ValidationRule {
  criteria: string;
  values: unknown[];
  allowInvalid: boolean;
  helpText: string | null;
}

/** A conditional format as it was built. */
export interface ConditionalFormat {
  sheetId: number;
  areas: Area[];
  criteria: string;
  values: unknown[];
  style: Record<string, unknown>;
}

/** What a filter asks of a column: a condition, values that are not shown, or both. */
export interface FilterCriteriaValue {
  criteria: string | null;
  values: unknown[];
  hiddenValues: string[];
}

/** A column of a sheet's filter that hides rows; `area` is the column within the filter. */
export interface FilterColumn {
  sheetId: number;
  area: Area;
  value: FilterCriteriaValue;
}

/** A chart as recorded: nothing is drawn by the host. */
export interface ChartRecord {
  id: number;
  sheetId: number;
  chartType: string;
  areas: { sheetId: number; area: Area }[];
  position: { row: number; column: number; offsetX: number; offsetY: number };
  options: Record<string, unknown>;
}

export interface NamedRange {
  name: string;
  sheetId: number;
  area: Area;
}

/** Everything that lies over the grid, in plain JSON. */
export interface SavedExtras {
  nextId: number;
  metadata: Metadata[];
  protections: ProtectionRecord[];
  validations: ValidationRecord[];
  conditionalFormats: ConditionalFormat[];
  charts: ChartRecord[];
  namedRanges: NamedRange[];
  tables: TableRecord[];
  merges: MergeRecord[];
  filterColumns: FilterColumn[];
}

export const NO_EXTRAS: SavedExtras = {
  nextId: 1,
  metadata: [],
  protections: [],
  validations: [],
  conditionalFormats: [],
  charts: [],
  namedRanges: [],
  tables: [],
  merges: [],
  filterColumns: [],
};

/** Keeps what lies over the grid at its cells while rows and columns come, go and move. */
export class Extras {
  data: SavedExtras;
  readonly #workbook: Workbook;
  readonly #onChange: () => void;

  /** @param saved may lack some lists if an earlier version of the host has saved it */
  constructor(workbook: Workbook, saved: Partial<SavedExtras>, onChange: () => void) {
    this.data = structuredClone({ ...NO_EXTRAS, ...saved });
    this.#workbook = workbook;
    this.#onChange = onChange;
    workbook.onChange((changes, by) => {
      for (const change of changes) this.#follow(change, by);
    });
  }

  newId(): number {
    return this.data.nextId++;
  }

  /** Changes the data, and tells that it has to be saved. */
  update(change: (data: SavedExtras) => void): void {
    change(this.data);
    this.#onChange();
  }

  /** Copies all that lies over the cells of a sheet to its copy, but for charts and the names of ranges. */
  duplicateSheet(from: number, to: number): void {
    const copies = <T extends { sheetId?: number }>(places: T[]): T[] =>
      places.filter(({ sheetId }) => sheetId === from).map((place) => ({ ...structuredClone(place), sheetId: to }));
    const numbered = <T extends { sheetId?: number; id: number }>(places: T[]): T[] =>
      copies(places).map((place) => ({ ...place, id: this.newId() }));
    this.update((data) => {
      data.metadata.push(...numbered(data.metadata));
      data.protections.push(...numbered(data.protections));
      data.validations.push(...numbered(data.validations));
      data.tables.push(...numbered(data.tables));
      data.merges = [...data.merges, ...copies(data.merges)];
      data.filterColumns = [...data.filterColumns, ...copies(data.filterColumns)];
      data.conditionalFormats = [...data.conditionalFormats, ...copies(data.conditionalFormats)];
    });
  }

  #follow(change: Change, by: Actor): void {
    // A filter that is set anew brings its own criteria.
    if (change.type === "setFilter") {
      this.data.filterColumns = this.data.filterColumns.filter(({ sheetId }) => sheetId !== change.sheetId);
    }
    if (change.type === "removeSheet") {
      const elsewhere = (place: Place) => place.sheetId !== change.sheetId;
      this.#keep(change, elsewhere, (place) => place);
    } else if (change.type === "insert" || change.type === "delete" || change.type === "move") {
      this.#keep(
        change,
        () => true,
        (place) => shifted(place, change),
      );
    }
    if (change.type === "insert") {
      this.data.validations = this.data.validations.map((validation) => ({
        ...validation,
        area: inherited(validation, change),
      }));
    }
    this.data.merges = this.data.merges.flatMap((merge) => mergeAfter(merge, change) ?? []);
    if (this.data.tables.length > 0) this.#followInTables(change, by);
  }

  /** Tables follow their cells; a column new in one gets its header at once. */
  #followInTables(change: Change, by: Actor): void {
    this.data.tables = this.data.tables.flatMap((table) => tableAfter(table, change) ?? []);
    for (const table of this.data.tables) {
      const { sheetId } = table;
      const added = newHeaders(table, change);
      if (added === null) continue;
      const [header = []] = this.#workbook.read(sheetId, { ...table.area, rows: 1 });
      const names = freeHeaders(
        header.map((cell) => cell.value),
        added.columns,
      );
      const cells = [names.map((value) => ({ value }))];
      this.#workbook.apply([{ type: "setCells", sheetId, row: added.row, column: added.column, cells }], by);
    }
  }

  /** The values of a condition, whose formula follows its cells (google.rules-follow). */
  #valuesAfter(
    { sheetId, criteria, values }: { sheetId: number; criteria: string; values: unknown[] },
    change: Change,
  ): unknown[] {
    if (criteria !== "CUSTOM_FORMULA" || !("dimension" in change)) return values;
    if (change.type !== "insert" && change.type !== "delete" && change.type !== "move") return values;
    const nameOf = (id: number) => this.#workbook.sheets().find((sheet) => sheet.sheetId === id)?.name ?? "";
    return values.map((formula) => shiftFormula(String(formula), nameOf(sheetId), nameOf(change.sheetId), change));
  }

  #keep(change: Change, isKept: (place: Place) => boolean, shift: <T extends Place>(place: T) => T | null): void {
    const all = <T extends Place>(places: T[]) => places.filter(isKept).flatMap((place) => shift(place) ?? []);
    this.update((data) => {
      data.metadata = all(data.metadata);
      data.protections = all(data.protections).map((protection) => ({
        ...protection,
        unprotected: protection.unprotected?.flatMap((area) => shift({ ...protection, area })?.area ?? []),
      }));
      data.validations = all(data.validations);
      data.namedRanges = all(data.namedRanges);
      data.filterColumns = all(data.filterColumns);
      data.charts = data.charts.filter(isKept);
      data.conditionalFormats = data.conditionalFormats.filter(isKept).flatMap((format) => {
        const areas = format.areas.flatMap((area) => shift({ sheetId: format.sheetId, area })?.area ?? []);
        return areas.length > 0 ? [{ ...format, areas, values: this.#valuesAfter(format, change) }] : [];
      });
      data.validations = data.validations.map((record) => {
        const { rule } = record;
        if (rule.criteria === "CUSTOM_FORMULA") {
          return {
            ...record,
            rule: { ...rule, values: this.#valuesAfter({ ...rule, sheetId: record.sheetId }, change) },
          };
        }
        if (rule.criteria !== "VALUE_IN_RANGE") return record;
        const [list, ...values] = rule.values as [Place];
        return { ...record, rule: { ...rule, values: [shift(list) ?? list, ...values] } };
      });
    });
  }
}

function shifted<T extends Place>(place: T, change: Extract<Change, { type: "insert" | "delete" | "move" }>): T | null {
  if (place.area === undefined || place.sheetId !== change.sheetId) return place;
  const { type, dimension, count } = change;
  // A whole column stays one, whatever rows come or go.
  if (place.dimension !== undefined && place.dimension !== dimension) {
    const more = { insert: count, delete: -count, move: 0 }[type];
    return { ...place, area: { ...place.area, [dimension]: place.area[dimension] + more } };
  }
  const area = shiftArea(place.area, change);
  return area === null ? null : { ...place, area };
}

/** The area of a rule that new rows or columns beside it inherit. */
function inherited({ sheetId, area }: ValidationRecord, { dimension, index, count, ...band }: Band): Area {
  if (sheetId !== band.sheetId) return area;
  const first = dimension === "rows" ? area.row : area.column;
  const isBehindLast = first + area[dimension] === index;
  const isBeforeFirst = index === 1 && first === 1 + count;
  if (!isBehindLast && !isBeforeFirst) return area;
  const grown = { ...area, [dimension]: area[dimension] + count };
  return isBehindLast ? grown : { ...grown, [dimension === "rows" ? "row" : "column"]: 1 };
}
