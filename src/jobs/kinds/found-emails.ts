import { parse } from "../../json";
import {
  cellsOf,
  isUnwritten,
  type ListType,
  type NewRow,
  type OpenAppendList,
  tagsIn,
  type Unwritten,
} from "../../lists/append";
import type { Rows } from "../../lists/rows";
import { createSeenKeys, readSeenKeys } from "../../lists/seen-keys";
import { isRefused, type Refusal } from "../../result";
import { ENRICHMENT_PREFIX, FOUND_EMAIL_FIELDS } from "../../service/fields";
import { NOT_VERIFIED } from "../../service/result-words";
import { checkOf, FOUND_BY, outputMark, writeTag } from "../../sheet/pinned-columns";
import type { CellValue } from "../../sheet/table";
import { oneSpelling } from "../../spelling";
import { writtenName } from "../past-jobs";
import type { Entry, WriteRequest } from "../protocol";
import type { JobOf, World } from "../record";
import { companyInput, FOUND_FIELDS, FOUND_VALID, foundWord, rulesOf } from "../rows";
import { addToList, type JobList, listOf, makeList } from "./appended-list";

// The sheet of found emails: its columns, what identifies its rows, and how emails are added.

/** A domain, or a name if it was asked by name. All other columns are the service's (service.found-emails). */
export const COMPANY_COLUMN = "company";
const EMAIL_COLUMN = "email";

const isDetail = (column: string): boolean => column.startsWith(ENRICHMENT_PREFIX);

/** A verification finds by these names what the search knew. */
export const newEmailColumns = (enrichment: string[]): string[] => [
  COMPANY_COLUMN,
  ...FOUND_EMAIL_FIELDS,
  ...enrichment.map((field) => ENRICHMENT_PREFIX + field),
];

export const emailColumns = ({ choices, list }: JobOf<"find">): string[] =>
  list.columns ?? newEmailColumns(choices.enrichment);

/** Equal for all spellings of the same company; `""` for none. */
function inputKey(company: string): string {
  const input = companyInput(company);
  return input.kind === "text" ? input.key : "";
}

const emailKey = (email: string): string => oneSpelling(email).replace(/\s+/g, "");

const pairOf = (company: string, email: string): string => `${inputKey(company)} ${emailKey(email)}`;

const tagOf = (jobId: string, pair: string, cells: CellValue[]): string =>
  writeTag({ jobId, numbers: cells.map(checkOf), key: pair });

/** The part of a tag that does not depend on what the row holds. */
const plainTag = (jobId: string, pair: string): string => writeTag({ jobId, numbers: [], key: pair });

export const EMAIL_LIST: ListType = {
  tagMark: FOUND_BY,
  tagHeader: "found by",
  sheetName: "Emails",
  fits: ({ key }, _columns, at) => emailKey(String(at(EMAIL_COLUMN) ?? "")) === key.slice(key.lastIndexOf(" ") + 1),
  checksIn: ({ numbers }) => numbers,
  // The same column says of every row if it can be mailed, also of rows that are added after a verification.
  besideMark: outputMark("", "email_status"),
};

export const emailList = (job: JobOf<"find">, properties: Record<string, string>): JobList =>
  listOf(job, EMAIL_LIST, emailColumns(job), properties);

/** What a job has written, and what its next write has to know. */
const NO_EMAILS_YET = {
  emails: 0,
  alreadyThere: 0,
  /** Emails in `alreadyThere` whose rows lack the company details that this job has found. */
  withoutDetails: 0,
  /** 0 if it is not known. */
  lastRow: 0,
  /** The number of companies in the cache when it is complete. */
  cachedKeys: 0,
};
export type EmailProgress = typeof NO_EMAILS_YET;

export const readEmailProgress = (text: string | null | undefined): EmailProgress => ({
  ...NO_EMAILS_YET,
  ...parse<EmailProgress>(text),
});

/**
 * Adds emails that their sheet does not have yet for the same company. The first time, it makes the columns.
 * @param properties as they are under the lease
 */
export function addEmails(
  world: World,
  job: JobOf<"find">,
  { entries, isFresh }: Pick<WriteRequest, "entries" | "isFresh">,
  properties: Record<string, string>,
): EmailProgress | Unwritten | Refusal {
  const before = readEmailProgress(properties[writtenName(job.id)]);
  const companies = entries.filter(({ emails = [] }) => emails.length > 0);
  if (companies.length === 0) return makeList(world, emailList(job, properties)) ?? before;
  const all = companies.flatMap(({ emails = [] }) => emails.map(({ cells }) => cells));
  const added = addToList(world, emailList(job, properties), all, {
    lastRow: isFresh ? 0 : before.lastRow,
    mostRows: all.length,
    choose(open, there) {
      const { group } = open.list;
      const seen = isFresh || before.cachedKeys === 0 ? null : readSeenKeys(world.cache, group, before.cachedKeys);
      const isNew = seen && !companies.some((entry) => namesOf(entry, open.list.columns).some(seen.has));
      if (!isNew && !there) return null;
      const known = there ? readEmailsThere(open, there) : nothingThere();
      const sorted = sortEmails(world, job, open, companies, known, before);
      const names = seen ?? createSeenKeys(world.cache, group);
      for (const name of [...known.companies, ...sorted.companies]) names.add(name);
      // If this execution dies now, the cache holds more companies than expected, and the next one reads the sheet.
      names.save();
      return { ...sorted, names };
    },
  });
  if (isRefused(added) || isUnwritten(added)) return added;
  const { progress, names } = added.chosen;
  const now = { ...progress, lastRow: added.lastRow, cachedKeys: names.count() };
  world.store.set(writtenName(job.id), JSON.stringify(now));
  return now;
}

interface SortedEmails {
  rows: NewRow[];
  /** The emails of these companies were looked for in the sheet. */
  companies: string[];
  progress: EmailProgress;
}

function sortEmails(
  { clock }: World,
  job: JobOf<"find">,
  { list }: OpenAppendList,
  entries: Entry[],
  there: EmailsThere,
  before: EmailProgress,
): SortedEmails {
  const rules = rulesOf(job.choices, job.id, clock.nowMs());
  const pairs = new Set(there.pairs);
  const sorted: SortedEmails = { rows: [], companies: [], progress: { ...before } };
  const { rows, companies, progress } = sorted;
  for (const entry of entries) {
    const names = namesOf(entry, list.columns);
    const company = entry.company ?? entry.key;
    for (const { email, cells } of entry.emails ?? []) {
      const own = names.map((name) => pairOf(name, email));
      const isThere = own.some((pair) => pairs.has(pair));
      const isValid = cells[list.columns.indexOf(FOUND_FIELDS.foundStatus)] === FOUND_VALID;
      const status = isValid
        ? foundWord(cells[list.columns.indexOf(FOUND_FIELDS.lastVerified)] ?? "", rules).status
        : NOT_VERIFIED;
      const all = [...cells, status];
      if (!isThere) rows.push({ tag: tagOf(job.id, pairOf(company, email), all), cells: all });
      // An email that this job wrote in a call whose answer was lost does not count as already there.
      else if (!own.some((pair) => there.written.has(plainTag(job.id, pair)))) {
        progress.alreadyThere++;
        const hasDetails = cells.some((cell, i) => isDetail(list.columns[i] ?? "") && cell !== "");
        if (hasDetails && own.some((pair) => there.bare.has(pair))) progress.withoutDetails++;
      }
      for (const pair of own) pairs.add(pair);
    }
    companies.push(...names);
  }
  progress.emails += rows.length;
  return sorted;
}

/** A company has its domain, and the input that was asked, which people type beside an email. */
function namesOf({ key, company = key, emails = [] }: Entry, columns: string[]): string[] {
  const asked = String(emails[0]?.cells[columns.indexOf(COMPANY_COLUMN)] ?? "");
  return [...new Set([company, asked].filter((name) => name !== "").map(inputKey))];
}

const nothingThere = () => ({
  companies: new Set<string>(),
  pairs: new Set<string>(),
  bare: new Set<string>(),
  written: new Set<string>(),
});
type EmailsThere = ReturnType<typeof nothingThere>;

function readEmailsThere(open: OpenAppendList, rows: Rows): EmailsThere {
  const there = nothingThere();
  const isBare = bareRows(open, rows);
  const add = (company: string, pair: string, index: number): void => {
    there.companies.add(company);
    there.pairs.add(pair);
    if (isBare(index)) there.bare.add(pair);
  };
  const typed: number[] = [];
  tagsIn(open, rows).forEach((tag, i) => {
    if (!tag) typed.push(i);
    else {
      add(tag.key.slice(0, tag.key.lastIndexOf(" ")), tag.key, i);
      there.written.add(plainTag(tag.jobId, tag.key));
    }
  });
  const columnOf = (field: string): number | undefined => open.fields.find((each) => each.field === field)?.column;
  const [company, email] = [columnOf(COMPANY_COLUMN), columnOf(EMAIL_COLUMN)];
  if (typed.length === 0 || company === undefined || email === undefined) return there;
  const names = cellsOf(open, rows, company);
  const emails = cellsOf(open, rows, email);
  for (const i of typed) {
    const name = String(names[i] ?? "");
    if (emails[i] !== "") add(inputKey(name), pairOf(name, String(emails[i])), i);
  }
  return there;
}

/** True for a row without any company detail that the job wants, counted from 0. */
function bareRows(open: OpenAppendList, rows: Rows): (index: number) => boolean {
  const details = open.fields.filter(({ field }) => isDetail(field) && open.list.columns.includes(field));
  const columns = details.map(({ column }) => cellsOf(open, rows, column));
  return (index) => columns.length > 0 && columns.every((cells) => (cells[index] ?? "") === "");
}
