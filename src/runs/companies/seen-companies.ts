import type { CellValue } from "../../sheet/table";
import type { OpenAppendList } from "../append/append-list";
import { readCells } from "../append/read-rows";
import { createSeenKeys, readSeenKeys, type SeenKeys } from "../append/seen-keys";
import type { TextCache } from "../leases";
import { ID_FIELDS, type Identity, keysOf, NAME_FIELDS, PLACE_FIELDS, WEBSITE_FIELDS } from "./company-key";
import { type RowKey, readRowKey, writeRowKey } from "./company-list";

/** The companies of a sheet. */
export interface SeenCompanies extends SeenKeys {
  /** Whether the row is there already: what was written by an execution that died before it could say so. */
  isWritten(row: RowKey): boolean;
}

/** The companies that the cache knows of; `null` when it does not know all. */
export function readSeenCompanies(cache: TextCache, fillId: string, count: number): SeenCompanies | null {
  const seen = readSeenKeys(cache, fillId, count);
  return seen && { ...seen, isWritten: () => false };
}

/**
 * All companies that stand in a sheet, whoever has put them there. A handful of sheet calls.
 * @param lastRow of the sheet
 */
export function findSeenCompanies(
  cache: TextCache,
  fillId: string,
  list: OpenAppendList,
  lastRow: number,
): SeenCompanies {
  const { columns } = list;
  const written = new Set<string>();
  const seen = createSeenKeys(cache, fillId);
  const columnOf = (fields: string[]): number[] =>
    fields.flatMap((field) => columns.fields.find((each) => each.field === field)?.column ?? []);
  const read = (column: number): CellValue[] => readCells(list, column, lastRow);
  const keys = read(columns.key);
  const isTyped = keys.some((cell) => readRowKey(cell) === null);
  const readFirst = (fields: string[]): CellValue[] => (isTyped ? columnOf(fields).slice(0, 1).flatMap(read) : []);
  const [ids, websites, names] = [readFirst(ID_FIELDS), readFirst(WEBSITE_FIELDS), readFirst(NAME_FIELDS)];
  const places = isTyped ? columnOf(PLACE_FIELDS).map(read) : [];
  keys.forEach((cell, i) => {
    const own = readRowKey(cell);
    if (own) {
      seen.add(own.key);
      if (own.fillId === fillId) written.add(writeRowKey(own));
      return;
    }
    const place = places.map((column) => String(column[i] ?? "")).filter((text) => text !== "");
    const text = (column: CellValue[]): string => String(column[i] ?? "");
    const identity: Identity = { id: text(ids), website: text(websites), name: text(names), place: place.join("|") };
    for (const key of keysOf(identity)) seen.add(key);
  });
  return { ...seen, isWritten: (row) => written.has(writeRowKey(row)) };
}
