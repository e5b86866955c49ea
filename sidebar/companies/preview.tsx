import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";
import type { CompanyColumn, SearchPreview } from "../../src/company-search/views";
import type { SearchTotals } from "../../src/jobs/protocol";
import { Button, IconButton } from "../controls/button";
import { Choice } from "../controls/field";
import { Fold } from "../controls/fold";
import { RefusalNotice } from "../controls/notice";
import { userLocale, writeCount } from "../format";
import { useAction, useSession } from "../session";
import { useAnnounce } from "../shell/navigation";
import type { Json } from "./json";
import { type ColumnWish, firstWish, wishedColumns } from "./list-choices";

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

interface ColumnChoiceProps {
  columns: readonly CompanyColumn[];
  wish: ColumnWish;
  onChange: (wish: ColumnWish) => void;
}

/** Ticks the columns to write and moves them up. */
export function ColumnChoice({ columns, wish, onChange }: ColumnChoiceProps) {
  const announce = useAnnounce();
  const { order, left } = wish;
  const wanted = order.length - left.length;
  const moveUp = (index: number): void => {
    const moved = [...order];
    const [name = ""] = moved.splice(index, 1);
    moved.splice(index - 1, 0, name);
    // A moved element loses the focus.
    const focused = document.activeElement as HTMLElement | null;
    onChange({ order: moved, left });
    announce(`${name} is column ${index}.`);
    setTimeout(() => focused?.focus());
  };
  return (
    <Fold label="Columns" aside={`${wanted} of ${order.length}`}>
      <div class="row">
        <Button look="quiet" onPress={() => onChange({ order, left: wanted === order.length ? order : [] })}>
          {wanted === order.length ? "Choose none" : "Choose all"}
        </Button>
      </div>
      {order.map((name, index) => (
        <div key={name} class="line">
          <Choice
            checked={!left.includes(name)}
            onChange={(checked) =>
              onChange({ order, left: checked ? left.filter((each) => each !== name) : [...left, name] })
            }
          >
            {name} <small>{columns.find((column) => column.name === name)?.sample}</small>
          </Choice>
          {index > 0 && <IconButton icon="up" name={`Move ${name} up`} onPress={() => moveUp(index)} />}
        </div>
      ))}
    </Fold>
  );
}

interface CountAllProps {
  filters: Json;
  totals: SearchTotals;
  onCounted: (totals: SearchTotals) => void;
}

/** A long list is split into searches: counts those of which it is not known what they find. */
function CountAll({ filters, totals: { searches, counted }, onCounted }: CountAllProps) {
  const { call, readAccount } = useSession();
  const announce = useAnnounce();
  const count = useAction(() => call("countSearch", filters));
  const left = searches - counted;
  const countAll = async (): Promise<void> => {
    const result = await count.start();
    if (!result?.ok) return;
    const { totals, paidPages } = result.data;
    onCounted(totals);
    announce(`${writeCount(totals.companies, userLocale())} companies in all.`);
    if (paidPages > 0) void readAccount();
  };
  return (
    <>
      <p>
        Your list is split into {searches} searches of at most 500 entries; {counted} of them{" "}
        {counted === 1 ? "is" : "are"} counted.
      </p>
      {count.refusal && <RefusalNotice refusal={count.refusal} />}
      {left > 0 && (
        <div class="row">
          <Button look="quiet" working={count.running} onPress={() => void countAll()}>
            Count all
          </Button>
          <span class="small soft">
            {left === 1 ? "1 credit" : `${left} credits`} at most; these pages are free in the fill
          </span>
        </div>
      )}
    </>
  );
}
