import { expect, test } from "@jest/globals";
import { columnLetter } from "../../src/sheet/table";
import { fillChoices } from "./companies/fill-document";
import { companies, findChoices } from "./jobs/find-document";
import { type JobDocument, jobWorld, OWNER } from "./jobs/job-document";
import { SHEET } from "./support/flow-world";

const world = jobWorld();

/** What a sheet takes for something else, in one language or another. */
const TEXTS = [
  ...["1,5", "1.5", "1.500,25", "007", "1e5", "10 €", "50 %", "11-50"],
  ...["3.5.2020", "5/6/2020", "13/1", "5 mai 2020", "5. Mai 2020", "2020年5月3日", "MAY26"],
  ...["Saturday, May 5, 2020 3:00 PM", "12:30"],
  ...["TRUE", "wahr", "VRAI", "VERDADEIRO", "WAAR", "PRAWDA", "ИСТИНА"],
  ...["#N/A", "#REF!", "=1+1", "+1", "'tis", "Acme Anvils", "VALID"],
];

const FIELDS = TEXTS.map((_, i) => `field ${i}`);

/** A service whose every answer is full of such texts. */
function answerWithTexts(): void {
  const company = Object.fromEntries(FIELDS.map((field, i) => [field, TEXTS[i]]));
  world.service.fetch = async (request) => {
    const body = JSON.parse((await request.clone().text()) || "{}");
    if (request.url.endsWith("search-company")) {
      const pagination = { current_page: 1, per_page: 25, total_page: 1, total_count: 1 };
      return Response.json({ error: false, free: false, results: [{ company: { id: "1", ...company } }], pagination });
    }
    if (request.url.endsWith("domain-search")) {
      const email_list = TEXTS.map((text, i) => ({
        email: `p${i}@acme.example`,
        first_name: text,
        email_anon_id: text,
      }));
      const meta = { search_id: "s", total_emails: TEXTS.length, remaining_emails: 0, more_results: false, limit: 50 };
      const company_enrichment = { name: "1,5", industry: "1.5" };
      return Response.json({
        error: false,
        response: { email_list, company_enrichment, meta: { ...meta, domain: body.company } },
      });
    }
    if (!request.url.endsWith("email-verifier")) return world.fetchOfService(request);
    const answer = (await (await world.fetchOfService(request)).json()) as { response: object };
    const i = Number(/\d+/.exec(String(body.email))?.[0]);
    const told = { email_sub_status: TEXTS[i], smtp_provider: TEXTS[i], mx_record_main: TEXTS[i] };
    return Response.json({ ...answer, response: { ...answer.response, ...told } });
  };
}

/** What the cells of a column hold: the text, or what a sheet has made of it. */
function held(document: JobDocument, header: string, rows: number, sheet = SHEET): unknown[] {
  const { workbook } = document.document;
  const sheetId = workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? -1;
  const letters = /^[A-Z]+/.exec(document.cellOf(header, 2, sheet))?.[0];
  const column = Array.from({ length: 60 }, (_, i) => i + 1).find((number) => columnLetter(number) === letters) ?? 0;
  const cells = workbook.read(sheetId, { row: 2, column, rows, columns: 1 });
  return cells.map(([cell]) => cell?.formula ?? cell?.value);
}

test.each(["de_DE", "fr_FR", "en_GB", "ja_JP"])(
  "every text of an answer is the same text in %s @slow",
  async (locale) => {
    answerWithTexts();
    const emails = TEXTS.map((_, i) => ["", `person${i}@acme.example`, ""]);
    const verified = world.open([["Name", "Email", "Note"], ...emails]);
    verified.user.keyboard.changeSettings({ locale });
    const fields = ["email_status", "email_sub_status", "smtp_provider", "mx_record_main"];
    await verified.verify({ fields: fields as never });
    for (const field of fields.slice(1)) expect(held(verified, field, TEXTS.length)).toEqual(TEXTS);

    const found = world.open(companies(["acme.example"]));
    found.user.keyboard.changeSettings({ locale });
    await found.drive(await found.start(findChoices(found, {}, { enrichment: ["name", "industry"] })));
    expect(held(found, "first_name", TEXTS.length, "Emails")).toEqual(TEXTS);
    expect(held(found, "email_anon_id", TEXTS.length, "Emails")).toEqual(TEXTS);

    const filled = world.open([["Notes"]]);
    filled.user.keyboard.changeSettings({ locale });
    await filled.drive(await filled.start(fillChoices({ columns: FIELDS })));
    expect(FIELDS.map((field) => held(filled, field, 1, "Companies")[0])).toEqual(TEXTS);
  },
);

test("in cells of plain text no text shows the mark that keeps it one @slow", async () => {
  answerWithTexts();
  const emails = TEXTS.map((_, i) => ["", `person${i}@acme.example`, ""]);
  const document = world.open([["Name", "Email", "Note"], ...emails]);
  const fields = ["email_status", "email_sub_status"];
  await document.verify({ fields: fields as never });
  const area = { row: 1, column: 1, rows: 100, columns: 12 };
  document.document.workbook.apply(
    [{ type: "setStyle", sheetId: document.sheetId, area, style: { numberFormat: "@" } as never }],
    { kind: "person", user: OWNER },
  );
  await document.verify({ fields: fields as never, rows: { kind: "all" } });
  // What would be a formula even there keeps it.
  const shown = TEXTS.map((text) => (/^[=+]/.test(text) ? `'${text}` : text));
  expect(held(document, "email_sub_status", TEXTS.length)).toEqual(shown);
  expect(held(document, "email_status", TEXTS.length).filter((status) => String(status).startsWith("'"))).toEqual([]);
});
