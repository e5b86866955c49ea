import { shiftArea } from "../../local/apps-script/sheet/areas";
import type { Area } from "../../local/apps-script/workbook/cell";
import type { Actor, Change } from "../../local/apps-script/workbook/change";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { columnLetterOf } from "./letters";
import type { PlannedColumn } from "./sheet-plan";

/** A column that people have made, and where it stands now. */
export interface OwnColumn extends PlannedColumn {
  at: number;
}

/** A row that people have made, and where it stands now. */
export interface OwnRow {
  tag: string;
  at: number;
  /** The texts of the cells, by the column's id; `formula` ones follow from the input. */
  shown: Map<string, string>;
  /** The looks of the cells, by the column's id. */
  dress: Map<string, string>;
  /** Results that people have left beside it, and that stay beside a blank input. */
  stale?: Set<string>;
  /** Its input was typed after the job's start. */
  isEdited: boolean;
  /** Somebody has deleted it and brought it back while triggers did the job, which may not have seen it. */
  isBack?: boolean;
  /** It came back between the reading and a write, which hits its hidden cell: its results may be anybody's. */
  isUnread?: boolean;
  /** Somebody has typed into its results. */
  isOverwritten: boolean;
  /** Cells of it are merged: what is written into the covered ones is lost. */
  isCovered?: boolean;
}

/**
 * Knows what people have put into a list and where it has to stand, whatever happens: it follows every insertion,
 * deletion and sort, and takes note of what scripts delete that was not theirs.
 */
export class ListModel {
  readonly columns = new Map<string, OwnColumn>();
  readonly rows = new Map<string, OwnRow>();
  /** Blank rows that people have inserted, the header and titles. */
  readonly otherRows = new Map<string, Pick<OwnRow, "at" | "stale">>();
  /** Columns that scripts have made or filled. */
  addonColumns: { at: number }[] = [];
  /** Every text that has ever stood among the inputs. */
  readonly everInputs = new Set<string>();
  /** Rows and sheets of people's that a script has deleted. */
  readonly lost: string[] = [];
  /** Columns that a script has deleted, and may put back in the same step. */
  missing: OwnColumn[] = [];
  /** Blank columns of people's that have become the add-on's. As many of its blank ones are theirs instead. */
  taken = 0;
  isGone = false;
  /** People have moved columns since a script has inserted some. */
  #haveMoved = false;
  readonly sheetId: number;
  readonly #stop: () => void;
  #extra = 0;

  constructor(workbook: Workbook, sheetId: number) {
    this.sheetId = sheetId;
    this.#stop = workbook.onChange((changes, by) => {
      for (const change of changes) this.#follow(change, by);
    });
  }

  close(): void {
    this.#stop();
  }

  /** The same list in a copy of its document. */
  copy(workbook: Workbook): ListModel {
    const copy = new ListModel(workbook, this.sheetId);
    for (const [id, column] of this.columns) copy.columns.set(id, { ...column });
    for (const [id, row] of this.rows)
      copy.rows.set(id, { ...row, shown: new Map(row.shown), dress: new Map(row.dress) });
    for (const [id, place] of this.otherRows) copy.otherRows.set(id, { ...place });
    copy.addonColumns = this.addonColumns.map((place) => ({ ...place }));
    copy.taken = this.taken;
    for (const text of this.everInputs) copy.everInputs.add(text);
    return copy;
  }

  get inputColumn(): OwnColumn | null {
    return this.columns.get("in") ?? null;
  }

  row(tag: string): OwnRow {
    const row = this.rows.get(tag);
    if (!row) throw new RangeError(`There is no row ${tag}.`);
    return row;
  }

  /** The text that a cell has to show. */
  expected(row: OwnRow, column: OwnColumn): string {
    return column.role === "tag" ? row.tag : (row.shown.get(column.id) ?? "");
  }

  /** The formula of a cell as somebody writes it. */
  formulaAt(row: OwnRow): string {
    const input = `${columnLetterOf(this.inputColumn?.at ?? 1)}${row.at}`;
    return `=LEN(${input})&"/${row.tag}"`;
  }

  /** The formula that asks the service about a row. */
  askingFormula(row: OwnRow): string {
    return `=VERIFY_EMAIL(${columnLetterOf(this.inputColumn?.at ?? 1)}${row.at})`;
  }

  #follow(change: Change, by: Actor): void {
    if (!("sheetId" in change) || change.sheetId !== this.sheetId) return;
    if (change.type === "removeSheet") this.#removed(by);
    else if (change.type === "reorderRows") this.#reorder(change);
    else if (change.type === "insert" || change.type === "delete" || change.type === "move") this.#shift(change, by);
    else if (change.type === "setCells" && by.kind === "script") this.#written(change);
    else if (change.type === "setStyle" && by.kind === "script" && this.#haveMoved) this.#cleared(change);
  }

  #removed(by: Actor): void {
    this.isGone = true;
    if (by.kind === "script") this.lost.push("the sheet");
  }

  #reorder({ area, order }: Extract<Change, { type: "reorderRows" }>): void {
    const places = new Map(order.map((from, to) => [area.row + from, area.row + to]));
    const tagColumn = this.columns.get("tag")?.at ?? 1;
    if (tagColumn < area.column || tagColumn >= area.column + area.columns) return;
    for (const row of [...this.rows.values(), ...this.otherRows.values()]) row.at = places.get(row.at) ?? row.at;
  }

  /** New columns are cleared by their numbers: nobody can save the looks of what has come to stand there. */
  #cleared({ area, style }: Extract<Change, { type: "setStyle" }>): void {
    if (style.background !== null) return;
    for (const { id, at } of this.columns.values()) {
      const isHit = at >= area.column && at < area.column + area.columns;
      for (const row of isHit ? this.rows.values() : []) row.dress.delete(id);
    }
  }

  #shift(change: Extract<Change, { type: "insert" | "delete" | "move" }>, by: Actor): void {
    const isScript = by.kind === "script";
    if (change.dimension === "columns") this.#haveMoved = !(isScript && change.type === "insert");
    const moved = (at: number): number | null => {
      const area: Area =
        change.dimension === "rows"
          ? { row: at, column: 1, rows: 1, columns: 1 }
          : { row: 1, column: at, rows: 1, columns: 1 };
      const shifted = shiftArea(area, change);
      if (!shifted) return null;
      return change.dimension === "rows" ? shifted.row : shifted.column;
    };
    const follow = (name: string, places: Map<string, { at: number }>): void => {
      for (const [id, place] of places) {
        const at = moved(place.at);
        if (at !== null) place.at = at;
        else places.delete(id);
        if (at === null && isScript) this.#missed(name, id, place);
      }
    };
    if (change.dimension === "rows") {
      follow("row", this.rows);
      follow("row", this.otherRows);
    } else {
      follow("column", this.columns);
      this.addonColumns = this.addonColumns.flatMap((place) => {
        const at = moved(place.at);
        return at === null ? [] : [{ at }];
      });
    }
    if (change.type === "insert") this.#inserted(change, isScript);
  }

  #missed(name: string, id: string, place: { at: number }): void {
    if (name !== "column") return void this.lost.push(`${name} ${id}`);
    const column = { ...(place as OwnColumn) };
    const isBlank = [...this.rows.values()].every((row) => this.expected(row, column) === "");
    // At the moment when it is inserted a blank column cannot be told from one of the add-on's.
    if (!isBlank) this.missing.push(column);
  }

  #inserted({ dimension, index, count }: Extract<Change, { type: "insert" }>, isScript: boolean): void {
    for (let at = index; at < index + count; at++) {
      const id = `extra${this.#extra++}`;
      if (dimension === "rows") {
        if (!isScript) this.otherRows.set(id, { at });
      } else if (isScript) this.addonColumns.push({ at });
      else this.columns.set(id, { id, header: "", role: "text", at });
    }
  }

  #written({ row, column, cells }: Extract<Change, { type: "setCells" }>): void {
    const own = new Set([...this.columns.values(), ...this.addonColumns].map(({ at }) => at));
    cells.forEach((values, down) => {
      values.forEach((cell, right) => {
        if (cell === undefined || own.has(column + right) || row + down < 1) return;
        own.add(column + right);
        this.addonColumns.push({ at: column + right });
      });
    });
  }
}
