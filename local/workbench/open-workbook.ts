import { createHash } from "node:crypto";
import type { Actor } from "../apps-script/workbook/change";
import type { KeptDocument } from "./document-file";
import { freeName } from "./list-sheet";
import { loadUniver } from "./load-univer";
import { addFirstSheet, blankWorkbook, fillSheets, type SheetContent } from "./new-workbook";
import type { UniverWorkbook } from "./univer/univer-workbook";

/** The sheets of opened lists, by what was in the list. */
export type OpenedLists = Record<string, number>;

interface OpeningOptions {
  documentName: string;
  /** What a new document begins with. */
  sheets: SheetContent[];
  /** A list to show first. */
  list: SheetContent | undefined;
  by: Actor;
}

/**
 * Opens the kept document, or a new one, with a person's list as its first sheet. The same list again is the sheet it was
 * made then, with all that has been done to it.
 */
export function openWorkbook(
  kept: Pick<KeptDocument, "workbook" | "lists"> | null,
  { documentName, sheets, list, by }: OpeningOptions,
): { workbook: UniverWorkbook; lists: OpenedLists } {
  const { createUniverWorkbook } = loadUniver();
  const lists: OpenedLists = { ...kept?.lists };
  const digest = list && createHash("sha256").update(JSON.stringify(list.rows)).digest("hex");
  if (!kept) {
    const contents = list ? [renamed(list, sheets), ...sheets] : sheets;
    const workbook = createUniverWorkbook(blankWorkbook(documentName, contents));
    fillSheets(workbook, contents, by);
    if (digest) lists[digest] = 0;
    return { workbook, lists };
  }
  const workbook = createUniverWorkbook(kept.workbook);
  if (!list || !digest) return { workbook, lists };
  const existing = workbook.sheets();
  const before = existing.find(({ sheetId }) => sheetId === lists[digest]);
  if (before) {
    workbook.apply([{ type: "moveSheet", sheetId: before.sheetId, index: 0 }], by);
  } else {
    const sheetId = Math.max(...existing.map((sheet) => sheet.sheetId)) + 1;
    addFirstSheet(workbook, sheetId, renamed(list, existing), by);
    lists[digest] = sheetId;
  }
  return { workbook, lists };
}

/** The lists whose sheets are still there: the number of a removed sheet may come back with another. */
export function listsIn(workbook: UniverWorkbook, lists: OpenedLists): OpenedLists {
  const ids = new Set(workbook.sheets().map(({ sheetId }) => sheetId));
  return Object.fromEntries(Object.entries(lists).filter(([, sheetId]) => ids.has(sheetId)));
}

const renamed = (list: SheetContent, others: readonly { name: string }[]): SheetContent => ({
  ...list,
  name: freeName(
    list.name,
    others.map(({ name }) => name),
  ),
});
