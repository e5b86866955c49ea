import { COMPANY_HEADER, EMAIL_HEADER } from "../header-words";
import type { ListShape, WindowRow } from "../lists/pinned-list";
import { failureCode, withoutNumbers } from "../service/errors";
import { isHeaderOf, resultWords } from "../service/field-words";
import {
  ASKED_ADDRESS,
  COMPANY_FIELDS,
  ENRICHMENT_PREFIX,
  STATUS_FIELDS,
  VERIFICATION_FIELDS,
} from "../service/fields";
import {
  companyProblem,
  emailProblem,
  isAmong,
  isDomain,
  isOnSharedHost,
  isOwnWord,
  isUnfinished,
  isWebsite,
  type Keys,
  NO_KEYS,
} from "../service/input-problems";
import { COMPANY_REFUSALS } from "../service/limits";
import { meantProvider, mendedAddress } from "../service/misspelt";
import {
  addressesIn,
  addressIn,
  companyIn,
  companyKey,
  domainAfterAt,
  domainsAmong,
  type EmailDoubt,
  emailDoubt,
  isOfProvider,
} from "../service/read-cell";
import {
  NO_DETAILS,
  NO_EMAILS,
  NOT_KNOWN,
  STATUS_TONES,
  type Tone,
  VALID_LONG_AGO,
  VERDICT_TONES,
  WITH_DETAILS,
  WITH_EMAILS,
} from "../service/result-words";
import { type JudgedAddress, VERDICT_FIELDS } from "../service/verdict";
import { type Input, keyOf, readInput } from "../sheet/cell-text";
import { type ColumnChoice, findColumns, type InputKind, type SearchColumns } from "../sheet/find-column";
import {
  type AnsweredFor,
  dayOf,
  type FoundName,
  forEachFound,
  isClaimedBy,
  readAnsweredFor,
} from "../sheet/pinned-columns";
import type { CellValue } from "../sheet/table";
import type { ColumnJobChoices, ColumnKindName, RowChoice } from "./protocol";
import type { ColumnJob } from "./record";

export type ListRow = Omit<WindowRow, "row" | "at">;

export type RowState =
  | { state: "blank" }
  /** An error or a cell that is still loading. */
  | { state: "waiting" }
  /** Pages, links and sites on hosts that are never the company are `onSharedHost`. */
  | { state: "malformed" | "onSharedHost"; key: string; status: string }
  /** Emails that were found VALID, `foundLongAgo` if that is longer ago than the settings allow. */
  | { state: "foundValid" | "foundLongAgo"; key: string; status: string; day: number | undefined }
  | { state: "done" }
  /** The user has the company already, and does not want it again. */
  | { state: "leftOut" }
  /** A renewal replaces an answer that is too old for a watch. */
  | { state: "todo"; key: string; text: string; isRenewal?: true }
  /** The choice of rows excludes the row. */
  | { state: "unwanted" };

export interface RowRules extends Pick<ColumnTraits, "problem" | "isOnSharedHost"> {
  jobId: string | null;
  rows: RowChoice;
  alsoFoundValid: boolean;
  /** Days since 1970. */
  today: number;
  /** An email that was found VALID more days ago gets another status. */
  validForDays: number;
  isLeftOut(key: string): boolean;
  /** The job itself may have written such a row in part, so nothing in it is taken for typed. */
  isHalfWritten(key: string): boolean;
  /** Corrects the domain of an address, if the user wants that. */
  mend(address: string): string;
}

/** @param jobId `null` while the job is only planned */
export const rulesOf = (
  { kind, rows, alsoFoundValid, validForDays = Infinity, mended = [] }: ChosenRows,
  jobId: string | null,
  nowMs: number,
  leftOut: Keys = NO_KEYS,
  isHalfWritten: RowRules["isHalfWritten"] = () => false,
): RowRules => ({
  ...traitsOf(kind),
  jobId,
  rows,
  alsoFoundValid,
  validForDays,
  today: dayOf(nowMs),
  isLeftOut: (key) => isAmong(key, leftOut),
  isHalfWritten,
  mend: (address) => mendedAddress(address, mended),
});

type ChosenRows = Pick<ColumnJobChoices, "kind" | "rows" | "alsoFoundValid" | "validForDays"> & { mended?: string[] };

export const FOUND_VALID = "VALID";

function foundDay(lastVerified: CellValue): number | undefined {
  const ms = lastVerified instanceof Date ? lastVerified.getTime() : Date.parse(String(lastVerified).slice(0, 10));
  return Number.isNaN(ms) ? undefined : dayOf(ms);
}

/** The status of an unverified email that a domain search calls VALID, and the day since when. */
export function foundWord(
  lastVerified: CellValue,
  { today, validForDays }: Pick<RowRules, "today" | "validForDays">,
): { status: string; day: number | undefined } {
  const day = foundDay(lastVerified);
  return { status: day !== undefined && day < today - validForDays ? VALID_LONG_AGO : FOUND_VALID, day };
}

/** True for a status that was taken from a domain search. */
export const isFoundWord = (status: CellValue, foundStatus: CellValue): boolean =>
  foundStatus === FOUND_VALID && (status === FOUND_VALID || status === VALID_LONG_AGO);

const isOfCompany = (status: string): boolean => COMPANY_REFUSALS.includes(failureCode(status) ?? "");

/** True if a row has failed and asking again may help. */
export const isRetryable = (status: CellValue): boolean =>
  failureCode(String(status)) !== null && !isOfCompany(String(status));

/** Rows that are chosen by their place carry the claim in their hidden cells. */
export const isByPlace = (rows: RowChoice): rows is Extract<RowChoice, { kind: "selected" | "visible" }> =>
  rows.kind === "selected" || rows.kind === "visible";

export function judgeRow(row: ListRow, rules: RowRules): RowState {
  const { input } = row;
  if (input.kind === "blank") return { state: "blank" };
  const answered = readAnsweredFor(row.answeredFor);
  if (input.kind === "unchanged") {
    const isWanted = rules.jobId === null || (answered === null && isChosen(row, null, false, rules));
    return { state: isWanted ? "waiting" : "unwanted" };
  }
  const holds = answered !== null && answered.key === input.key && (answered.isRefused || row.status !== "");
  if (holds && !isToBeDoneAgain(row, answered, rules)) return { state: "done" };
  if (!isChosen(row, answered, holds, rules)) return { state: "unwanted" };
  const problem = rules.problem(input.text);
  if (problem !== null) {
    const state = rules.isOnSharedHost(input.text) ? "onSharedHost" : "malformed";
    return { state, key: input.key, status: problem };
  }
  const isOfWatch = rules.rows.kind === "new" && holds;
  const isRenewed = rules.rows.kind === "older" || isOfWatch;
  if (!rules.alsoFoundValid && !isRenewed && row.foundStatus === FOUND_VALID) {
    const { status, day } = foundWord(row.lastVerified, rules);
    return { state: status === FOUND_VALID ? "foundValid" : "foundLongAgo", key: input.key, status, day };
  }
  if (rules.isLeftOut(input.key)) return { state: "leftOut" };
  // An id stands for the address as it was found, so that is not corrected.
  const text = row.anonId === "" ? rules.mend(input.text) : input.text;
  const isRenewal = isOfWatch && !isRetryable(row.status) && !isUnfinished(row.status);
  return { state: "todo", key: input.key, text, ...(isRenewal && { isRenewal }) };
}

function isToBeDoneAgain(row: ListRow, answered: AnsweredFor, rules: RowRules): boolean {
  const { jobId, rows, today, alsoFoundValid } = rules;
  if (isUnfinished(row.status)) return answered.jobId === jobId || rows.kind !== "older";
  if (answered.jobId === jobId && rows.kind !== "new") return false;
  switch (rows.kind) {
    case "all":
      return true;
    case "older":
      return answered.day <= today - rows.days;
    case "new":
      if (rows.olderThanDays !== null && answered.day <= today - rows.olderThanDays) return true;
      return isRetryable(row.status) && answered.day < today;
    case "failed":
      return isRetryable(row.status);
    case "notKnown":
      return row.status === NOT_KNOWN;
    case "selected":
    case "visible":
      return jobId === null || isClaimedBy(row.answeredFor, jobId);
    case "todo":
      return alsoFoundValid && row.foundStatus === FOUND_VALID;
  }
}

function isChosen(row: ListRow, answered: AnsweredFor | null, before: boolean, rules: RowRules): boolean {
  const { jobId, rows, today } = rules;
  // A status from a search has a date of its own.
  const foundSince = row.foundStatus === FOUND_VALID ? foundDay(row.lastVerified) : undefined;
  const wasFound = rows.kind === "older" && !answered && foundSince !== undefined && foundSince <= today - rows.days;
  const holds = before || wasFound;
  const isRepeat = rows.kind === "failed" || rows.kind === "notKnown" || rows.kind === "older";
  if (jobId === null) return !isRepeat || holds;
  if (isByPlace(rows)) {
    // The second is true if the input was edited after this job had answered it.
    return isClaimedBy(row.answeredFor, jobId) || answered?.jobId === jobId;
  }
  return !isRepeat || holds || answered?.jobId === jobId;
}

export interface ColumnTraits {
  /** The field that is always written, and first: it says that a row is done. */
  statusField: string;
  writableFields: readonly string[];
  /** True if all results of a row are renewed with its status, because they follow from it. */
  renewsAll: boolean;
  /** The names of the input and of the hidden column, which every list has. */
  inputColumn: string;
  hiddenHeader: string;
  coloursOf(field: string): [text: string, background: string][];
  /** The cell of a field beside a status without an answer. */
  cellWithout(field: string, ofStatus: () => JudgedAddress): string;
  /** By the names of `shortStatus`. Other statuses are grey. */
  chartColours: Record<string, string>;
  /** The surest comes first. */
  inputs: InputKind[];
  foundColumns(header: CellValue[]): SearchColumns;
  readInput(cell: CellValue): Input;
  /** A reason in words for the sheet; `null` if the text can be asked. */
  problem(text: string): string | null;
  /** `null` if nothing is odd about the cell. */
  oddityOf(text: string, isAsked: boolean): string | null;
  /** The misspelt mail provider and the one that is meant; `null` if there is none. */
  misspeltIn(text: string): Misspelt | null;
  /** True for a website on a host that is not the company. The dry run counts these texts apart. */
  isOnSharedHost(text: string): boolean;
  /** True for a status of the service that holds for every row with the same input. */
  isResult(status: string): boolean;
  summaryOf(status: string): string;
}

/** All addresses of a website, and all spellings of a name, are one company. Our formulas' own texts are left alone. */
export function companyInput(cell: CellValue): Input<CellValue> {
  const input = readInput(cell);
  if (input.kind !== "text") return input;
  if (isOwnWord(input.text)) return { kind: "unchanged", value: cell };
  const text = companyIn(input.text);
  return { kind: "text", text, key: keyOf(companyKey(text)) };
}

/** The address may stand beside a name or in a link. */
function emailInput(cell: CellValue): Input<CellValue> {
  const input = readInput(cell);
  if (input.kind !== "text") return input;
  const text = addressIn(input.text);
  return { kind: "text", text, key: keyOf(text) };
}

/** What a search calls its columns. */
export const FOUND_FIELDS: Record<FoundName, string> = {
  anonId: "email_anon_id",
  foundStatus: "verification.status",
  lastVerified: "verification.last_verified_at",
  foundType: "email_type",
};

export function searchColumns(header: CellValue[]): SearchColumns {
  // Our own *Email type* reads like the field that a search calls `email_type`.
  const ofVerification = resultWords("type").header;
  const columnOf = (field: string): number | null =>
    header.findIndex((cell) => cell !== ofVerification && isHeaderOf(cell, field)) + 1 || null;
  return forEachFound((name) => columnOf(FOUND_FIELDS[name]));
}

/** Tells of a cell that can be split into rows. */
export const SEVERAL_ADDRESSES = "several addresses: the first is asked";

const SURROUNDED = "asked without the text around it";

export const LIKE_A_NAME = "a name, without an address";

const EMAIL_DOUBTS: Record<EmailDoubt, string> = {
  website: "a website",
  name: LIKE_A_NAME,
  noAt: "no @",
  severalAts: "more than one @",
  tooLong: "too long for an address",
  incomplete: "not complete around the @",
  words: "an address among other words",
};

function emailOddity(text: string, isAsked: boolean): string | null {
  if (!isAsked) return EMAIL_DOUBTS[emailDoubt(text)];
  const [address, ...others] = addressesIn(text);
  if (others.length > 0) return SEVERAL_ADDRESSES;
  return address === undefined || address === text ? null : SURROUNDED;
}

export interface Misspelt {
  domain: string;
  meant: string;
}

function misspeltIn(text: string): Misspelt | null {
  const domain = domainAfterAt(addressIn(text));
  const meant = meantProvider(domain);
  return meant === null ? null : { domain, meant };
}

function companyOddity(text: string, isAsked: boolean): string | null {
  if (!isAsked) return companyProblem(text);
  const company = companyIn(text);
  if (isOfProvider(company)) return "a mail provider, not a company: asked all the same";
  if (company !== text) return SURROUNDED;
  if (isDomain(company)) return null;
  if (domainsAmong(text).length > 0) return "a domain among other words: asked as a name";
  return BROKEN_DOMAIN.test(text) ? "perhaps a mistyped website or email address: asked as a name" : null;
}

/** `acme .example`, `acme,com`, `Acme dot com`, `ann@acme`: few companies have such a name. */
const BROKEN_DOMAIN =
  /^(?:[\p{L}\p{N}.-]+(?:\s+\.\s*|\.\s+|,|\s+dot\s+)(?:com|net|org|info|biz|io|ai|eu|uk|de|fr|nl|ch|pl|se|example|test|co\.\p{L}{2})|[^\s@]+@\S*)$/iu;

/** Light backgrounds on which black text keeps a contrast above 12 : 1. */
const BACKGROUNDS: Record<Tone, string> = {
  good: "#d9ead3",
  "good-before": "#eaf1dd",
  middling: "#fff2cc",
  bad: "#f4cccc",
  unknown: "#cfe2f3",
};

const CHART_COLOURS: Record<Tone, string> = {
  good: "#34a853",
  "good-before": "#a8dab5",
  middling: "#fbbc04",
  bad: "#ea4335",
  unknown: "#4285f4",
};

const backgroundsOf = (tones: [text: string, tone: Tone][]): [text: string, background: string][] =>
  tones.map(([text, tone]) => [text, BACKGROUNDS[tone]]);

/** A status without its explanation: "not known", "error". */
export const shortStatus = (status: string): string => status.split(": ")[0] ?? "";

const verifyColumn: ColumnTraits = {
  statusField: STATUS_FIELDS.verify,
  renewsAll: true,
  writableFields: [ASKED_ADDRESS, ...VERDICT_FIELDS, ...VERIFICATION_FIELDS.filter((field) => field !== "email")],
  inputColumn: "the column of addresses",
  hiddenHeader: "verified for",
  coloursOf: (field) =>
    backgroundsOf(field === "verdict" ? Object.entries(VERDICT_TONES) : field === "email_status" ? STATUS_TONES : []),
  cellWithout: (field, ofStatus) =>
    field === "verdict" ? ofStatus().verdict : field === "verdict_reason" ? ofStatus().reason : "",
  chartColours: Object.fromEntries(
    [...STATUS_TONES, ...Object.entries(VERDICT_TONES)].map(([text, tone]) => [shortStatus(text), CHART_COLOURS[tone]]),
  ),
  inputs: [{ header: EMAIL_HEADER, matches: (text) => emailProblem(addressIn(text)) === null }],
  foundColumns: searchColumns,
  readInput: emailInput,
  problem: emailProblem,
  oddityOf: emailOddity,
  misspeltIn,
  isOnSharedHost: () => false,
  isResult: (status) => STATUS_TONES.some(([each]) => each === status),
  summaryOf: (status) => status,
};

export const WEBSITES: InputKind = { header: COMPANY_HEADER, matches: isWebsite };

/** Any text may be a company's name, so a column of names is recognised only by its header. */
export const COMPANY_NAMES: InputKind = {
  header: COMPANY_HEADER,
  matches: (text) => companyProblem(text) === null && !COMPANY_HEADER.test(text),
  isNamedOnly: true,
};

const isNumber = (status: string): boolean => /^\d+$/.test(status);

/** @param isFound true for a status of a company that the service knows something of */
const ofCompanies = (isFound: (status: string) => boolean, found: string, nothing: string) => ({
  renewsAll: false,
  inputColumn: "the column of companies",
  coloursOf: () => [],
  cellWithout: () => "",
  chartColours: { [found]: CHART_COLOURS.good, [nothing]: CHART_COLOURS.middling, error: CHART_COLOURS.bad },
  inputs: [WEBSITES, COMPANY_NAMES],
  foundColumns: () => forEachFound(() => null),
  readInput: companyInput,
  problem: companyProblem,
  oddityOf: companyOddity,
  misspeltIn: () => null,
  isOnSharedHost,
  isResult: (status: string) => isFound(status) || status === nothing || isOfCompany(status),
  summaryOf: (status: string) => (isFound(status) ? found : withoutNumbers(status)),
});

const findColumn: ColumnTraits = {
  ...ofCompanies(isNumber, WITH_EMAILS, NO_EMAILS),
  statusField: STATUS_FIELDS.find,
  writableFields: ["emails_found", "total_emails", "domain"],
  hiddenHeader: "searched for",
};

const enrichColumn: ColumnTraits = {
  ...ofCompanies(isDomain, WITH_DETAILS, NO_DETAILS),
  statusField: STATUS_FIELDS.enrich,
  writableFields: ["company_domain", "total_emails", ...COMPANY_FIELDS.map((field) => ENRICHMENT_PREFIX + field)],
  hiddenHeader: "details for",
};

const TRAITS: Record<ColumnKindName, ColumnTraits> = { verify: verifyColumn, find: findColumn, enrich: enrichColumn };

export const traitsOf = (kind: ColumnKindName): ColumnTraits => TRAITS[kind];

/** The columns that may hold the inputs of a kind, by the surest sort of input first. */
export const findInputs = (kind: ColumnKindName, rows: CellValue[][]): ColumnChoice[] =>
  traitsOf(kind).inputs.flatMap((input) => findColumns(rows, input));

export const shapeOf = ({ choices: { kind, fields }, place }: ColumnJob): ListShape => ({
  ...traitsOf(kind),
  ...place,
  fields,
});

/** The status comes first. Unknown fields are dropped. */
export function writtenFields({ statusField, writableFields }: ColumnTraits, wanted: string[]): string[] {
  const others = wanted.filter((field) => field !== statusField && writableFields.includes(field));
  return [statusField, ...new Set(others)];
}
