import { expect } from "@jest/globals";
import type { DriverEnd, DriverOptions } from "../../../src/driver/driver";
import type { ChoicesOf, FindOptions, ListTarget } from "../../../src/jobs/protocol";
import type { JobDocument } from "./job-document";

/** The questions about each company, and the place of its emails. */
export type FindPart = FindOptions & { target: ListTarget };

type Choices = Omit<Partial<ChoicesOf<"find">>, "kind" | keyof FindPart>;

export const FIND: FindPart = {
  limit: 50,
  emailType: "all",
  enrichment: [],
  target: { kind: "new", sheetName: "Emails" },
};

/** Tests write this over another company. */
export const EDITED = "three-emails.example";

/** A list with the companies in the middle; `Note` belongs to its row as the company does. */
export function companies(names: string[]): string[][] {
  return [["Contact", "Website", "Note"], ...names.map((name, i) => [`Name ${i}`, name, `note of ${name}`])];
}

/** Made-up domains. */
export const domains = (count: number, prefix = "acme"): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(3, "0")}.example`);

/** The choices of a job that finds the emails of `companies`. */
export const findChoices = (
  document: JobDocument,
  choices: Choices = {},
  find: Partial<FindPart> = {},
): ChoicesOf<"find"> => ({
  kind: "find",
  sheetId: document.sheetId,
  column: 2,
  header: null,
  sample: [],
  headerRow: 1,
  rows: { kind: "todo" },
  fields: ["emails_found", "total_emails"],
  alsoFoundValid: false,
  toAsk: null,
  capHalves: null,
  ...FIND,
  ...find,
  ...choices,
});

/** Starts and drives. */
export async function findEmails(
  document: JobDocument,
  choices?: Choices,
  find?: Partial<FindPart>,
  options?: Partial<DriverOptions>,
): Promise<DriverEnd> {
  return document.drive(await document.start(findChoices(document, choices, find)), options);
}

/** The found emails of each company, as asked, sorted. */
export function emailsOf(document: JobDocument): Map<string, string[]> {
  const found = new Map<string, string[]>();
  // Whatever people have called it: it was made after the companies' own.
  const sheet = document.document.workbook.sheets()[1]?.name;
  for (const { company = "", email = "" } of document.rows(sheet).filter((row) => row.email))
    found.set(company, [...(found.get(company) ?? []), email].sort());
  return found;
}

/** Each company has its own number beside it and its own note, and as many emails in their sheet, none of them twice. */
export function expectOwnEmails(document: JobDocument, statusOf: Map<string, string>, sheet?: string): void {
  const emails = emailsOf(document);
  for (const row of document.rows(sheet).filter(({ Website }) => Website !== "")) {
    const company = row.Website ?? "";
    // Edited since it was answered: to be done by the next job.
    const answered = row["searched for"]?.split(":")[1];
    if (company === EDITED && answered !== EDITED) continue;
    const own = emails.get(company) ?? [];
    const isFound = /^\d+$/.test(row.emails_found ?? "");
    expect({ company, status: row.emails_found, note: row.Note, emails: String(own.length) }).toEqual({
      company,
      status: statusOf.get(company),
      note: `note of ${company}`,
      emails: isFound ? row.emails_found : "0",
    });
    expect(new Set(own).size).toBe(own.length);
  }
}

/** Gives the result of each company after an undisturbed job. */
export async function foundStatuses(document: JobDocument, find?: Partial<FindPart>): Promise<Map<string, string>> {
  await findEmails(document, {}, find);
  return new Map(document.rows().map((row) => [row.Website ?? "", row.emails_found ?? ""]));
}

/** Calls of domain searches with what they asked. */
export const searches = (document: JobDocument, from = 0): { body: Record<string, unknown>; status: number }[] =>
  document.service.controls
    .calls()
    .slice(from)
    .filter(({ operation }) => operation === "domain-search")
    .map(({ request, status }) => ({ body: JSON.parse(request), status }));

/** Half credits that the searches of these domains have cost. */
export const spentOn = (document: JobDocument, isOne: (domain: string) => boolean): number =>
  document.service.controls
    .ledger()
    .filter(({ operation, subject }) => operation === "domain-search" && isOne(subject))
    .reduce((sum, { halves }) => sum + halves, 0);
