import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { CompaniesPlanRequest, ListTarget } from "../../src/jobs/protocol";
import type { CompaniesPlan, Plan } from "../../src/jobs/views";
import { MAX_SHORT_TEXT } from "../../src/result";
import { listedHeaders } from "../../src/service/field-words";
import { HALVES_PER_PAGE } from "../../src/service/limits";
import { Button } from "../controls/button";
import { Choice, Field, Select } from "../controls/field";
import { announce, RefusalNotice } from "../controls/notice";
import { many, write } from "../format";
import { capProblem, leaveOutColumn, readCap } from "../job/job-view";
import { LeaveOut, LeaveOutMissing, ReadAgain } from "../job/leave-out";
import { CapField } from "../job/resume";
import type { Jobs } from "../job/use-jobs";
import { type Loaded, toLoaded, useAction, useSession, WAITING } from "../session";
import { useComingBack } from "../shell/navigation";
import { inSheetText, morePagesText } from "./job-texts";
import { type FormDraft, type Found, type ListForm, readAmount, roundedText } from "./list-choices";

/** A dry run waits until typing pauses for this long. */
const REST_MS = 500;

const STILL_COUNTING = "Still counting: press again when the price is there.";

type OpenSheet = Exclude<ListForm["place"], "finding" | null>;

/** The dry run of a list. `request` is `null` while something chosen cannot be used. */
function useListPlan(request: CompaniesPlanRequest | null, page: Found, jobs: Jobs, onSheetGone: () => void) {
  const { call, keyChanges } = useSession();
  const [dryRun, setDryRun] = useState<Loaded<Plan>>(WAITING);
  const [retries, setRetries] = useState(0);
  const asked = JSON.stringify(request);
  const latest = useRef(0);
  /** Until it is there, a plan that is shown stays. */
  const read = async (): Promise<void> => {
    if (!request) return;
    latest.current++;
    const mine = latest.current;
    const result = await call("planJob", request);
    if (mine !== latest.current) return;
    setDryRun((before) => (before.data && !result.ok ? before : toLoaded(result)));
    if (!result.ok && result.code === "SHEET_GONE") onSheetGone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the whole request.
  useEffect(() => {
    setDryRun(WAITING);
    if (!request) return;
    const timer = setTimeout(read, REST_MS);
    return () => {
      latest.current++;
      clearTimeout(timer);
    };
    // Another list or key changes the price: pages that a list has paid for are free, but not with another key.
  }, [asked, page, keyChanges, jobs.driven === null, jobs.all.length, retries]);
  const section = useComingBack<HTMLHeadingElement>(() => {
    if (dryRun.data && (request?.leaveOut || request?.target.kind === "append")) void read();
  });
  return {
    plan: dryRun.data?.kind === "companies" ? dryRun.data : null,
    refusal: dryRun.refusal,
    isReading: request !== null && dryRun === WAITING,
    asked,
    section,
    readAgain: () => setRetries((before) => before + 1),
  };
}

export interface ListFormProps {
  form: ListForm;
  onForm: (change: (now: ListForm) => Partial<ListForm>) => void;
}

interface JobFormProps extends ListFormProps {
  page: Found;
  columns: string[];
  jobs: Jobs;
}

export function JobForm({ page, columns, jobs, form, onForm }: JobFormProps) {
  const { call } = useSession();
  const { filters, totals } = page;
  const group = useId();
  const { draft, place, leaveOut } = form;
  const setPlace = (place: ListForm["place"]): void => onForm(() => ({ place }));
  const [isEarly, setIsEarly] = useState(false);
  const find = useAction(() => call("readListColumn", { sheetId: null, column: null, wanted: "texts" }));
  const start = useAction(jobs.start);
  const { pages, problem } = readAmount(draft);
  const isFinding = place === "finding";
  const openSheet = isFinding ? null : place;
  const target: ListTarget = openSheet
    ? { kind: "append", sheetId: openSheet.sheetId }
    : { kind: "new", sheetName: draft.sheetName.trim() };
  const isReady = !isFinding && columns.length > 0 && problem === "" && capProblem(draft.cap, HALVES_PER_PAGE) === "";
  const request: CompaniesPlanRequest | null = isReady
    ? { kind: "companies", filters, totals, pages, columns, target, leaveOut, capHalves: readCap(draft.cap) }
    : null;
  const planning = useListPlan(request, page, jobs, () => setPlace(null));
  const { plan, isReading, readAgain } = planning;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused was another choice.
  useEffect(start.forgetRefusal, [planning.asked, page]);
  const forgetAndRead = (): void => {
    start.forgetRefusal();
    readAgain();
  };
  const leftOut = leaveOutColumn(leaveOut, plan?.leaveOut ?? null);
  useEffect(() => {
    if (!isEarly || isReading) return;
    setIsEarly(false);
    if (plan) announce("Counted.");
  }, [isEarly, isReading, plan]);
  /** Nothing is bought at a price that was not shown. */
  const tellEarly = (): void => {
    if (!isReading) return;
    setIsEarly(true);
    announce(STILL_COUNTING);
  };
  const append = async (): Promise<void> => {
    setPlace("finding");
    const result = await find.start();
    if (result) onForm(({ place: now }) => ({ place: now === "finding" ? (result.ok ? result.data : null) : now }));
  };
  const begin = async (): Promise<void> => {
    if (!plan || !request || leftOut === undefined) return;
    const told = headersTold(plan, openSheet);
    const { maxHalves: halves } = plan;
    const price = halves === null ? undefined : { halves, halvesPerQuestion: HALVES_PER_PAGE, cheaper: new Map() };
    const choices = { ...request, ...told, leaveOut: leftOut, toAsk: plan.pages };
    const result = await start.start(choices, { price });
    if (result?.ok) setPlace(null);
    else if (result) readAgain();
  };
  const type = (changes: Partial<FormDraft>): void => onForm((now) => ({ draft: { ...now.draft, ...changes } }));
  const refusal = planning.refusal ?? find.refusal ?? start.refusal;
  return (
    <>
      <h2 ref={planning.section}>Put them into a sheet</h2>
      <div class="amount">
        <Field
          label="How many"
          value={draft.amount}
          placeholder="all"
          onInput={(amount) => type({ amount })}
          problem={problem}
        />
        <Select
          label="Counted in"
          value={draft.unit}
          options={[
            ["pages", "pages of 25"],
            ["companies", "companies"],
          ]}
          onChange={(unit) => type({ unit: unit as FormDraft["unit"] })}
        />
      </div>
      <CapField value={draft.cap} onInput={(cap) => type({ cap })} problem={capProblem(draft.cap, HALVES_PER_PAGE)} />
      <fieldset>
        <legend class="unseen">Where to</legend>
        <Choice group={group} checked={place === null} onChange={() => setPlace(null)}>
          A new sheet
        </Choice>
        {place === null && (
          <Field
            label="Sheet name"
            value={draft.sheetName}
            maxLength={MAX_SHORT_TEXT}
            onInput={(sheetName) => type({ sheetName })}
          />
        )}
        <Choice group={group} checked={place !== null} onChange={() => void append()}>
          {openSheet ? `At the end of “${openSheet.sheetName}”` : "At the end of the open sheet"}
        </Choice>
      </fieldset>
      <LeaveOut
        label="Leave out companies I have"
        entry="a company"
        hint="Companies you have are not written; their pages cost the same."
        read={plan?.leaveOut ?? null}
        choice={leaveOut}
        onChange={(leaveOut) => onForm(() => ({ leaveOut }))}
      />
      {columns.length === 0 && <p class="problem">Choose at least one column.</p>}
      {isReading && <p class="small">{isEarly ? STILL_COUNTING : "Counting…"}</p>}
      {plan && <PlanText plan={plan} rounded={roundedText(draft)} isAppended={openSheet !== null} />}
      <RefusalNotice refusal={refusal} onAgain={refusal === planning.refusal ? readAgain : undefined}>
        <ReadAgain refusal={refusal} onPress={forgetAndRead} />
      </RefusalNotice>
      <div class="row">
        {/* Only one list at a time: the service limits the pace, not the sidebar. */}
        <Button
          variant="primary"
          working={start.running || jobs.driven !== null || isReading || isFinding}
          unready={!request || !plan || leftOut === undefined}
          onPress={() => void begin()}
          onIgnored={tellEarly}
        >
          Add to sheet
        </Button>
        <LeaveOutMissing choice={leaveOut} read={plan?.leaveOut ?? null} />
      </div>
    </>
  );
}

/** No columns are written into that the user was not told of, except new ones. */
const headersTold = ({ matchedColumns }: CompaniesPlan, openSheet: OpenSheet | null) =>
  openSheet && {
    headers: Object.fromEntries(
      matchedColumns
        .filter(({ header }) => header !== "" && header.length <= MAX_SHORT_TEXT)
        .map(({ field, header }) => [field, header]),
    ),
  };

function ColumnsText({ plan: { matchedColumns, addedColumns } }: { plan: CompaniesPlan }) {
  const headers = listedHeaders([...matchedColumns.map(({ field }) => field), ...addedColumns]);
  return (
    <>
      {matchedColumns.length > 0 && (
        <ul>
          {matchedColumns.map(({ field, letter, header }, i) => (
            <li key={field}>
              {headers[i]} goes into {letter}
              {header && `: ${header}`}
            </li>
          ))}
        </ul>
      )}
      {addedColumns.length > 0 && (
        <p>
          New columns at the right: {headers.slice(matchedColumns.length).join(", ")}.
          {matchedColumns.length === 0 && " None of its columns clearly fits these."}
        </p>
      )}
    </>
  );
}

function PlanText({ plan, rounded, isAppended }: { plan: CompaniesPlan; rounded: string; isAppended: boolean }) {
  const { rows, maxHalves, seconds, freePages, pagesThere, problems, uncounted } = plan;
  const { rowsThere, namesCompanies } = plan;
  const minutes = seconds === null ? 0 : Math.ceil(seconds / 60);
  const parts = [
    rows !== null &&
      (rows === 0 && pagesThere > 0 ? "No new companies" : `Up to ${many(rows, "company", "companies")}`),
    maxHalves !== null && (maxHalves === 0 ? "free" : `at most ${many(maxHalves / 2, "credit")}`),
    minutes > 0 && `about ${write(minutes)} min`,
  ].filter(Boolean);
  return (
    <div class="plan-text">
      {parts.length > 0 && (
        <p>
          <strong>{parts.join(", ")}.</strong>
        </p>
      )}
      {rounded && <p>{rounded}</p>}
      {uncounted > 0 && rows === null && (
        <p>
          {uncounted === 1 ? "One search is" : `${write(uncounted)} searches are`} not counted yet. Each page costs at
          most 1 credit.
        </p>
      )}
      {freePages > 0 && (
        <p>
          {many(freePages, "page is", "pages are")} free, because you paid for {freePages === 1 ? "it" : "them"} before.
        </p>
      )}
      {pagesThere > 0 && (
        <p>
          {inSheetText(pagesThere, " of this search")} already.{" "}
          {rowsThere === 0 && "Companies whose rows were deleted come again. "}
          {morePagesText(plan)}
        </p>
      )}
      {rowsThere > 0 && (
        <p>
          The sheet has {many(rowsThere, "row")}.{" "}
          {namesCompanies
            ? "Companies among them are left out, but their pages cost the same. Those whose rows you have deleted come again."
            : "Companies among them come again: no column is named Website or Name, by which they could be recognised."}
        </p>
      )}
      {isAppended && <ColumnsText plan={plan} />}
      {problems.map(({ path, message }) => (
        <p key={message} class="problem">
          {path ? `${path}: ` : ""}
          {message}
        </p>
      ))}
    </div>
  );
}
