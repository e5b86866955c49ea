import type { CellValue } from "../../sheet/table";
import type { AppendList, ListKind } from "../append/append-list";
import type { FillRecord } from "./fill-record";

/** What the hidden column of a list of companies holds: which fill and page has brought which company. */
export interface RowKey {
  fillId: string;
  search: number;
  page: number;
  key: string;
}

export const writeRowKey = ({ fillId, search, page, key }: RowKey): string => `${fillId}.${search}.${page}:${key}`;

/** Reads a hidden cell; `null` for what a fill has not written. */
export function readRowKey(cell: CellValue | undefined): RowKey | null {
  const match = /^([a-z0-9]{1,40})\.(\d+)\.(\d+):([\s\S]*)$/.exec(String(cell ?? ""));
  if (!match) return null;
  const [, fillId = "", search, page, key = ""] = match;
  return { fillId, search: Number(search), page: Number(page), key };
}

/** Lists of companies. */
export const COMPANY_LIST: ListKind = {
  keyMark: "=company",
  keyHeader: "filled by",
  isKey: (cell) => readRowKey(cell) !== null,
};

/** The list that a fill writes. */
export const listOf = ({ sheetId, group, columns }: Pick<FillRecord, "sheetId" | "group" | "columns">): AppendList => ({
  kind: COMPANY_LIST,
  sheetId,
  group,
  columns,
});
