import { describe, expect, test } from "@jest/globals";
import { companies, domains, emailsOf, findChoices, searches } from "./find-document";
import { type ChoicesPart, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();

/** More rows than the scans read before the first questions are asked. */
const BLANK_ROWS = 900;

/** The same rows twice, so far apart that the page which asks the first ones closes before it sees the others. */
const twice = ([header = [], ...rows]: string[][]): string[][] => [
  header,
  ...rows,
  ...Array.from({ length: BLANK_ROWS }, () => header.map(() => "")),
  ...rows,
];

/** Asks this many questions and pauses; then another page goes on. */
async function pauseAndGoOn(
  document: JobDocument,
  { choices, first, meanwhile = () => {} }: { choices?: ChoicesPart; first: number; meanwhile?: () => void },
): Promise<void> {
  const { job } = await document.verify(choices, { askAtMost: first });
  expect(job?.state).toBe("paused");
  meanwhile();
  expect(await document.drive(await document.resume(job?.id ?? ""))).toMatchObject({ state: "finished" });
}

const asked = (document: JobDocument): string[] => document.verifications().map(({ email }) => email);

/** The rows of each email by their statuses. */
const statusesOf = (document: JobDocument, email: string): string[] =>
  document.rows().flatMap((row) => (row.Email === email ? [row.email_status ?? ""] : []));

describe("a job that is resumed takes what it has put beside the same input", () => {
  test("and asks no email again", async () => {
    const document = world.open(twice(contacts(12, "again")));
    await pauseAndGoOn(document, { first: 10 });
    expect(asked(document).sort()).toEqual([...new Set(asked(document))].sort());
    expect(asked(document)).toHaveLength(12);
    expect(document.rows().filter(({ Email, email_status }) => Email && !email_status)).toEqual([]);
    const rows = document.rows().filter(({ Email }) => Email);
    const result = ({ Email, email_status, type }: Record<string, string>): string =>
      `${Email} ${email_status} ${type}`;
    expect(rows.slice(12).map(result)).toEqual(rows.slice(0, 12).map(result));
    expect(await document.last()).toMatchObject({ done: 12, spent: { halves: 12, isExact: true } });
  });

  test("and neither finds nor books a company again, nor adds its emails twice @slow", async () => {
    const document = world.open(twice(companies(domains(12, "twice"))));
    await pauseAndGoOn(document, { choices: findChoices(document), first: 10 });
    const searched = searches(document).map(({ body }) => String(body.company));
    expect(searched.filter((company) => company.startsWith("twice"))).toHaveLength(12);
    const job = await document.last();
    expect(job.written).toMatchObject({ alreadyThere: 0 });
    for (const emails of emailsOf(document).values()) expect(new Set(emails).size).toBe(emails.length);
    const rows = document.rows().filter(({ Website }) => Website);
    expect(rows.slice(12).map((row) => row.emails_found)).toEqual(rows.slice(0, 12).map((row) => row.emails_found));
  });

  test("but not what a person has typed there, a failure, or what stood beside a row that was edited", async () => {
    const list = contacts(12, "typed");
    const document = world.open(twice(list));
    const { keyboard } = document.user;
    await pauseAndGoOn(document, {
      first: 10,
      meanwhile() {
        keyboard.paste(SHEET, "C2", [["call her"], ["error: No answer (TIMEOUT)"]]);
        keyboard.paste(SHEET, "B4", [["somebody.else@company1.example"]]);
        keyboard.delete(SHEET, "rows", 5, 1);
      },
    });
    const [, first, second, third, fourth] = list.map(([, email = ""]) => email);
    for (const email of [first, second, third, fourth] as string[]) {
      expect(asked(document).filter((each) => each === email)).toHaveLength(2);
      expect(statusesOf(document, email).pop()).toMatch(/^(VALID|INVALID|CATCH_ALL|not known: .*)$/);
    }
    expect(asked(document)).toHaveLength(12 + 4 + 1);
    expect((await document.last()).spent).toMatchObject({ halves: 13 });
  });
});
