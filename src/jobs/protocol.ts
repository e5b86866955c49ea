import * as v from "valibot";
import { flag, isObject, type JsonObject, PROPERTY_CHARACTERS, wholeNumber } from "../json";
import { MAX_COUNTED_DOMAINS, MAX_LANES, MAX_QUESTIONS, MAX_SHORT_TEXT } from "../result";
import { COMPANY_FIELDS } from "../service/fields";
import { isDomain } from "../service/input-problems";
import { COMPANIES_PER_PAGE, MAX_EMAILS } from "../service/limits";
import { EMAIL_TYPES } from "../service/operations";
import { OPTIONAL_PILES } from "./sendable";

// Anybody can call public functions with anything, so schemas check all requests. The answers are in views.ts.

/** The most characters that a cell holds. */
const MAX_TEXT = 50_000;
/** An upper bound for row numbers, counts and half credits. */
export const MAX_COUNT = 1_000_000_000;
/** Longer than any wait between attempts. */
const MAX_WAIT_MS = 60_000;
/** A found email with all fields of its company has some 27 columns. A company may have more. */
export const MAX_COLUMNS = 150;
/** Far more rows than one write gets. */
const MAX_ROWS = 5_000;
/** A job's record holds the spans, and a property holds 9 KB. */
export const MAX_SPANS = 200;
/** More misspelt domains than the dry run names. */
const MAX_MENDED = 50;
/** A search with the longest list that is taken from a column still fits. */
const MAX_SEARCH_TEXT = 250_000;
/** The most names that a company has besides its key. */
const MAX_KEYS = 5;

const count = wholeNumber(0, MAX_COUNT);
const fromOne = wholeNumber(1, MAX_COUNT);
/** Google gives sheets any number below 2³¹ as their id. */
const sheetId = wholeNumber(0, 2 ** 31 - 1);
const finite = v.custom<number>(Number.isFinite);
const textIf = (isOne: (text: string) => boolean) =>
  v.custom<string>((value) => typeof value === "string" && isOne(value));
const text = textIf(({ length }) => length <= MAX_TEXT);
const isShort = ({ length }: string): boolean => length <= MAX_SHORT_TEXT;
const shortText = textIf(isShort);
/** Blanks around it do not count. */
const givenName = textIf((value) => isShort(value) && value.trim() !== "");
const only = <const Text extends string>(given: Text) => v.picklist([given]);
const name = textIf((value) => /^[a-z0-9]{1,40}$/.test(value));
const cell = v.union([text, flag, finite]);
const arrayOf = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(
    v.custom<unknown[]>((list) => Array.isArray(list) && list.length <= most),
    v.array(item),
  );
const cells = arrayOf(cell, MAX_COLUMNS);
const waitMs = wholeNumber(0, MAX_WAIT_MS);
const capHalves = v.nullable(count);

const columnNumber = fromOne;

const rowSpan = v.object({ from: count, to: count });

const rowChoice = v.union([
  v.object({ kind: only("all") }),
  // Rows not done yet, or done for another input than they hold now.
  v.object({ kind: only("todo") }),
  // If selected rows are moved later, the claim goes along.
  v.object({ kind: only("selected"), spans: arrayOf(rowSpan, MAX_SPANS) }),
  // Rows hidden neither by a filter nor by hand. Filter views do not count.
  v.object({ kind: only("visible") }),
  v.object({ kind: only("older"), days: count }),
  v.object({ kind: only("failed") }),
  // Rows whose mail server did not answer.
  v.object({ kind: only("notKnown") }),
  // A watch does rows without a result, or with an older one. It tries failed rows again the next day.
  v.object({ kind: only("new"), olderThanDays: v.nullable(fromOne) }),
]);

/** A new sheet, or the place below the content of an existing one. */
const target = v.union([
  v.object({ kind: only("new"), sheetName: shortText }),
  v.object({ kind: only("append"), sheetId }),
]);

const findOptions = {
  limit: wholeNumber(1, MAX_EMAILS),
  emailType: v.picklist(EMAIL_TYPES),
  enrichment: arrayOf(v.picklist(COMPANY_FIELDS), COMPANY_FIELDS.length),
};

const column = {
  rows: rowChoice,
  fields: arrayOf(text, MAX_COLUMNS),
  // True to verify emails although a domain search already calls them VALID.
  alsoFoundValid: flag,
  // True if the dry run has told that filled cells are replaced. Otherwise they stay.
  replacesFilled: v.optional(flag),
  // The setting of whoever starts the job: an email found VALID more days ago gets another status.
  validForDays: v.optional(count),
};

/** The column as the dry run has seen it, because people may insert columns meanwhile. */
const chosenColumn = {
  sheetId,
  // As the dry run has told it. It is only shown, and reading it would cost the start a call.
  sheetName: v.optional(text),
  column: columnNumber,
  // `null` if it had none.
  header: v.nullable(text),
  // These texts identify a column without a header.
  sample: arrayOf(text, 20),
  // 0 if there is none.
  headerRow: count,
};

// The dry run's count, so that a resumed job knows its total; `null` if it could not count.
const toAsk = v.nullable(count);

/** With `null` the user is still choosing. */
const leaveOutChoice = v.object({ sheetId: v.nullable(sheetId), column: v.nullable(columnNumber) });

/** The text at its top identifies the column. Earlier versions did not keep the number of entries. */
const leaveOutColumn = v.object({ sheetId, column: columnNumber, first: shortText, entries: v.optional(count) });

// Companies that the user has already are neither asked nor written.
const leaveOut = v.optional(v.nullable(leaveOutColumn));
const leaveOutPlanned = v.optional(v.nullable(leaveOutChoice));

// Misspelt domains that are asked as the mail provider that they mean: `gmial.com` as `gmail.com`.
const mended = v.optional(arrayOf(shortText, MAX_MENDED));

const likelyColumn = {
  sheetId: v.nullable(sheetId),
  column: v.nullable(count),
  headerRow: v.nullable(count),
  // Names that the last dry run of this sheet has told. To read them costs a call each.
  told: v.optional(v.object({ sheetId, sheetName: text, newSheetName: v.optional(text) })),
};

const filters = v.custom<JsonObject>((value) => isObject(value) && JSON.stringify(value).length <= MAX_SEARCH_TEXT);

const searchTotals = v.object({
  companies: count,
  pages: count,
  searches: count,
  counted: count,
});

const companies = {
  filters,
  // As the preview gave them; `null` without a preview.
  totals: v.nullable(searchTotals),
  // The number of pages, of 25 companies each; `null` for all that can be had.
  pages: v.nullable(count),
  columns: arrayOf(shortText, MAX_COLUMNS),
  target,
};

// Names of existing columns by field, as the dry run has told them. By default they are the fields' names.
const headers = v.optional(
  v.custom<Record<string, string>>(
    (value) =>
      isObject(value) &&
      Object.entries(value)
        .flat()
        .every((each) => typeof each === "string" && isShort(each)),
  ),
);

const COLUMN_KIND_NAMES = ["verify", "find", "enrich"] as const;
export const KIND_NAMES = [...COLUMN_KIND_NAMES, "companies"] as const;

const columnJobChoices = v.union([
  v.object({ kind: only("verify"), ...chosenColumn, ...column, mended, toAsk, capHalves }),
  v.object({ kind: only("find"), ...chosenColumn, ...column, ...findOptions, target, leaveOut, toAsk, capHalves }),
  v.object({ kind: only("enrich"), ...chosenColumn, ...column, leaveOut, toAsk, capHalves }),
]);

export const jobChoices = v.union([
  ...columnJobChoices.options,
  v.object({ kind: only("companies"), ...companies, headers, leaveOut, toAsk, capHalves }),
]);

export const findPlanRequest = v.object({
  kind: only("find"),
  ...likelyColumn,
  ...column,
  ...findOptions,
  leaveOut: leaveOutPlanned,
});

/** If `column` is `null`, the column is chosen from the selection and the content. */
export const planRequest = v.union([
  v.object({ kind: only("verify"), ...likelyColumn, ...column, mended }),
  findPlanRequest,
  v.object({ kind: only("enrich"), ...likelyColumn, ...column, leaveOut: leaveOutPlanned }),
  v.object({ kind: only("companies"), ...companies, leaveOut: leaveOutPlanned, capHalves }),
]);

const domain = textIf((value) => value.length <= MAX_TEXT && isDomain(value));
export const countedDomains = arrayOf(domain, MAX_COUNTED_DOMAINS);

/** A question by its key: an address, a company, or a page as `search.page`. */
const question = v.object({
  key: text,
  // Empty for pages.
  text,
  // A domain search knows an email by this id; empty without one.
  anonId: text,
  attempts: count,
});

const foundEmail = v.object({ email: text, cells });

const foundCompany = v.object({ key: text, otherKeys: arrayOf(text, MAX_KEYS), cells });

const entry = v.object({
  key: text,
  // In the order of the job's fields.
  cells,
  // The rows at the scan are only a hint.
  rows: arrayOf(count, MAX_ROWS),
  // The day since 1970 on which the result was true. By default it is the day of writing.
  day: v.optional(count),
  emails: v.optional(arrayOf(foundEmail, MAX_EMAILS)),
  // The company of the emails: the domain that the service has found, else the key.
  company: v.optional(text),
  page: v.optional(
    v.object({
      companies: arrayOf(foundCompany, COMPANIES_PER_PAGE),
      // The totals of the search; `null` if it finds nothing.
      totals: v.nullable(v.object({ companies: count, pages: count })),
      isFree: flag,
    }),
  ),
});

const job = { jobId: name, epoch: count };

// Questions whose results are in the sheet, as the driver counts them. By default the number stays.
const done = v.optional(count);

const ending = {
  ...job,
  done,
  state: v.picklist(["paused", "stopped", "finished"]),
  reason: text,
  hasLanded: flag,
};
export const endRequest = v.object(ending);

export const stepRequest = v.union([
  v.object({ do: only("look"), ...job, waitMs }),
  v.object({
    do: only("scan"),
    ...job,
    // The first stretch, from 0, of `ROWS_PER_STRETCH` rows each.
    stretch: count,
    stretches: wholeNumber(1, 50),
    waitMs,
  }),
  v.object({
    do: only("ask"),
    ...job,
    kind: v.picklist(KIND_NAMES),
    // A lane asks again only after its answer.
    lane: wholeNumber(0, MAX_LANES),
    done,
    questions: arrayOf(question, MAX_QUESTIONS),
    waitMs,
    // For several executions that drive the job: the number of this one, and the most that the job may spend.
    together: v.optional(v.object({ seat: wholeNumber(0, MAX_LANES), mostHalves: v.nullable(count) })),
  }),
  v.object({
    do: only("write"),
    ...job,
    entries: arrayOf(entry, MAX_ROWS),
    // A search's write without entries makes only this part, while another call makes the other.
    only: v.optional(v.picklist(["list", "columns"])),
    // True to read the sheet anew, because an earlier write was lost or others write there.
    isFresh: flag,
    waitMs,
    // How the job ends if this write leaves nothing to do, and takes no longer.
    end: v.optional(v.object({ ...ending, withinMs: count })),
  }),
]);

export const resumeRequest = v.object({
  jobId: name,
  // True if the user agrees to pay with another key.
  withOwnKey: flag,
  // The most that the job may cost in all. By default the limit stays.
  capHalves: v.optional(capHalves),
  // For a list of companies: the pages wanted in all, including those that are there.
  pages: v.optional(fromOne),
  // The job as the person was shown it. Without this, a job that has gone on since is taken over as well.
  seen: v.optional(v.object({ epoch: count, isActive: flag })),
});

export const undoRequest = v.object({
  jobId: name,
  // "look" only counts.
  do: v.picklist(["look", "undo"]),
  // Cells that people have filled in columns or a sheet of the job stay, or go with it.
  others: v.picklist(["keep", "remove"]),
});

/** For `null` the selection and the marks tell the column of addresses. */
export const cleanListRequest = v.object({
  sheetId: v.nullable(sheetId),
  column: v.nullable(columnNumber),
  // Nothing is sent to these addresses or domains.
  leaveOut: v.nullable(leaveOutChoice),
});
export const copyRequest = v.object({
  sheetId,
  name: shortText,
  mark: shortText,
  take: arrayOf(v.picklist(OPTIONAL_PILES), OPTIONAL_PILES.length),
  leaveOut: v.nullable(leaveOutColumn),
});
export const splitRequest = v.object({ ...chosenColumn, name: shortText });
export const listRequest = v.object({ sheetId, mark: shortText });
export const showRequest = v.object({
  sheetId,
  mark: shortText,
  // A verdict or status; `null` for all rows.
  text: v.nullable(shortText),
});
export const madeListRequest = v.object({ sheetId, check: count });
export const lookRequest = v.object({ sheetId });
export const placeRequest = v.object({
  sheetId,
  column: v.nullable(columnNumber),
  /** By default the first cell of the column is selected. */
  rows: v.optional(arrayOf(rowSpan, MAX_SPANS)),
});
export const jobRequest = v.object({ jobId: name });
/** How often a watch looks for new rows. The shortest time is for scripts that are bound to their sheet. */
export const WATCH_MINUTES = [10, 60, 24 * 60] as const;

/** In half credits. */
const halvesADay = fromOne;

export const unattendedRequest = v.union([
  v.object({ do: only("look") }),
  // "unwatch" ends a watch, "goOn" resumes one that has paused.
  v.object({ do: v.picklist(["add", "drop", "unwatch"]), jobId: name }),
  v.object({ do: only("goOn"), jobId: name, withOwnKey: v.optional(flag) }),
  v.object({ do: only("watch"), choices: jobChoices, everyMinutes: v.picklist(WATCH_MINUTES), halvesADay }),
  v.object({ do: only("limit"), jobId: name, halvesADay }),
]);
const presetPlace = { kind: v.picklist(COLUMN_KIND_NAMES), name: givenName, isShared: flag };
export const presetToLoad = v.object(presetPlace);
export const presetRequest = v.union([
  v.object({ do: only("list"), kind: presetPlace.kind }),
  v.object({
    do: only("save"),
    choices: columnJobChoices,
    name: givenName,
    isShared: flag,
    replaces: flag,
  }),
  v.object({ do: only("delete"), ...presetPlace }),
]);
export const companyFilters = filters;
export const shortWords = shortText;
export const listColumnRequest = v.object({
  sheetId: v.nullable(sheetId),
  column: v.nullable(count),
  wanted: v.picklist(["names", "websites", "texts"]),
});
export const searchToSave = v.object({ name: givenName, filters, replaces: flag });
export const searchHints = textIf((value) => value.length <= PROPERTY_CHARACTERS && /^[ -~]*$/.test(value));

export type RowSpan = v.InferOutput<typeof rowSpan>;
export type RowChoice = v.InferOutput<typeof rowChoice>;
export type ListTarget = v.InferOutput<typeof target>;
export type JobChoices = v.InferOutput<typeof jobChoices>;
export type KindName = JobChoices["kind"];
export type ColumnKindName = ColumnJobChoices["kind"];
export type ChoicesOf<Kind extends KindName> = Extract<JobChoices, { kind: Kind }>;
export type ColumnJobChoices = Extract<JobChoices, { rows: RowChoice }>;
export type PlanRequest = v.InferOutput<typeof planRequest>;
export type PlanRequestOf<Kind extends KindName> = Extract<PlanRequest, { kind: Kind }>;
export type ColumnPlanRequest = PlanRequestOf<ColumnKindName>;
export type CompaniesPlanRequest = PlanRequestOf<"companies">;
export type FindOptions = Pick<ChoicesOf<"find">, "limit" | "emailType" | "enrichment">;
export type SearchTotals = v.InferOutput<typeof searchTotals>;
export type Question = v.InferOutput<typeof question>;
export type FoundEmailRow = v.InferOutput<typeof foundEmail>;
export type CompanyRow = v.InferOutput<typeof foundCompany>;
export type Entry = v.InferOutput<typeof entry>;
export type PageContent = NonNullable<Entry["page"]>;
export type StepRequest = v.InferOutput<typeof stepRequest>;
export type ScanRequest = Extract<StepRequest, { do: "scan" }>;
export type AskRequest = Extract<StepRequest, { do: "ask" }>;
export type WriteRequest = Extract<StepRequest, { do: "write" }>;
export type EndRequest = v.InferOutput<typeof endRequest>;
export type ResumeRequest = v.InferOutput<typeof resumeRequest>;
export type UndoRequest = v.InferOutput<typeof undoRequest>;
export type CleanListRequest = v.InferOutput<typeof cleanListRequest>;
export type LeaveOutChoice = v.InferOutput<typeof leaveOutChoice>;
export type LeaveOutColumn = v.InferOutput<typeof leaveOutColumn>;
export type CopyRequest = v.InferOutput<typeof copyRequest>;
export type SplitRequest = v.InferOutput<typeof splitRequest>;
export type ListRequest = v.InferOutput<typeof listRequest>;
export type ShowRequest = v.InferOutput<typeof showRequest>;
export type MadeListRequest = v.InferOutput<typeof madeListRequest>;
export type LookRequest = v.InferOutput<typeof lookRequest>;
export type PlaceRequest = v.InferOutput<typeof placeRequest>;
export type JobRequest = v.InferOutput<typeof jobRequest>;
export type PresetPlace = v.InferOutput<typeof presetToLoad>;
export type PresetRequest = v.InferOutput<typeof presetRequest>;
export type UnattendedRequest = v.InferOutput<typeof unattendedRequest>;
export type ListColumnRequest = v.InferOutput<typeof listColumnRequest>;
export type SearchToSave = v.InferOutput<typeof searchToSave>;
