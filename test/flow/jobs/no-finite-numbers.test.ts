import { describe, expect, test } from "@jest/globals";
import { openFillDocument } from "../companies/fill-document";
import { companies, domains, expectOwnEmails, findEmails, foundStatuses } from "./find-document";
import { type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld({ service: { companies: 1_000 } });

/** All numbers of these answers, the first being 1, become 1e309, which JSON reads as Infinity. */
function withoutNumbers(operation: string, isOne: (answer: number) => boolean): void {
  let answers = 0;
  world.service.fetch = async (request) => {
    const answer = await world.fetchOfService(request);
    if (!request.url.endsWith(operation) || !isOne(++answers)) return answer;
    const text = (await answer.text())
      .replace(/(?<=":)\d+(?=[,}])/g, "1e309")
      .replace(/"type":"[^"]*"/, '"type":1e309');
    return new Response(text, { status: answer.status, headers: { "Content-Type": "application/json" } });
  };
}

/** True if a cell shows that it was given a number that no sheet can hold. */
const holdsNoNumber = (document: JobDocument, sheet?: string): boolean =>
  document.rows(sheet).some((row) => Object.values(row).some((cell) => /NaN|#NUM/.test(cell)));

const EACH = [
  ["one answer", (answer: number) => answer === 3],
  ["every answer", () => true],
] as const;

describe.each(EACH)("%s with 1e309 for its numbers stops nothing and takes nothing along", (_, isOne) => {
  test("when emails are verified @slow", async () => {
    withoutNumbers("email-verifier", isOne);
    const label = isOne(1) ? "endless" : "third";
    const document = world.open(contacts(40, label));
    expect(await document.verify()).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 0 } });
    expect(document.rows().filter(({ email_status, type }) => !email_status || !type)).toEqual([]);
    expect(document.rows().filter(({ type }) => type === "Infinity")).toHaveLength(isOne(1) ? 40 : 1);
    expect(holdsNoNumber(document)).toBe(false);
    expect(document.verifications()).toHaveLength(40);
  });

  test("when emails are found @slow", async () => {
    const list = companies(domains(30, isOne(1) ? "huge" : "big"));
    const statuses = await foundStatuses(world.open(list));
    withoutNumbers("domain-search", isOne);
    const document = world.open(list);
    const end = await findEmails(document, {}, { enrichment: ["name", "size"] });
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 0 } });
    expectOwnEmails(document, statuses);
    expect([holdsNoNumber(document), holdsNoNumber(document, "Emails")]).toEqual([false, false]);
  });
});

describe("a list of companies", () => {
  const choices = { pages: 5, columns: ["name", "headcount", "founded_in"] };

  test.each([1, 2, 3])("is filled wholly when the %i-th answer has 1e309 for its numbers", async (nth) => {
    const document = openFillDocument(world);
    withoutNumbers("search-company", (answer) => answer === nth);
    const end = await document.fill({ ...choices, filters: { company_founded: { min: 1900 + nth } } });
    expect(end).toMatchObject({ state: "finished", stop: null, written: { pages: 5, rows: 125 } });
    expect(document.names()).toHaveLength(125);
    expect(holdsNoNumber(document, "Companies")).toBe(false);
    // A first page that tells no totals is asked again, for nothing.
    expect(end.job.spent).toMatchObject({ halves: 10, isExact: true });
  });

  test("is paused in plain words when no answer tells how much the search finds @slow", async () => {
    const document = openFillDocument(world);
    withoutNumbers("search-company", () => true);
    const end = await document.fill({ ...choices, filters: { company_founded: { min: 1950 } } });
    expect(end).toMatchObject({ state: "paused", stop: { code: "UNREADABLE_ANSWER" } });
    expect(end.job.spent.halves).toBe(2);
    world.service.fetch = world.fetchOfService;
    expect(await document.goOn(end.id)).toMatchObject({ state: "finished", written: { pages: 5, rows: 125 } });
  });
});

test("emails that come without their addresses are told with what they have cost", async () => {
  const before = world.service.controls.ledger().length;
  world.service.fetch = async (request) => {
    const answer = await world.fetchOfService(request);
    if (!request.url.endsWith("domain-search")) return answer;
    const text = (await answer.text()).replace(/(?<=":)(?:"[^"]*"|\d+|true|false)(?=[,}])/g, "null");
    return new Response(text, { status: answer.status, headers: { "Content-Type": "application/json" } });
  };
  const document = world.open(companies(domains(10, "nameless")));
  await findEmails(document);
  const spent = world.service.controls.ledger().slice(before);
  const halves = spent.reduce((sum, each) => sum + each.halves, 0);
  expect(halves).toBeGreaterThan(0);
  expect((await document.last()).spent).toEqual({
    halves,
    heldHalves: 0,
    isExact: false,
    isSettledExact: false,
    freeAnswers: expect.any(Number),
  });
});
