import type { UserSession } from "../../local/apps-script/host-document";
import { shiftArea } from "../../local/apps-script/sheet/areas";
import type { Area } from "../../local/apps-script/workbook/cell";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { a1 } from "./letters";

/** The texts of a row, wherever they stand in it. */
export const contentOf = (row: string[]): string => JSON.stringify(row.filter((text) => text !== "").sort());

/** The sheets that the add-on makes for what it finds, and what people do in them. */
export class AddonSheets {
  /** Sheets that a script has made, and that are there. */
  readonly ids = new Set<number>();
  /** Copies that a script has made of a list: clean lists, and such with a row for each address. */
  readonly copies = new Set<number>();
  /** What scripts make now are copies. */
  isCopying = false;
  /** Texts that people have typed there: each has to stand there once, whatever happens. */
  readonly ownTexts = new Set<string>();
  /** The number of texts that people have typed there. One that they have taken out may come back. */
  typed = 0;
  /** Texts that people have typed over what was found: undoing counts those that it takes. */
  readonly corrected = new Set<string>();
  /** Texts that were typed between the last look and a write or deletion: if it hits the very row, nobody can save them. */
  readonly doubtful = new Set<string>();
  /** Texts that were typed since the last look. */
  readonly #unseen = new Set<string>();
  /** What a script has written may still be on its way to the sheet. */
  #isSending = false;
  /** Texts of rows that came back when somebody took back their deletion, and stood there again already. */
  readonly twice = new Set<string>();
  /**
   * The content of such rows that came back in other columns than the row that stands there again, and of rows that an
   * execution has written into wrong columns before it died.
   */
  readonly misplaced = new Set<string>();
  /** Texts of the last row when somebody put one above it: a write that was to go below may hit it. */
  readonly pushed = new Set<string>();
  /** Texts that people have taken out: nobody misses them. */
  readonly removed = new Set<string>();
  /** Sheets of people's that scripts have deleted. */
  readonly lost: string[] = [];
  /** Somebody has worked in one of them. */
  isTouched = false;
  /** Somebody has deleted one of them. */
  wasDeleted = false;
  readonly #workbook: Workbook;
  readonly #reader: UserSession;

  constructor(workbook: Workbook, reader: UserSession) {
    this.#workbook = workbook;
    this.#reader = reader;
    workbook.onChange((changes, by) => {
      for (const change of changes) {
        if (change.type === "addSheet" && by.kind === "script")
          (this.isCopying ? this.copies : this.ids).add(change.sheetId);
        if (change.type !== "removeSheet" || this.copies.delete(change.sheetId)) continue;
        const wasAddons = this.ids.delete(change.sheetId);
        if (wasAddons && by.kind === "person") this.wasDeleted = true;
        if (!wasAddons && by.kind === "script") this.lost.push(`the sheet ${change.sheetId} of somebody's`);
      }
    });
  }

  /** Somebody types a text of their own. */
  types(text: string): void {
    this.ownTexts.add(text);
    (this.#isSending ? this.doubtful : this.#unseen).add(text);
  }

  /** A script is about to make this call to Google. */
  meets(call: string): void {
    if (!/[gs]etValues|flush|Sheet\.delete/.test(call)) return;
    this.#isSending = !call.endsWith("getValues");
    if (this.#isSending) for (const text of this.#unseen) this.doubtful.add(text);
    this.#unseen.clear();
  }

  /** Somebody is about to put a row above the last one of a sheet. */
  pushes(sheetId: number): void {
    for (const text of this.shows(sheetId).at(-1) ?? []) this.pushed.add(text);
  }

  /** @returns where a column stands later; `null` when it is gone */
  watchColumn(sheetId: number, column: number): () => number | null {
    let area: Area | null = { row: 1, column, rows: 1, columns: 1 };
    this.#workbook.onChange((changes) => {
      for (const change of changes) {
        if (!("sheetId" in change) || change.sheetId !== sheetId || area === null) continue;
        if (change.type === "removeSheet") area = null;
        else if (change.type === "insert" || change.type === "delete" || change.type === "move")
          if (change.dimension === "columns") area = shiftArea(area, change);
      }
    });
    return () => area?.column ?? null;
  }

  nameOf(sheetId: number): string {
    return this.#workbook.sheets().find((sheet) => sheet.sheetId === sheetId)?.name ?? "";
  }

  /** The texts of a sheet, row by row. */
  shows(sheetId: number): string[][] {
    const { rows, columns } = this.#workbook.extent(sheetId);
    return rows * columns === 0 ? [] : this.#reader.keyboard.shows(this.nameOf(sheetId), a1(1, 1, rows, columns));
  }

  /**
   * The column of a field in a sheet, by its header, or else by the note of its header; `null` when there is none. Where
   * somebody has moved columns while headers were styled and Google then failed, a note stands above another column.
   */
  columnOf(sheetId: number, field: string): number | null {
    const [names = []] = this.shows(sheetId);
    if (names.length === 0) return null;
    const [notes = []] = this.#workbook.readNotes(sheetId, { row: 1, column: 1, rows: 1, columns: names.length });
    const named = names.map((name) => name.toLowerCase()).indexOf(field);
    const at = named >= 0 ? named : notes.map((note) => note?.split(/: |\n/)[0]).indexOf(field);
    return at < 0 ? null : at + 1;
  }

  /** The texts below a field, which the note of its header names, in all the sheets, each with its sheet. */
  column(field: string): { sheetId: number; text: string }[] {
    return [...this.ids].flatMap((sheetId) => {
      const [, ...rows] = this.shows(sheetId);
      const column = this.columnOf(sheetId, field);
      return column === null
        ? []
        : rows.flatMap((row) => (row[column - 1] ? [{ sheetId, text: row[column - 1] as string }] : []));
    });
  }

  /** Every text of the whole document. */
  allTexts(): string[] {
    return this.#workbook.sheets().flatMap(({ sheetId }) => this.shows(sheetId).flat());
  }
}
