import type { Refusal } from "../../result";
import { openList } from "../append/columns";
import { refusal } from "../run-refusal";
import { NAME_FIELDS, WEBSITE_FIELDS } from "./company-key";
import { listOf } from "./company-list";
import type { FillParts } from "./fill-parts";
import { allReceipts } from "./fill-progress";
import { readFill } from "./fill-record";
import { fillView } from "./fill-view";
import { summariseReceipts } from "./receipts";
import type { FillSummary } from "./views";

/** What a fill has led to, from its receipts. */
export function summariseFill(parts: FillParts, fillId: string): FillSummary | Refusal {
  const { store, book } = parts;
  const fill = readFill(store, fillId);
  if (!fill) return refusal("RUN_GONE");
  const list = openList(book, listOf(fill));
  const columnOf = (field: string): number[] =>
    list?.columns.fields.flatMap((each) => (each.field === field ? [each.column] : [])) ?? [];
  const [companyColumn = null] = [...WEBSITE_FIELDS, ...NAME_FIELDS].flatMap(columnOf);
  return {
    fill: fillView(parts, fill, list?.table.name() ?? ""),
    receipts: summariseReceipts(allReceipts(store, fillId)),
    companyColumn,
  };
}
