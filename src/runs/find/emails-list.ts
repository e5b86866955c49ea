import { FOUND_EMAIL_FIELDS } from "../../service/fields";
import type { CellValue } from "../../sheet/table";
import type { AppendList, ListKind, ListPlace, OpenAppendList } from "../append/append-list";
import { readCells } from "../append/read-rows";
import { companyInput } from "./company-input";

/** The sheet of found emails and its columns. */
export interface EmailPlace extends ListPlace {
  columns: string[];
}

/** Whose email it is, as it was asked; every other column is a field of the service (specification 2.6). */
export const COMPANY_COLUMN = "company";
const EMAIL_COLUMN = "email";

/** Tells a field of the company from one of the email. */
const ENRICHMENT_PREFIX = "company_enrichment.";

/** The columns of a sheet of found emails. Their names let a verification find what it knows already. */
export const emailColumns = (enrichment: string[]): string[] => [
  COMPANY_COLUMN,
  ...FOUND_EMAIL_FIELDS,
  ...enrichment.map((field) => ENRICHMENT_PREFIX + field),
];

/** Equal for all spellings of the same company; `""` for none. */
export function companyKey(company: string): string {
  const input = companyInput(company);
  return input.kind === "text" ? input.key : "";
}

const emailKey = (email: string): string => email.toLowerCase().replace(/\s+/g, "");

/** One email of one company. */
export const pairOf = (company: string, email: string): string => `${companyKey(company)} ${emailKey(email)}`;

/** What the hidden column holds: which run has found which email of which company. */
export interface EmailKey {
  runId: string;
  company: string;
  email: string;
}

/** The text of a hidden cell, which `readEmailKey` reads. */
export const writeEmailKey = ({ runId, company, email }: EmailKey): string => `${runId}:${pairOf(company, email)}`;

/** Reads a hidden cell; `null` for what a run has not written. */
export function readEmailKey(cell: CellValue | undefined): EmailKey | null {
  const match = /^([a-z0-9]{1,40}):([\s\S]*) (\S*)$/.exec(String(cell ?? ""));
  if (!match) return null;
  const [, runId = "", company = "", email = ""] = match;
  return { runId, company, email };
}

/** Sheets of found emails. */
export const EMAIL_LIST: ListKind = {
  keyMark: "=emails",
  keyHeader: "found by",
  isKey: (cell) => readEmailKey(cell) !== null,
};

/** The list that a run writes. */
export const emailList = ({ sheetId, group, columns }: EmailPlace): AppendList => ({
  kind: EMAIL_LIST,
  sheetId,
  group,
  columns,
});

/** What stands in a sheet, whoever has put it there. */
export interface EmailsThere {
  companies: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
}

/** A sheet without any emails. */
export const NOTHING_THERE: EmailsThere = { companies: new Set(), pairs: new Set() };

/** All emails of a sheet: 2 or 4 calls. */
export function readEmailsThere(open: OpenAppendList, lastRow: number): EmailsThere {
  const there = { companies: new Set<string>(), pairs: new Set<string>() };
  const typed: number[] = [];
  readCells(open, open.columns.key, lastRow).forEach((cell, i) => {
    const key = readEmailKey(cell);
    if (!key) typed.push(i);
    else {
      there.companies.add(key.company);
      there.pairs.add(`${key.company} ${key.email}`);
    }
  });
  const columnOf = (field: string): number | undefined =>
    open.columns.fields.find((each) => each.field === field)?.column;
  const [company, email] = [columnOf(COMPANY_COLUMN), columnOf(EMAIL_COLUMN)];
  if (typed.length === 0 || company === undefined || email === undefined) return there;
  const companies = readCells(open, company, lastRow);
  const emails = readCells(open, email, lastRow);
  for (const i of typed) {
    if (emails[i] === "") continue;
    const name = String(companies[i] ?? "");
    there.companies.add(companyKey(name));
    there.pairs.add(pairOf(name, String(emails[i])));
  }
  return there;
}
