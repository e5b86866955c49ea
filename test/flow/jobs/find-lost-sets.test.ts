import { describe, expect, test } from "@jest/globals";
import { companies, domains, emailsOf, findEmails, searches } from "./find-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";

const world = jobWorld();

/** Refuses every continuation of a search, as long as `isOn` says so. */
function refuseContinuations(status: number, code: string | undefined, isOn: () => boolean = () => true): void {
  world.service.fetch = async (request) => {
    const body = await request.clone().text();
    if (!isOn() || !body.includes("search_id")) return world.fetchOfService(request);
    return Response.json({ error: true, error_code: code }, { status });
  };
}

interface TenEmails {
  from: number;
  email_list: unknown[];
  meta: Record<string, unknown>;
}

/** Serves 30 emails of every company, ten at a time; `null` for a service that is down. */
function serveTens(change: (set: TenEmails) => TenEmails | null): void {
  world.service.fetch = async (request) => {
    if (!request.url.endsWith("domain-search")) return world.fetchOfService(request);
    const body = JSON.parse(await request.text());
    const [company, text = "0"] = String(body.search_id ?? body.company).split("+");
    const from = Number(text);
    const email_list = Array.from({ length: 10 }, (_, i) => ({ email: `p${from + i}@${company}` }));
    const meta = { search_id: `${company}+${from + 10}`, more_results: from < 20, remaining_emails: 20 - from };
    const set = change({ from, email_list, meta: { ...meta, domain: company, limit: 50 } });
    return set ? Response.json({ error: false, response: set }) : new Response("", { status: 503 });
  };
}

const retryFailed = async (document: JobDocument) =>
  findEmails(
    document,
    { rows: { kind: "failed" } },
    { limit: 300, target: { kind: "append", sheetId: document.document.workbook.sheets()[1]?.sheetId ?? 0 } },
  );

const newSearches = (document: JobDocument, from: number): number =>
  searches(document)
    .slice(from)
    .filter(({ body }) => body.search_id === undefined).length;

const found = (document: JobDocument): string[] => emailsOf(document).get("nine-hundred.example") ?? [];

describe("emails that have come before a later set fails", () => {
  test.each([
    [400, "INVALID_REQUEST", "The service could not use the request (INVALID_REQUEST)", 1],
    [400, "INTERNAL_ERROR", "The service has failed on this one (INTERNAL_ERROR)", 1],
    [429, undefined, "The service got too many calls at once (HTTP_429)", 7],
  ])(
    "with %i %s are in the sheet, beside how many are missing and why @slow",
    async (status, code, why, mostSearches) => {
      const document = world.open(companies(["nine-hundred.example", "three-emails.example"]));
      const before = searches(document).length;
      let isFailing = true;
      refuseContinuations(status, code, () => isFailing);
      const end = await findEmails(document, {}, { limit: 300 });
      expect(end).toMatchObject({ state: "finished", progress: { emails: 103 } });
      expect(document.rows()[0]).toMatchObject({
        emails_found: `error: 200 of 300 emails are missing. ${why}`,
        total_emails: "900",
      });
      expect(found(document)).toHaveLength(100);
      // The other company was searched once.
      expect(newSearches(document, before) - 1).toBeLessThanOrEqual(mostSearches);
      const job = await document.last();
      expect(job.spent).toMatchObject({ halves: 6, isExact: false });
      expect(dataOf(await document.call("summariseJob", { jobId: job.id }))).toMatchObject({
        failed: 1,
        byStatus: { [`error: Emails are missing. ${why}`]: 1 },
      });

      isFailing = false;
      expect(await retryFailed(document)).toMatchObject({ state: "finished", stop: null });
      expect(document.rows()[0]?.emails_found).toBe("300");
      expect(new Set(found(document)).size).toBe(300);
      expect(found(document)).toHaveLength(300);
    },
  );

  test("for want of credits are in the sheet when the job pauses; resumed, it goes on with the others @slow", async () => {
    const document = world.open(companies(["nine-hundred.example"]));
    let isEmpty = true;
    refuseContinuations(400, "INSUFFICIENT_CREDITS", () => isEmpty);
    const end = await findEmails(document, { toAsk: 1 }, { limit: 300 });
    expect(end).toMatchObject({ state: "paused", stop: { code: "INSUFFICIENT_CREDITS" }, job: { done: 0 } });
    expect(found(document)).toHaveLength(100);
    expect(document.rows()[0]?.emails_found).toBe(
      "not finished: 200 of 300 emails are missing. Not enough credits are left (INSUFFICIENT_CREDITS)",
    );

    isEmpty = false;
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", job: { done: 1, spent: { halves: 12 } } });
    expect(document.rows()[0]?.emails_found).toBe("300");
    expect(found(document)).toHaveLength(300);
  });

  test("are in the sheet when the job pauses because every further set fails @slow", async () => {
    const names = domains(24, "large");
    const document = world.open(companies(names));
    let isFailing = true;
    serveTens((set) => (isFailing && set.from > 0 ? null : set));
    const end = await findEmails(document, { toAsk: 24 }, { limit: 30 });
    expect(end).toMatchObject({ state: "paused", stop: { code: "HTTP_503" } });
    expect([...emailsOf(document).values()].map((each) => each.length)).toEqual(new Array(24).fill(10));

    isFailing = false;
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", stop: null });
    expect(document.rows().map(({ emails_found }) => emails_found)).toEqual(new Array(24).fill("30"));
    expect([...emailsOf(document).values()].map((each) => each.length)).toEqual(new Array(24).fill(30));
  });
});

describe("a service that announces more emails than it sends", () => {
  test("without a way to them leaves a company that misses some, not one that is done", async () => {
    const document = world.open(companies(["acme.example"]));
    let sets = 0;
    serveTens(({ meta, ...set }) => {
      sets++;
      return { ...set, meta: { ...meta, search_id: undefined } };
    });
    expect(await findEmails(document, {}, { limit: 30 })).toMatchObject({ state: "finished" });
    expect(document.rows()[0]?.emails_found).toBe(
      "error: 20 of 30 emails are missing. Some emails were lost on the way (EMAILS_MISSING)",
    );
    expect(emailsOf(document).get("acme.example")).toHaveLength(10);
    expect(sets).toBe(4);
  });

  test("after an empty set is asked for the next one; if all are empty, the company is not one without emails", async () => {
    const document = world.open(companies(["late.example", "never.example"]));
    serveTens((set) => (set.from === 0 || set.meta.domain === "never.example" ? { ...set, email_list: [] } : set));
    await findEmails(document, {}, { limit: 20 });
    expect(document.rows().map(({ emails_found }) => emails_found)).toEqual([
      "20",
      expect.stringMatching(/^error: .*\(EMAILS_MISSING\)$/),
    ]);
  });
});
