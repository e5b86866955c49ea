import type { Refusal } from "../../result";
import type { AppendParts, ListPlace } from "../append/append-list";
import { appendRows, missingList, type NewRow } from "../append/append-rows";
import { openList } from "../append/columns";
import { findSheet, makeListColumns, prepareSheet } from "../append/prepare-sheet";
import { readSteadily } from "../append/read-rows";
import { type RemovedRows, removeRows } from "../append/remove-rows";
import { createSeenKeys, readSeenKeys } from "../append/seen-keys";
import { listRuns } from "../run-record";
import { isRefused } from "../run-refusal";
import type { FoundRow } from "../slices";
import type { ListTarget } from "../views";
import {
  COMPANY_COLUMN,
  companyKey,
  EMAIL_LIST,
  type EmailPlace,
  emailList,
  NOTHING_THERE,
  pairOf,
  readEmailKey,
  readEmailsThere,
  writeEmailKey,
} from "./emails-list";

/** What is remembered of a sheet of found emails between two executions. It is of the sheet, not of the run. */
export interface AppendState {
  /** Where the last email was written; 0 when that is not known. */
  lastRow: number;
  /** How many companies the cache has to hold to be complete. */
  cachedKeys: number;
}

/** Of a sheet of which nothing is remembered. */
export const NOTHING_APPENDED: AppendState = { lastRow: 0, cachedKeys: 0 };

/** The emails of one company. */
export interface CompanyEmails {
  /** The domain the service has found, else what was asked. */
  company: string;
  rows: FoundRow[];
}

/** What has come to stand in the sheet. */
export interface AppendedEmails {
  state: AppendState;
  written: number;
  /** Emails of these companies that stood there before. */
  alreadyThere: number;
}

/** For a new sheet. */
export const DEFAULT_SHEET_NAME = "Emails";

/**
 * Makes the sheet of a run's emails, as yet without columns, or finds them in one that is there; under the document lock.
 */
export function prepareEmailSheet(parts: AppendParts, target: ListTarget, columns: string[]): ListPlace | Refusal {
  const isTaken = (sheetId: number): boolean => listRuns(parts.store).some(({ find }) => find?.sheetId === sheetId);
  const wish = { kind: EMAIL_LIST, target, defaultName: DEFAULT_SHEET_NAME, columns };
  return target.kind === "new" ? findSheet(parts, wish, isTaken) : prepareSheet(parts, wish, isTaken);
}

/** Makes the columns of a sheet that `prepareEmailSheet` has made. @returns why there are none; `null` when there are */
export function makeEmailColumns(parts: AppendParts, place: EmailPlace): Refusal | null {
  return makeListColumns(parts, { kind: EMAIL_LIST, columns: place.columns }, place);
}

/**
 * Writes the emails of companies below everything that stands in their sheet, but those that stand there already with
 * the same company: 4 calls of an undisturbed sheet that has none of these companies.
 * @param isFresh what stands in the sheet is read anew: another run may have written there meanwhile
 */
export function appendEmails(
  parts: AppendParts,
  run: { id: string; emails: EmailPlace },
  companies: CompanyEmails[],
  state: AppendState,
  isFresh: boolean,
): AppendedEmails | Refusal {
  const { book, cache } = parts;
  const { sheetId, group, columns } = run.emails;
  const list = emailList(run.emails);
  const open = openList(book, list);
  if (!open) return missingList(parts, sheetId);
  const cached = isFresh ? null : readSeenKeys(cache, group, state.cachedKeys);
  const seen = cached ?? createSeenKeys(cache, group);
  const isNew = cached && !companies.some((each) => namesOf(each, columns).some(cached.has));
  const there = isNew ? NOTHING_THERE : readSteadily(parts, list, open, readEmailsThere);
  if (isRefused(there)) return there;
  for (const company of there.companies) seen.add(company);
  const pairs = new Set(there.pairs);
  const rows: NewRow[] = [];
  let alreadyThere = 0;
  for (const each of companies) {
    const names = namesOf(each, columns);
    for (const { email, cells } of each.rows) {
      const own = names.map((name) => pairOf(name, email));
      if (own.some((pair) => pairs.has(pair))) alreadyThere++;
      else rows.push({ mark: writeEmailKey({ runId: run.id, company: each.company, email }), cells });
      for (const pair of own) pairs.add(pair);
    }
    if (each.rows.length > 0) for (const name of names) seen.add(name);
  }
  // Before anything is written: should this execution end now, the next one finds other companies than it counts on,
  // and reads the sheet.
  seen.save();
  if (rows.length === 0) return { state: { ...state, cachedKeys: seen.count() }, written: 0, alreadyThere };
  const row = appendRows(parts, list, open, rows, isFresh ? 0 : state.lastRow);
  if (typeof row !== "number") return row;
  return {
    state: { lastRow: row + rows.length - 1, cachedKeys: seen.count() },
    written: rows.length,
    alreadyThere,
  };
}

/** What a company goes by: its domain, and what was asked, which is what people type beside an email. */
function namesOf({ company, rows }: CompanyEmails, columns: string[]): string[] {
  const asked = String(rows[0]?.cells[columns.indexOf(COMPANY_COLUMN)] ?? "");
  return [...new Set([company, asked].filter((name) => name !== "").map(companyKey))];
}

/**
 * Takes the emails of a run out of their sheet, or the sheet; nothing when it is gone.
 * @param isMeant false only counts
 */
export function removeEmails(
  parts: AppendParts,
  run: { id: string; emails: EmailPlace },
  isMeant: boolean,
): RemovedRows | Refusal {
  if (!openList(parts.book, emailList(run.emails))) return { rows: 0, isWholeSheet: false, left: 0 };
  const list = { ...emailList(run.emails), hasMadeSheet: run.emails.hasMadeSheet };
  return removeRows(parts, list, (key) => readEmailKey(key)?.runId === run.id, isMeant);
}
