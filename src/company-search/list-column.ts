import type { ListColumnRequest } from "../jobs/protocol";
import type { World } from "../jobs/record";
import { COMPANY_NAMES, WEBSITES } from "../jobs/rows";
import { type Refusal, SHEET_DELETED } from "../result";
import { isWebsite } from "../service/input-problems";
import { addressesIn, companyIn, companyKey, domainAfterAt, domainsAmong, isOfProvider } from "../service/read-cell";
import { keyOf, readInput } from "../sheet/cell-text";
import { filledColumns, findColumns, headingRows, readTop } from "../sheet/find-column";

/** As many as 10 searches hold: the properties have to keep the exact body of each. */
const MAX_ENTRIES = 5_000;

const WANTED = { websites: WEBSITES, names: COMPANY_NAMES, texts: { ...WEBSITES, matches: () => true } };

/** `-` stands for nothing. */
const SOME_SIGN = /[\p{L}\p{N}]/u;

/** An address stands for its company. */
function websitesIn(text: string): string[] {
  const website = companyIn(text);
  if (isWebsite(website)) return [website];
  const domains = addressesIn(text).map(domainAfterAt);
  return [...domains.filter((domain) => !isOfProvider(domain)), ...domainsAmong(text)];
}

/** What names no website stays, but for a header above websites. */
function websitesOf(texts: readonly string[], hasHeader: boolean): string[] {
  const all = texts.map((text) => ({ text, websites: websitesIn(text) }));
  const isHeader = (at: number): boolean => at === 0 && hasHeader && all.some(({ websites }) => websites.length > 0);
  return all.flatMap(({ text, websites }, at) => (websites.length > 0 || isHeader(at) ? websites : [text]));
}

/** Reads the wanted column, or else the likeliest one. */
export function readListColumn({ book }: World, request: ListColumnRequest) {
  const selected = book.selected();
  const table = request.sheetId === null ? selected.table : book.table(request.sheetId);
  if (!table) return SHEET_DELETED;
  const top = readTop(table);
  const likely = findColumns(top, WANTED[request.wanted]);
  const named = likely.find(({ isNamed }) => isNamed);
  const columns = filledColumns(top, named ? () => named.headerRow : headingRows(top));
  const wanted = request.column ?? (request.sheetId === null ? selected.column : null);
  const { column = 0, headerRow = 0 } =
    columns.find((each) => each.column === wanted) ??
    columns.find((each) => each.column === likely[0]?.column) ??
    columns[0] ??
    {};
  const rows = table.lastRow() - headerRow;
  const cells = column > 0 && rows > 0 ? table.read({ row: headerRow + 1, column, rows, columns: 1 }) : [];
  const texts = cells.flatMap(([cell = ""]) => {
    const input = readInput(cell);
    return input.kind === "text" && SOME_SIGN.test(input.text) ? [input.text] : [];
  });
  const values = new Map<string, string>();
  const isOfWebsites = request.wanted === "websites";
  for (const text of isOfWebsites ? websitesOf(texts, headerRow === 0) : texts) {
    const key = isOfWebsites ? companyKey(text) : keyOf(text);
    if (!values.has(key)) values.set(key, text);
  }
  return {
    sheetId: table.id,
    sheetName: table.name(),
    columns,
    /** 0 if the sheet is empty. */
    column,
    /** Each distinct text or website, without the header, blanks and errors. */
    values: [...values.values()].slice(0, MAX_ENTRIES),
    leftOut: Math.max(0, values.size - MAX_ENTRIES),
  };
}

export type ListColumn = Exclude<ReturnType<typeof readListColumn>, Refusal>;
