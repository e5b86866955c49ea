import type { Refusal } from "../../result";
import { removeRows } from "../append/remove-rows";
import { isRefused, refusal } from "../run-refusal";
import { listOf, readRowKey } from "./company-list";
import type { FillParts } from "./fill-parts";
import { readFill, removeFill } from "./fill-record";
import type { FillUndo } from "./views";

/**
 * Takes the rows of a fill out of the sheet, or its sheet. Spent credits do not come back.
 * @param isMeant false only counts
 */
export function undoFill(parts: FillParts, fillId: string, isMeant: boolean): FillUndo | Refusal {
  const fill = readFill(parts.store, fillId);
  if (!fill) return refusal("RUN_GONE");
  const list = { ...listOf(fill), hasMadeSheet: fill.hasMadeSheet };
  const removed = removeRows(parts, list, (key) => readRowKey(key)?.fillId === fill.id, isMeant);
  if (isMeant && !isRefused(removed) && removed.left === 0) removeFill(parts.store, fillId);
  return removed;
}
