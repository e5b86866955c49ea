import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";
import type { SearchPreview } from "../../../src/company-search/views";
import type { SearchTotals } from "../../../src/jobs/protocol";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import type { Json } from "../search/nested";
import { ColumnChoice } from "./column-choice";
import { type ColumnWish, firstWish, wishedColumns } from "./column-wish";
import { CountAll } from "./count-all";
import "./style.css";

/** The first page of a search that finds something. */
export type Found = Extract<SearchPreview, { state: "found" }>;

/** What stands side by side in 300 px. */
const SHOWN_COLUMNS = 3;
const SHOWN_ROWS = 5;

interface PreviewProps {
  page: Found;
  filters: Json;
  onCounted: (totals: SearchTotals) => void;
  headingRef: Ref<HTMLHeadingElement>;
  /** What follows, with the columns that are wanted. */
  children: (columns: string[]) => ComponentChildren;
}

/** How much there is, the first companies in a small table, and which of their columns are wanted. */
export function Preview({ page, filters, onCounted, headingRef, children }: PreviewProps) {
  const { totals, columns, rows, isFree } = page;
  const [wish, setWish] = useState<ColumnWish>(() => firstWish(page));
  const count = (number: number): string => writeCount(number, userLocale());
  const isWhole = totals.counted >= totals.searches;
  const wanted = wishedColumns(wish);
  const shown = wanted.slice(0, SHOWN_COLUMNS).map((name) => columns.findIndex((column) => column.name === name));
  return (
    <>
      <h2 ref={headingRef} tabIndex={-1}>
        {isWhole ? "" : "At least "}
        {count(totals.companies)} {totals.companies === 1 ? "company" : "companies"}
      </h2>
      <p>
        {count(totals.pages)} {totals.pages === 1 ? "page" : "pages"}
        {isWhole
          ? `: at most ${totals.pages === 1 ? "1 credit" : `${count(totals.pages)} credits`} for all.`
          : " or more, each at most 1 credit."}{" "}
        {isFree ? "This preview was free." : "This preview took 1 credit; its page is free now."}
      </p>
      {totals.searches > 1 && <CountAll filters={filters} totals={totals} onCounted={onCounted} />}
      <table class="companies">
        <thead>
          <tr>
            {shown.map((at) => (
              <th key={at} scope="col">
                {columns[at]?.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and never move.
            <tr key={index}>
              {shown.map((at) => (
                <td key={at} title={row[at]}>
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ColumnChoice columns={columns} wish={wish} onChange={setWish} />
      {children(wanted)}
    </>
  );
}
