import type { Ref } from "preact";
import { useState } from "preact/hooks";
import type { CompanyColumn } from "../../src/company-search/company-columns";
import type { SearchTotals } from "../../src/jobs/protocol";
import { listedHeaders, listedWords, noteOf } from "../../src/service/field-words";
import { Button, IconButton } from "../controls/button";
import { Choice, toggled } from "../controls/field";
import { Fold } from "../controls/fold";
import { announce, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import type { Jobs } from "../job/use-jobs";
import { useAction, useSession } from "../session";
import { JobForm, type ListFormProps } from "./job-form";
import { foundPagesText } from "./job-texts";
import { type ColumnOrder, type Fact, type Found, firstChoices, previewFacts, wantedColumns } from "./list-choices";

/** More rows would push the form out of sight; a button shows the others. */
const SHOWN_ROWS = 5;

interface PreviewProps extends ListFormProps {
  page: Found;
  jobs: Jobs;
  onCounted: (totals: SearchTotals) => void;
  headingRef: Ref<HTMLHeadingElement>;
}

export function Preview({ page, jobs, onCounted, headingRef, form, onForm }: PreviewProps) {
  const { totals, columns, rows, isFree } = page;
  const [choices, setChoices] = useState<ColumnOrder>(() =>
    firstChoices({ ...page, chosenBefore: form.columns ?? page.chosenBefore }),
  );
  const choose = (chosen: ColumnOrder): void => {
    setChoices(chosen);
    onForm(() => ({ columns: wantedColumns(chosen) }));
  };
  const isWhole = totals.counted >= totals.searches;
  const wanted = wantedColumns(choices);
  const [isAll, setAll] = useState(false);
  const facts = previewFacts(
    columns.map(({ name }) => name),
    wanted,
  );
  // Two facts share a column: the first stands above the second, the third above the fourth.
  const pairs = [facts.slice(0, 2), facts.slice(2)].filter((pair) => pair.length > 0);
  return (
    <>
      <h2 ref={headingRef} tabIndex={-1}>
        {isWhole ? "" : "At least "}
        {many(totals.companies, "company", "companies")}
      </h2>
      <p>
        {/* The price of all pages stands below: the dry run knows what was paid for since. */}
        {foundPagesText(totals)}, at most 1 credit each.{" "}
        {isFree ? "This preview was free." : "This preview cost 1 credit; its page is free in the list."}
      </p>
      {totals.searches > 1 && <CountAll page={page} onCounted={onCounted} />}
      <table class="companies">
        <thead>
          <tr>
            {pairs.map(([upper, lower]) => (
              <th key={upper?.header} scope="col">
                {upper?.header}
                {lower && <small>{lower.header}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isAll ? rows.length : SHOWN_ROWS).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and never move.
            <tr key={index}>
              {pairs.map(([upper, lower]) => (
                <td key={upper?.header} title={[upper, lower].map((fact) => textOf(row, fact)).join("\n")}>
                  {textOf(row, upper)}
                  {lower && <small>{textOf(row, lower)}</small>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN_ROWS && (
        <div>
          <Button variant="quiet" onPress={() => setAll(!isAll)}>
            {isAll ? `Show the first ${SHOWN_ROWS}` : `Show all ${rows.length} of this page`}
          </Button>
        </div>
      )}
      <ChosenColumns columns={columns} choices={choices} onChange={choose} />
      <JobForm page={page} columns={wanted} jobs={jobs} form={form} onForm={onForm} />
    </>
  );
}

const textOf = (row: readonly string[], fact: Fact | undefined): string =>
  (fact?.columns ?? [])
    .map((at) => row[at] ?? "")
    .filter(Boolean)
    .join(", ");

interface ChosenColumnsProps {
  columns: readonly CompanyColumn[];
  choices: ColumnOrder;
  onChange: (choices: ColumnOrder) => void;
}

function ChosenColumns({ columns, choices, onChange }: ChosenColumnsProps) {
  const { order, left } = choices;
  const wanted = order.length - left.length;
  const headers = listedHeaders(order);
  const headerFor = (name: string): string => headers[order.indexOf(name)] ?? name;
  const moveUp = (index: number): void => {
    const moved = [...order];
    const [name = ""] = moved.splice(index, 1);
    moved.splice(index - 1, 0, name);
    // An element that is moved loses the focus.
    const focused = document.activeElement as HTMLElement | null;
    onChange({ order: moved, left });
    announce(`${headerFor(name)} is column ${index}.`);
    setTimeout(() => focused?.focus());
  };
  return (
    <Fold label="Columns" aside={`${wanted} of ${order.length}`}>
      <div class="row">
        <Button variant="quiet" onPress={() => onChange({ order, left: wanted === order.length ? order : [] })}>
          {wanted === order.length ? "Choose none" : "Choose all"}
        </Button>
      </div>
      {order.map((name, index) => (
        <div key={name} class="line">
          <Choice
            checked={!left.includes(name)}
            hint={noteOf(name, listedWords(name))}
            onChange={(isWanted) => onChange({ order, left: toggled(left, name, !isWanted) })}
          >
            {headerFor(name)} <small>{columns.find((column) => column.name === name)?.sample}</small>
          </Choice>
          {index > 0 && <IconButton icon="up" name={`Move ${headerFor(name)} up`} onPress={() => moveUp(index)} />}
        </div>
      ))}
    </Fold>
  );
}

function CountAll({ page, onCounted }: Pick<PreviewProps, "page" | "onCounted">) {
  const { searches, counted } = page.totals;
  const { call, readAccount } = useSession();
  const left = searches - counted;
  const count = useAction(
    () => call("countSearch", page.filters),
    ({ totals, paidPages }) => {
      onCounted(totals);
      announce(`${many(totals.companies, "company", "companies")} in all.`);
      if (paidPages > 0) void readAccount();
    },
  );
  return (
    <>
      <p>
        Your list is split into {searches} searches of at most 500 entries; {counted} of them{" "}
        {counted === 1 ? "is" : "are"} counted.
      </p>
      <RefusalNotice refusal={count.refusal} />
      {left > 0 && (
        <div class="row">
          <Button variant="quiet" working={count.running} onPress={() => void count.start()}>
            Count all
          </Button>
          <span class="small soft">at most {many(left, "credit")}; these pages are free in the list</span>
        </div>
      )}
    </>
  );
}
