import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { PROJECT_ROOT } from "../project-root";
import { freeName } from "./list-sheet";
import type { WorkbookSnapshot } from "./messages";
import type { SheetContent } from "./univer/new-workbook";
import type { UniverWorkbook } from "./univer/univer-workbook";

/**
 * Univer's packages load neither as ES modules nor in Jest, so `local/workbench/univer` is bundled beforehand
 * (`scripts/build/local-bundles.ts`) and loaded from there.
 */
export function loadUniver(): typeof import("./univer/univer-workbook") {
  const load = createRequire(path.join(PROJECT_ROOT, "package.json"));
  return load(path.join(PROJECT_ROOT, ".build/workbench/univer.cjs"));
}

/** The sheets of opened lists, by what was in the list. */
export type OpenedLists = Record<string, number>;

interface OpeningOptions {
  documentName: string;
  /** The sheets of a new document. */
  sheets: SheetContent[];
  /** A list to show first. */
  list: SheetContent | undefined;
}

/**
 * Opens the kept document, or a new one, with a person's list as its first sheet. A list that was opened before keeps
 * its sheet, with all that has been done to it.
 */
export function openWorkbook(
  kept: { workbook: WorkbookSnapshot; lists?: OpenedLists } | null,
  { documentName, sheets, list }: OpeningOptions,
): { workbook: UniverWorkbook; lists: OpenedLists } {
  const { createUniverWorkbook, newWorkbook, putFirst, sheetsIn } = loadUniver();
  if (!kept) {
    const contents = list ? [{ ...list, name: freeName(list.name, sheets) }, ...sheets] : sheets;
    const lists = list ? { [digestOf(list)]: 0 } : {};
    return { workbook: createUniverWorkbook(newWorkbook(documentName, contents)), lists };
  }
  const lists: OpenedLists = { ...kept.lists };
  if (!list) return { workbook: createUniverWorkbook(kept.workbook), lists };
  const existing = sheetsIn(kept.workbook);
  const digest = digestOf(list);
  const before = existing.find(({ sheetId }) => sheetId === lists[digest]);
  const sheetId = before?.sheetId ?? Math.max(...existing.map((sheet) => sheet.sheetId)) + 1;
  lists[digest] = sheetId;
  const added = before ? undefined : { ...list, name: freeName(list.name, existing) };
  return { workbook: createUniverWorkbook(putFirst(kept.workbook, sheetId, added)), lists };
}

const digestOf = ({ rows }: SheetContent): string => createHash("sha256").update(JSON.stringify(rows)).digest("hex");

/** The lists whose sheets are still there: the number of a removed sheet may come back with another. */
export function listsIn(workbook: UniverWorkbook, lists: OpenedLists): OpenedLists {
  const ids = new Set(workbook.sheets().map(({ sheetId }) => sheetId));
  return Object.fromEntries(Object.entries(lists).filter(([, sheetId]) => ids.has(sheetId)));
}
