import * as v from "valibot";
import { isObject, type JsonObject, wholeNumber } from "../json";
import { MAX_COUNTED_DOMAINS, MAX_LANES, MAX_QUESTIONS, MAX_SHORT_TEXT } from "../result";
import { COMPANY_FIELDS } from "../service/fields";
import { isDomain } from "../service/input-problems";
import { COMPANIES_PER_PAGE, MAX_EMAILS } from "../service/limits";
import { EMAIL_TYPES } from "../service/operations";
import { RISKY_PILES } from "./sendable";

// The page's requests about jobs. Public functions can be called by anybody with anything: the schemas let only the
// right shapes through, and the types are inferred from them. What the server answers stands in views.ts.

/** A cell holds no more characters. */
const MAX_TEXT = 50_000;
/** No row, count or credit is larger. */
export const MAX_COUNT = 1_000_000_000;
/** Longer than any wait between attempts. */
const MAX_WAIT_MS = 60_000;
/** A found email with all fields of its company has 27; a company may have more. */
export const MAX_COLUMNS = 150;
/** Far more than one write is given. */
const MAX_ROWS = 5_000;
/** A job's record holds them, and a property holds 9 KB. */
export const MAX_SPANS = 200;
/** More misspelt domains than the dry run names. */
const MAX_MENDED = 50;
/** A search with the longest list that is taken from a column still fits. */
const MAX_SEARCH_TEXT = 250_000;
/** Other names of a company besides its key. */
const MAX_KEYS = 5;

const count = wholeNumber(0, MAX_COUNT);
const fromOne = wholeNumber(1, MAX_COUNT);
/** Google names sheets by any number below 2³¹. */
const sheetId = wholeNumber(0, 2 ** 31 - 1);
const finite = v.pipe(
  v.number(),
  v.check((value) => Number.isFinite(value)),
);
const noLonger = <Value extends { length: number }>(most: number) => v.check<Value>(({ length }) => length <= most);
const text = v.pipe(v.string(), noLonger(MAX_TEXT));
const shortText = v.pipe(v.string(), noLonger(MAX_SHORT_TEXT));
/** What people type for a name. */
const givenName = v.pipe(
  shortText,
  v.trim(),
  v.check((value) => value !== ""),
);
const name = v.pipe(
  v.string(),
  v.check((value) => /^[a-z0-9]{1,40}$/.test(value)),
);
const cell = v.union([text, v.boolean(), finite]);
const arrayOf = <Item extends v.GenericSchema>(item: Item, most: number) => v.pipe(v.array(item), noLonger(most));
const cells = arrayOf(cell, MAX_COLUMNS);
const waitMs = wholeNumber(0, MAX_WAIT_MS);
const capHalves = v.nullable(count);

const columnNumber = fromOne;

const rowSpan = v.object({ from: count, to: count });

const rowChoice = v.variant("kind", [
  v.object({ kind: v.literal("all") }),
  // Not done yet, or for another input than the row holds now.
  v.object({ kind: v.literal("todo") }),
  // The rows selected at the start; if they are moved later, the claim goes with them.
  v.object({ kind: v.literal("selected"), spans: arrayOf(rowSpan, MAX_SPANS) }),
  // Hidden neither by a filter nor by hand; filter views do not count.
  v.object({ kind: v.literal("visible") }),
  v.object({ kind: v.literal("older"), days: count }),
  // Those that have an error for a result.
  v.object({ kind: v.literal("failed") }),
  // Those whose mail server did not answer.
  v.object({ kind: v.literal("notKnown") }),
  // Of a watch: those without a result, or with one that is older; what has failed is tried again the next day.
  v.object({ kind: v.literal("new"), olderThanDays: v.nullable(fromOne) }),
]);

/** The place of a list: in a sheet of its own, or below what a sheet has. */
const target = v.variant("kind", [
  v.object({ kind: v.literal("new"), sheetName: shortText }),
  v.object({ kind: v.literal("append"), sheetId }),
]);

const findOptions = {
  // Emails wanted of each company.
  limit: wholeNumber(1, MAX_EMAILS),
  emailType: v.picklist(EMAIL_TYPES),
  // Columns of the company beside each of its emails.
  enrichment: arrayOf(v.picklist(COMPANY_FIELDS), COMPANY_FIELDS.length),
};

const column = {
  rows: rowChoice,
  // Of the results; each is a column.
  fields: arrayOf(text, MAX_COLUMNS),
  // Emails that a domain search already calls VALID are verified all the same.
  alsoFoundValid: v.boolean(),
  // From the settings of whoever starts it: what is VALID for longer is told apart.
  validForDays: v.optional(count),
};

/** The column as the dry run has seen it: people insert columns meanwhile. */
const chosenColumn = {
  sheetId,
  column: columnNumber,
  // `null` if it had none.
  header: v.nullable(text),
  // Texts that stand in it, by which a column without a header is known again.
  sample: arrayOf(text, 20),
  // 0 if there is none.
  headerRow: count,
};

// Questions that the dry run has counted, so that a job that is resumed knows its total; `null` if it could not.
const toAsk = v.nullable(count);

/** A column whose entries are left out; with `null` the user is still choosing. */
const leaveOutChoice = v.object({ sheetId: v.nullable(sheetId), column: v.nullable(columnNumber) });

/** The same as the dry run has seen it, with the text at its top, by which it is known again. */
const leaveOutColumn = v.object({ sheetId, column: columnNumber, first: shortText });

// Companies that the user has already are neither asked nor written.
const leaveOut = v.optional(v.nullable(leaveOutColumn));
const leaveOutPlanned = v.optional(v.nullable(leaveOutChoice));

// Domains that are asked as the mail provider that they mean: `gmial.com` as `gmail.com`.
const mended = v.optional(arrayOf(shortText, MAX_MENDED));

const likelyColumn = { sheetId: v.nullable(sheetId), column: v.nullable(count), headerRow: v.nullable(count) };

const filters = v.custom<JsonObject>((value) => isObject(value) && JSON.stringify(value).length <= MAX_SEARCH_TEXT);

const searchTotals = v.object({
  companies: count,
  pages: count,
  searches: count,
  counted: count,
});

const companies = {
  filters,
  // As the preview gave them; `null` without one.
  totals: v.nullable(searchTotals),
  // `null` for all that can be had. A page has 25 companies.
  pages: v.nullable(count),
  // Columns to write, in their order.
  columns: arrayOf(shortText, MAX_COLUMNS),
  target,
};

// The names of columns that get these fields, by field, as the dry run has told them; by the fields' names if left out.
const headers = v.optional(
  v.custom<Record<string, string>>(
    (value) =>
      isObject(value) &&
      Object.entries(value)
        .flat()
        .every((each) => v.is(shortText, each)),
  ),
);

/** The kinds of jobs, which `kinds/kind.ts` joins with what they do. */
const KIND_NAMES = ["verify", "find", "enrich", "companies"] as const;

/** The user's decisions before a job. */
const columnJobChoices = v.variant("kind", [
  v.object({ kind: v.literal("verify"), ...chosenColumn, ...column, mended, toAsk, capHalves }),
  v.object({ kind: v.literal("find"), ...chosenColumn, ...column, ...findOptions, target, leaveOut, toAsk, capHalves }),
  v.object({ kind: v.literal("enrich"), ...chosenColumn, ...column, leaveOut, toAsk, capHalves }),
]);

/** The same for every kind. */
export const jobChoices = v.variant("kind", [
  ...columnJobChoices.options,
  v.object({ kind: v.literal("companies"), ...companies, headers, leaveOut, toAsk, capHalves }),
]);

export const findPlanRequest = v.object({
  kind: v.literal("find"),
  ...likelyColumn,
  ...column,
  ...findOptions,
  leaveOut: leaveOutPlanned,
});

/** The request of a dry run: what is not given of a column is chosen from the selection and the content. */
export const planRequest = v.variant("kind", [
  v.object({ kind: v.literal("verify"), ...likelyColumn, ...column, mended }),
  findPlanRequest,
  v.object({ kind: v.literal("enrich"), ...likelyColumn, ...column, leaveOut: leaveOutPlanned }),
  v.object({ kind: v.literal("companies"), ...companies, leaveOut: leaveOutPlanned, capHalves }),
]);

export const countedDomains = arrayOf(v.pipe(text, v.check(isDomain)), MAX_COUNTED_DOMAINS);

/** A question, by its key: an address, a company, or a page as `search.page`. */
const question = v.object({
  key: text,
  // As it stands in the sheet; empty for pages.
  text,
  // The id by which a domain search knows an email; empty without one.
  anonId: text,
  // The number of times it has failed.
  attempts: count,
});

const foundEmail = v.object({ email: text, cells });

const foundCompany = v.object({ key: text, otherKeys: arrayOf(text, MAX_KEYS), cells });

/** The part of a write that belongs to one question. */
const entry = v.object({
  key: text,
  // Beside the input, in the order of the job's fields.
  cells,
  // The row of the input when it was scanned: only a hint.
  rows: arrayOf(count, MAX_ROWS),
  // When the result was true, in days since 1970; the day of writing if it is left out.
  day: v.optional(count),
  // Of a job that finds emails.
  emails: v.optional(arrayOf(foundEmail, MAX_EMAILS)),
  // The company of the emails: the domain that the service has found, else the key.
  company: v.optional(text),
  // Of a job that fills a list of companies: a page.
  page: v.optional(
    v.object({
      companies: arrayOf(foundCompany, COMPANIES_PER_PAGE),
      // The totals of the search; `null` if it finds nothing.
      totals: v.nullable(v.object({ companies: count, pages: count })),
      isFree: v.boolean(),
    }),
  ),
});

const job = { jobId: name, epoch: count };

// Questions of the job whose results are in the sheet, as the driver counts them; as before if it is left out.
const done = v.optional(count);

/** One call of a driver. */
export const stepRequest = v.variant("do", [
  // Sees if somebody has deleted what the job needs.
  v.object({ do: v.literal("look"), ...job, waitMs }),
  v.object({
    do: v.literal("scan"),
    ...job,
    // From 0; each is `ROWS_PER_STRETCH` rows.
    stretch: count,
    stretches: wholeNumber(1, 50),
    waitMs,
  }),
  v.object({
    do: v.literal("ask"),
    ...job,
    kind: v.picklist(KIND_NAMES),
    // Each lane of a driver has its own number, and asks again only after its answer.
    lane: wholeNumber(0, MAX_LANES),
    done,
    questions: arrayOf(question, MAX_QUESTIONS),
    waitMs,
    // One of several executions that drive the job together, and the most that the job may spend in all.
    together: v.optional(v.object({ seat: wholeNumber(0, MAX_LANES), mostHalves: v.nullable(count) })),
  }),
  v.object({
    do: v.literal("write"),
    ...job,
    entries: arrayOf(entry, MAX_ROWS),
    // Of a search, without entries: makes its list, or the columns beside the companies, while another call makes the rest.
    only: v.optional(v.picklist(["list", "columns"])),
    // The sheet is read anew: an earlier write was lost, or others write there.
    isFresh: v.boolean(),
    waitMs,
  }),
]);

/** The end of a job by its driver, or by a user when nobody drives it. */
export const endRequest = v.object({
  ...job,
  done,
  state: v.picklist(["paused", "stopped", "finished"]),
  reason: text,
  // Nothing is on its way any more.
  hasLanded: v.boolean(),
});

export const resumeRequest = v.object({
  jobId: name,
  // The user agrees to spend the credits of another key than the one it was started with.
  withOwnKey: v.boolean(),
  // The most it may cost in all from now on; as before if it is left out.
  capHalves: v.optional(capHalves),
  // Of a list of companies: how many pages are wanted from now on, those that are there included.
  pages: v.optional(fromOne),
});

export const undoRequest = v.object({
  jobId: name,
  // "look" only counts.
  do: v.picklist(["look", "undo"]),
  // Cells that people have filled in columns or a sheet that the job has made: they stay, or go with it.
  others: v.picklist(["keep", "remove"]),
});

/** The column of addresses with results: what is not given is chosen from the selection and the marks. */
export const cleanListRequest = v.object({
  sheetId: v.nullable(sheetId),
  column: v.nullable(columnNumber),
  // A column of addresses or domains that nothing is sent to.
  leaveOut: v.nullable(leaveOutChoice),
});
export const copyRequest = v.object({
  sheetId,
  // Of the new sheet.
  name: shortText,
  // Of the column, as planned.
  mark: shortText,
  take: arrayOf(v.picklist(RISKY_PILES), RISKY_PILES.length),
  leaveOut: v.nullable(leaveOutColumn),
});
/** A column as planned, whose addresses get a row each in a new sheet. */
export const splitRequest = v.object({ ...chosenColumn, name: shortText });
/** A list by the mark of its column, as planned. */
export const listRequest = v.object({ sheetId, mark: shortText });
export const showRequest = v.object({
  sheetId,
  mark: shortText,
  // In the column of verdicts, or of statuses; `null` for all rows.
  text: v.nullable(shortText),
});
/** A sheet as it was made. */
export const madeListRequest = v.object({ sheetId, check: count });
export const lookRequest = v.object({ sheetId });
export const placeRequest = v.object({
  sheetId,
  column: v.nullable(columnNumber),
  /** The cells of the column to select; its first one if there are none. */
  rows: v.optional(arrayOf(rowSpan, MAX_SPANS)),
});
export const jobRequest = v.object({ jobId: name });
/** How often a watch looks for new rows: the shortest time is for scripts that are bound to their sheet. */
export const WATCH_MINUTES = [10, 60, 24 * 60] as const;

/** What goes on while nobody is there: to look at it, to change it for a job, or to check new rows of a column. */
export const unattendedRequest = v.variant("do", [
  v.object({ do: v.literal("look") }),
  // "goOn" is for a watch that has paused, "unwatch" ends one.
  v.object({ do: v.picklist(["add", "drop", "goOn", "unwatch"]), jobId: name }),
  v.object({
    do: v.literal("watch"),
    choices: jobChoices,
    everyMinutes: v.picklist(WATCH_MINUTES),
    // The most that it may spend in a day.
    halvesADay: fromOne,
  }),
]);
/** The choices of a kind under a name: in the document for everybody, or one's own. */
const presetPlace = { kind: v.picklist(["verify", "find", "enrich"]), name: givenName, isShared: v.boolean() };
export const presetToLoad = v.object(presetPlace);
export const presetRequest = v.variant("do", [
  v.object({ do: v.literal("list"), kind: presetPlace.kind }),
  v.object({
    do: v.literal("save"),
    choices: columnJobChoices,
    name: givenName,
    isShared: v.boolean(),
    // What has the name already may go.
    replaces: v.boolean(),
  }),
  v.object({ do: v.literal("delete"), ...presetPlace }),
]);
export const companyFilters = filters;
export const shortWords = shortText;
export const listColumnRequest = v.object({
  sheetId: v.nullable(sheetId),
  column: v.nullable(count),
  wanted: v.picklist(["names", "websites", "texts"]),
});
export const searchToSave = v.object({ name: givenName, filters });
/** A property holds 9 KB of ASCII. */
export const searchHints = v.pipe(
  v.string(),
  v.check((value) => /^[ -~]{0,8500}$/.test(value)),
);
/** Checked by whoever uses it, to say what is wrong with it. */
export const unchecked = v.unknown();

export type RowSpan = v.InferOutput<typeof rowSpan>;
export type RowChoice = v.InferOutput<typeof rowChoice>;
export type ListTarget = v.InferOutput<typeof target>;
export type JobChoices = v.InferOutput<typeof jobChoices>;
export type KindName = JobChoices["kind"];
/** Kinds that work through a column of inputs. */
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
