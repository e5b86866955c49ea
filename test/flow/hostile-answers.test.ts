import { afterEach, describe, expect, test } from "@jest/globals";
import type { HostDocument } from "../../local/apps-script/host-document";
import { isCellError } from "../../local/apps-script/workbook/cell";
import type { DriverEnd } from "../../src/driver/driver";
import { COMPANY_FIELDS, VERIFICATION_FIELDS } from "../../src/service/fields";
import { type AnswerPath, HOSTILE_VALUES, pathsOf, spoil, WRONG_TYPES } from "../fixtures/hostile/answers";
import { openFillDocument } from "./companies/fill-document";
import { companies, findEmails } from "./jobs/find-document";
import { type JobDocument, jobWorld } from "./jobs/job-document";
import { dataOf, OWNER, SHEET } from "./support/flow-world";

/** Makes the service answer as it should again. */
let isMended = false;
const world = jobWorld({ service: { companies: 2_000 } });
afterEach(() => {
  isMended = false;
});

/** The damage that is done to one answer. */
interface Spoilt {
  name: string;
  paths: AnswerPath[];
  json: string;
  timesDone: number;
}

/** An answer with the damage. What is long or deep costs seconds to read: asked again, the answer has a short wrong value. */
function damage(answer: unknown, spoilt: Spoilt): string {
  const isCostly = spoilt.json.length > 1_000 && spoilt.timesDone > 0;
  spoilt.timesDone++;
  return spoil(answer, spoilt.paths, isCostly ? "true" : spoilt.json);
}

/**
 * Every value in all fields at once but the named ones, without which an answer is none. In each of these by itself every
 * fourth text and every third other value, each field beginning at another: neighbours in the lists are of one kind.
 */
function spoiltOnes(answer: unknown, named: string[]): Spoilt[] {
  const own = pathsOf(answer).filter((path) => named.includes(path.join(".")));
  const isPart = (path: AnswerPath, of: AnswerPath): boolean => path.every((name, i) => of[i] === name);
  const others = pathsOf(answer).filter(
    (path, _, all) =>
      path[0] !== "error" && !own.includes(path) && !all.some((each) => each !== path && isPart(path, each)),
  );
  const valueAt = (path: AnswerPath): unknown =>
    path.reduce((value, name) => (value as Record<string, unknown>)[name], answer);
  return HOSTILE_VALUES.flatMap(([name, json], v) => {
    // A text in the place of a number or a list is like any other wrong type.
    const tried = own.filter((path, p) =>
      name in WRONG_TYPES ? (v + p) % 3 === 0 : (v + p) % 4 === 0 && typeof valueAt(path) === "string",
    );
    return [
      { name: `${name} everywhere`, paths: others, json, timesDone: 0 },
      ...tried.map((path) => ({ name: `${name} in ${path.join(".")}`, paths: [path], json, timesDone: 0 })),
    ];
  });
}

/** The fields of a domain search that say how to go on, or hold others. */
const OF_A_SEARCH = [
  "response",
  "response.email_list",
  "response.email_list.0",
  "response.email_list.0.email",
  "response.meta",
  "response.meta.search_id",
  "response.meta.more_results",
  "response.meta.remaining_emails",
  "response.meta.domain",
  "response.meta.limit",
];

const answerOf = async (operation: string, body: object): Promise<unknown> => {
  const headers = { "Content-Type": "application/json", "X-KEY": "sandbox-key" };
  const request = new Request(`https://service.example/${operation}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return (await world.fetchOfService(request)).json();
};

/** Spoils the answers of an operation, each as `how` decides by its question. */
function spoilAnswers(operation: string, how: (body: Record<string, unknown>, answer: unknown) => string | null): void {
  world.service.fetch = async (request) => {
    const body = JSON.parse((await request.clone().text()) || "{}");
    const answer = await world.fetchOfService(request);
    if (!request.url.endsWith(operation)) return answer;
    const text = how(body, await answer.clone().json());
    return text === null ? answer : new Response(text, { headers: { "Content-Type": "application/json" } });
  };
}

/** Signs that nobody may be shown: code, those that cannot be seen, and those that turn other text round. */
const UNREADABLE = /\[native code\]|\[object|[^\P{Cc}\t\n]|[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** No cell of the document is a formula or holds what cannot be read. */
function expectHarmless(document: JobDocument): void {
  const found: unknown[] = [];
  const { workbook } = document.document;
  for (const { sheetId, name } of workbook.sheets()) {
    const { rows, columns } = workbook.extent(sheetId);
    workbook.read(sheetId, { row: 1, column: 1, rows, columns }).forEach((cells, r) => {
      cells.forEach(({ value, formula }, c) => {
        const text = isCellError(value) ? value.error : String(value ?? "");
        if (formula !== undefined || UNREADABLE.test(text))
          found.push({ sheet: name, row: r + 1, column: c + 1, formula, text: text.slice(0, 100) });
      });
    });
  }
  expect(found.slice(0, 5)).toEqual([]);
}

/** All that the sidebar is told of the job can be shown, and undoing leaves the sheet as it was. */
async function expectTold(document: JobDocument, hasStatuses: boolean): Promise<void> {
  const { id } = await document.last();
  const told = [await document.call("listJobs"), await document.call("summariseJob", { jobId: id })];
  for (const result of told) expect(result).toMatchObject({ ok: true });
  expect(UNREADABLE.exec(JSON.stringify(told))).toBe(null);
  expect(JSON.stringify(told).length).toBeLessThan(200_000);
  if (hasStatuses) {
    const { sheetName } = dataOf(await document.call("insertJobChart", { jobId: id }));
    expect(sheetName).toContain("Summary");
    expectHarmless(document);
  }
}

/** A job that pauses because too many answers in a row cannot be read goes on once the service is mended. */
async function afterMending(document: JobDocument, end: DriverEnd): Promise<DriverEnd> {
  if (end.state === "finished") return end;
  expect(end).toMatchObject({ state: "paused", stop: { code: "UNREADABLE_ANSWER" } });
  expectHarmless(document);
  isMended = true;
  return document.drive(await document.resume((await document.last()).id));
}

/** Charged since `before`, in half credits, by what was asked. */
const chargedTwice = (before: number): string[] => {
  const subjects = world.service.controls
    .ledger()
    .slice(before)
    .map(({ operation, subject }) => `${operation} ${subject}`);
  return subjects.filter((subject, i) => subjects.indexOf(subject) !== i);
};

const contentOf = ({ workbook }: HostDocument, sheetId: number): unknown => {
  const { rows, columns } = workbook.extent(sheetId);
  return workbook.read(sheetId, { row: 1, column: 1, rows, columns }).map((row) => row.map(({ value }) => value));
};

describe("hostile answers", () => {
  test("to a job that verifies emails harm no cell, no other row and no account @slow", async () => {
    const plain = await answerOf("email-verifier", { email: "ann@acme.example" });
    const cases = spoiltOnes(plain, ["response", "response.email_status"]);
    // Every second one is as it should be: a job whose service fails throughout pauses.
    const rows = cases.flatMap((_, i) => [`case${i}@hostile.example`, `calm${i}@hostile.example`]);
    const list = [["Name", "Email", "Note"], ...rows.map((email) => ["", email, `note of ${email}`])];
    const fields = VERIFICATION_FIELDS.filter((field) => field !== "email");
    const paidBefore = world.service.controls.ledger().length;
    spoilAnswers("email-verifier", ({ email }, answer) => {
      const spoilt = cases[Number(/^case(\d+)@/.exec(String(email))?.[1] ?? -1)];
      return spoilt && !isMended ? damage(answer, spoilt) : null;
    });
    const document = world.open(list);
    const before = contentOf(document.document, document.sheetId);
    const end = await afterMending(document, await document.verify({ fields }));
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 0, lost: 0 } });
    expectHarmless(document);
    const after = document.rows();
    expect(after.filter((row) => row.Note !== `note of ${row.Email}`)).toEqual([]);
    expect(after.flatMap((row, i) => (row.email_status ? [] : [cases[i >> 1]?.name]))).toEqual([]);
    expect(after.filter((row, i) => i % 2 === 1 && !/^[A-Z_]+$/.test(row.email_status ?? ""))).toEqual([]);
    expect(chargedTwice(paidBefore)).toEqual([]);
    await expectTold(document, true);
    await document.undo((await document.last()).id);
    expect(contentOf(document.document, document.sheetId)).toEqual(before);
  });

  test("to a job that finds emails harm no cell, no other company and no account @slow", async () => {
    const plain = await answerOf("domain-search", { company: "reliable.example", limit: 2, company_enrichment: true });
    const cases = spoiltOnes(plain, OF_A_SEARCH);
    const names = cases.flatMap((_, i) => [`case${i}.example`, `calm${i}.example`]);
    const paidBefore = world.service.controls.ledger().length;
    spoilAnswers("domain-search", ({ company }) => {
      const [, kind, index] = /^(case|calm)(\d+)/.exec(String(company)) ?? [];
      if (!kind) return null;
      const own = JSON.stringify(plain).replaceAll("reliable.example", String(company));
      const spoilt = cases[Number(index)];
      return kind === "case" && spoilt && !isMended ? damage(JSON.parse(own), spoilt) : own;
    });
    const document = world.open(companies(names));
    const before = contentOf(document.document, document.sheetId);
    const first = await findEmails(
      document,
      { fields: ["emails_found", "total_emails", "domain"] },
      {
        enrichment: [...COMPANY_FIELDS],
        limit: 2,
      },
    );
    const end = await afterMending(document, first);
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 0, lost: 0 } });
    expectHarmless(document);
    const after = document.rows();
    expect(after.filter((row) => row.Note !== `note of ${row.Website}`)).toEqual([]);
    expect(after.flatMap((row, i) => (row.emails_found ? [] : [cases[i >> 1]?.name]))).toEqual([]);
    expect(after.filter((row, i) => i % 2 === 1 && row.emails_found !== "2")).toEqual([]);
    const emails = document.rows("Emails");
    const calm = names.filter((name) => name.startsWith("calm"));
    expect(calm.filter((name) => emails.filter(({ company }) => company === name).length !== 2)).toEqual([]);
    // All emails that are counted beside a company stand in the list.
    const wrong = after.filter(
      (row) =>
        /^\d+$/.test(row.emails_found ?? "") &&
        emails.filter(({ company }) => company === row.Website).length !== Number(row.emails_found),
    );
    expect(wrong.map(({ Website = "" }) => cases[names.indexOf(Website) >> 1]?.name)).toEqual([]);
    expect(chargedTwice(paidBefore)).toEqual([]);
    await expectTold(document, true);
    await document.undo((await document.last()).id);
    expect(contentOf(document.document, document.sheetId)).toEqual(before);
  });

  const COMPANY_COLUMNS = ["name", "domain", "headcount", "industry", "location.country", "constructor", "__proto__"];

  test("to a job that fills a list of companies harm no cell and lose no company @slow", async () => {
    const filters = { company_headcount_custom: { min: 1 } };
    const plain = (await answerOf("search-company", { filters, page: 1 })) as { results: { company: object }[] };
    const [company] = plain.results;
    const cases = spoiltOnes({ company: company?.company }, ["company", "company.name", "company.domain"]);
    const pages = Math.ceil(cases.length / 24);
    spoilAnswers("search-company", ({ page }, answer) => {
      let text = JSON.stringify(answer);
      for (let i = 0; i < 24; i++) {
        const spoilt = cases[(Number(page) - 1) * 24 + i];
        if (!spoilt) break;
        const one = JSON.stringify((answer as typeof plain).results[i]);
        text = text.replace(one, () => damage(JSON.parse(one), spoilt));
      }
      return text;
    });
    const paidBefore = world.service.controls.ledger().length;
    const document = openFillDocument(world);
    dataOf(await document.call("previewSearch", filters));
    const end = await document.fill({ filters, pages, columns: COMPANY_COLUMNS });
    expect(end).toMatchObject({ state: "finished", stop: null, written: { pages } });
    expectHarmless(document);
    const { rows, alreadyThere } = end.written;
    // Companies that differ by nothing but their names cannot be told apart.
    expect(rows + alreadyThere).toBe(25 * pages);
    expect(chargedTwice(paidBefore)).toEqual([]);
    await expectTold(document, false);
  });

  test.each(Object.values(WRONG_TYPES).map((json, v) => ({ name: Object.keys(WRONG_TYPES)[v], json, v })))(
    "to a search as a whole end in rows or in plain words: $name @slow",
    async ({ json, v }) => {
      const filters = { company_founded: { min: 1950 } };
      // Each page is asked for ten times before the job pauses; only the last of these says how many there are.
      const places = [
        [["results"], 1],
        [["results", "0"], 1],
        [["pagination"], 2],
      ] as const;
      // Every value in one of them: neighbours in the list are of one kind.
      for (const [path, pages] of places.filter((_, p) => (v + p) % 3 === 0)) {
        spoilAnswers("search-company", (_body, answer) => spoil(answer, [[...path]], json));
        const document = openFillDocument(world);
        const shown = await document.call("previewSearch", filters);
        expect(UNREADABLE.exec(JSON.stringify(shown))).toBe(null);
        const end = await document.fill({ filters, pages, columns: COMPANY_COLUMNS, capHalves: 4 });
        expect([path, end.state]).toEqual([path, end.stop ? "paused" : "finished"]);
        expectHarmless(document);
      }
    },
  );
});

test("answers that promise more without end are followed no further than was wanted @slow", async () => {
  let calls = 0;
  const email = { email: "same@endless.example", email_anon_id: "x", verification: { status: "VALID" } };
  world.service.fetch = async () => {
    const meta = { search_id: `s${++calls}`, total_emails: 1e9, remaining_emails: 1e9, more_results: true, limit: 1 };
    return Response.json({ error: false, response: { email_list: [email], meta } });
  };
  const document = world.open(companies(["endless.example"]));
  const end = await findEmails(document, { capHalves: 4 }, { limit: 60 });
  expect(end).toMatchObject({ state: "finished", stop: null });
  expect(document.rows()[0]?.emails_found).toBe("1");
  expect(calls).toBeLessThanOrEqual(60);
  calls = 0;
  const { keyboard } = document.document.as(OWNER);
  keyboard.paste(SHEET, "Z1", [['=DOMAIN_EMAILS("endless.example", 60, "all", "email")']]);
  await world.clock.idle();
  // All emails that were wanted have been sent, and would be charged, though they are one.
  expect(keyboard.shows(SHEET, "Z1:Z3").flat()).toEqual(["email", email.email, ""]);
  expect(calls).toBeGreaterThan(1);
  expect(calls).toBeLessThanOrEqual(60);
});

describe("hostile answers to formulas", () => {
  test("are shown as text in cells of their own @slow", async () => {
    const plain = await answerOf("email-verifier", { email: "ann@acme.example" });
    const search = await answerOf("domain-search", { company: "reliable.example", limit: 2, company_enrichment: true });
    const verifications = spoiltOnes(plain, ["response", "response.email_status"]);
    const searches = spoiltOnes(search, ["response", "response.email_list", "response.meta"]);
    const count = await answerOf("email-count", { domain: "reliable.example" });
    const counts = spoiltOnes(count, ["response", "response.count"]);
    const cases: Record<string, Spoilt[]> = {
      "email-verifier": verifications,
      "domain-search": searches,
      "email-count": counts,
    };
    const spoiltNames = new Set<string>();
    const plains: Record<string, unknown> = { "email-verifier": plain, "domain-search": search, "email-count": count };
    world.service.fetch = async (request) => {
      const operation = new URL(request.url).pathname.slice(1);
      const text = await request.clone().text();
      const spoilt = cases[operation]?.[Number(/case(\d+)/.exec(text)?.[1] ?? -1)];
      const asked = /case\d+[@.a-z]+/.exec(text)?.[0] ?? "";
      if (!spoilt) return world.fetchOfService(request);
      spoiltNames.add(`${operation} ${spoilt.name}`);
      const own = JSON.stringify(plains[operation]).replaceAll("ann@acme.example", asked);
      return new Response(damage(JSON.parse(own), spoilt));
    };
    const document = world.open([["Notes"]]);
    const { keyboard } = document.document.as(OWNER);
    const blank: string[] = [];
    let row = 2;
    const expectReadable = async (formula: (inputs: string) => string, inputs: string[], tried: Spoilt[]) => {
      const isRange = inputs.length > 1;
      const [first, last] = [row, row + inputs.length - 1];
      row = last + 1;
      keyboard.paste(
        SHEET,
        `A${first}`,
        inputs.map((input) => [input]),
      );
      keyboard.type(SHEET, `B${first}`, formula(isRange ? `A${first}:A${last}` : `"${inputs[0]}"`));
      await world.clock.idle();
      const shown = keyboard.shows(SHEET, `B${first}:Z${last}`);
      expect(shown.flat().filter((cell) => UNREADABLE.test(cell))).toEqual([]);
      blank.push(...tried.filter((_, i) => shown[i]?.join("") === "").map(({ name }) => name));
    };
    /** One in ten stands in a formula of its own, the others are asked by ranges that are done in time. */
    const tryAll = async (
      all: Spoilt[],
      inRange: number,
      inputOf: (i: number) => string,
      formula: (inputs: string) => string,
    ) => {
      const numbers = [...all.keys()];
      const alone = numbers.filter((i) => i % 10 === 0);
      const together = numbers.filter((i) => i % 10 !== 0);
      // Answers that cannot be read, one after the other, end a formula's asking: they are spread over all ranges.
      const ranges = Math.ceil(together.length / inRange);
      const groups = Array.from({ length: ranges }, (_, g) => together.filter((_i, at) => at % ranges === g));
      for (const group of [...alone.map((i) => [i]), ...groups])
        await expectReadable(
          formula,
          group.map(inputOf),
          group.map((i) => all[i] as Spoilt),
        );
    };
    await tryAll(
      verifications,
      30,
      (i) => `case${i}@hostile.example`,
      (inputs) => `=VERIFY_EMAIL(${inputs}, "${VERIFICATION_FIELDS.join()}")`,
    );
    await tryAll(
      searches,
      30,
      (i) => `case${i}.example`,
      (inputs) => `=COMPANY_INFO(${inputs}, "${COMPANY_FIELDS.join()},domain,total_emails")`,
    );
    await tryAll(
      counts,
      12,
      (i) => `case${i}.example`,
      (inputs) => `=EMAIL_COUNT(${inputs})`,
    );
    const names = Object.entries(cases).flatMap(([operation, all]) => all.map(({ name }) => `${operation} ${name}`));
    expect(names.filter((name) => !spoiltNames.has(name))).toEqual([]);
    expect(blank.sort()).toEqual(
      ["an empty list", "an empty object", "an empty text", "nothing"].map((name) => `${name} everywhere`),
    );
  });
});
