import type { ChoicesOf } from "../../../src/jobs/protocol";
import type { JobDocument } from "./job-document";

/** The details that are added. */
export const DETAILS = ["name", "industry", "size", "location.country"].map((field) => `company_enrichment.${field}`);

/** The choices of a job that adds details beside `companies`. */
export const enrichChoices = (
  document: JobDocument,
  choices: Partial<ChoicesOf<"enrich">> = {},
): ChoicesOf<"enrich"> => ({
  kind: "enrich",
  sheetId: document.sheetId,
  column: 2,
  header: null,
  sample: [],
  headerRow: 1,
  rows: { kind: "todo" },
  fields: ["company_domain", ...DETAILS],
  alsoFoundValid: false,
  toAsk: null,
  capHalves: null,
  ...choices,
});

/** What stands beside each company, whatever the columns are called: by company, without the hidden cell. */
export function cellsBeside(document: JobDocument): Map<string, string> {
  return new Map(
    document
      .rows()
      .map(({ Contact, Website, Note, "details for": _, ...beside }) => [
        Website ?? "",
        [Contact, Note, ...Object.values(beside).sort()].join(" | "),
      ]),
  );
}
