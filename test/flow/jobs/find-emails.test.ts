import { describe, expect, test } from "@jest/globals";
import type { ColumnPlan } from "../../../src/jobs/views";
import { traceCalls } from "../support/kill-execution";
import { companies, domains, emailsOf, FIND, findChoices, findEmails, searches, spentOn } from "./find-document";
import { dataOf, jobWorld } from "./job-document";

const world = jobWorld();

describe("Find emails for this column of companies", () => {
  test("fills a sheet with the emails of each company, and says beside each how many", async () => {
    const document = world.open(
      companies([
        ...["reliable.example", "https://www.Three-Emails.example/about", "no-emails.example", "no-mx.example"],
        ...["webmail.example", "Twins Trading", "", "three-emails.example", "ab", "not finished", "#N/A"],
      ]),
    );
    const end = await findEmails(document, { fields: ["domain"] });
    expect(end).toMatchObject({ state: "finished", stop: null });
    const rows = document.rows();
    expect(rows.map(({ emails_found }) => emails_found)).toEqual([
      ...[
        expect.stringMatching(/^\d+$/),
        "3",
        "no emails",
        "error: No reachable domain, or one without mail (INVALID_DOMAIN_NAME)",
      ],
      ...[
        "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)",
        "error: Domain not known for certain (CANT_FIND_DOMAIN)",
        "",
        "3",
      ],
      ...["not a company: a name has 3 to 75 characters", "", ""],
    ]);
    expect(rows[1]).toMatchObject({ domain: "three-emails.example", Note: expect.stringContaining("Three-Emails") });
    const found = document.rows("Emails");
    expect(Object.keys(found[0] ?? {})).toEqual([
      ...["company", "email", "found by", "email_type", "first_name", "last_name", "email_anon_id"],
      ...["verification.status", "verification.last_verified_at"],
    ]);
    // A company asked by its website is called by its domain.
    expect([...emailsOf(document).keys()]).toEqual(["reliable.example", "three-emails.example"]);
    expect(emailsOf(document).get("three-emails.example")).toHaveLength(3);
    expect(found).toHaveLength(Number(rows[0]?.emails_found) + 3);
    expect(searches(document)).toHaveLength(6);
    const summary = dataOf(await document.call("summariseJob", { jobId: (await document.last()).id }));
    expect(summary.byStatus).toMatchObject({
      "with emails": 3,
      "no emails": 1,
      "error: Domain not known for certain (CANT_FIND_DOMAIN)": 1,
    });
    expect(summary.job).toMatchObject({
      list: { sheetName: "Emails" },
      written: { rows: found.length, alreadyThere: 0 },
      find: { limit: 50 },
    });
  });

  test("begins with a column of websites that has no header", async () => {
    const rows = ["https://www.three-emails.example/", "http://no-emails.example"].map((site) => [site]);
    const document = world.open(rows);
    const { target, ...options } = FIND;
    const likely = { sheetId: null, column: null, headerRow: null };
    const rest = { rows: { kind: "todo" as const }, fields: [], alsoFoundValid: false };
    const plan = dataOf(await document.call("planJob", { kind: "find", ...likely, ...rest, ...options })) as ColumnPlan;
    expect(plan).toMatchObject({ column: 1, headerRow: 0, toAsk: 2 });
    const { sample, column, headerRow } = plan;
    expect(await findEmails(document, { sample, column, headerRow })).toMatchObject({ state: "finished", stop: null });
  });

  test("pulls set after set up to the limit, and reserves and pays no more than its emails cost", async () => {
    const document = world.open(companies(["nine-hundred.example", "hundred-twenty.example"]));
    const before = searches(document).length;
    const started = dataOf(await document.tryStart(findChoices(document, {}, { limit: 120 })));
    const end = await document.drive(started);
    expect(document.rows().map(({ emails_found }) => emails_found)).toEqual(["120", "120"]);
    expect(spentOn(document, (domain) => /hundred/.test(domain))).toBe(12);
    // The service does not say whether a company was searched before, and so free.
    expect(end.job?.spent).toMatchObject({ halves: 12, isExact: false });
    const job = await document.last();
    expect(job).toMatchObject({ spent: { halves: 12, isExact: false }, written: { rows: 240 } });
    // Sets of 100 would have brought 200 of the larger company: sets of 60 bring what is wanted.
    expect(
      searches(document, 0)
        .slice(before)
        .map(({ body }) => body.limit ?? "next"),
    ).toEqual([...[120, 120, 60, "next", "next"]]);
  });

  test("says how many emails it has written where the last set brings more for the same price", async () => {
    const document = world.open(companies(["hundred-twenty.example"]));
    await findEmails(document, {}, { limit: 110 });
    expect(document.rows("Emails")).toHaveLength(110);
    expect(document.rows()).toMatchObject([{ emails_found: "110" }]);
  });
});

test("a job that an earlier version has started keeps its columns, though this one knows more fields", async () => {
  const names = ["three-emails.example"];
  const usual = world.open(companies(names));
  await findEmails(usual, {}, { enrichment: ["name"] });
  const expected = usual.rows("Emails").map(({ email_type: _type, ...row }) => row);

  const document = world.open(companies(names));
  const { job } = await document.start(findChoices(document, {}, { enrichment: ["name"] }));
  const { save } = document.document;
  document.document.save = () => {
    const saved = save();
    const record = JSON.parse(saved.properties?.[`job:${job.id}`] ?? "");
    record.list.columns = record.list.columns.filter((column: string) => column !== "email_type");
    return { ...saved, properties: { ...saved.properties, [`job:${job.id}`]: JSON.stringify(record) } };
  };
  const later = document.copy();
  await later.drive(await later.resume(job.id));
  const rows = later.rows("Emails").map(({ "found by": _by, ...row }) => row);
  expect(rows).toEqual(expected.map(({ "found by": _by, ...row }) => row));
  expect(rows[0]).toMatchObject({ "company_enrichment.name": expect.stringMatching(/./) });
});

describe("companies that are new to their sheet", () => {
  test("are written without reading it, as long as Google's cache remembers which stand there @slow", async () => {
    const document = world.open(companies(domains(6, "cached")));
    const { job, scan } = await document.start(findChoices(document));
    const callsOfWrites: number[] = [];
    for (const [index, { key, row }] of scan.ask.entries()) {
      const emails = [{ email: `ann@${key}`, cells: [key, `ann@${key}`] }];
      const entry = { key, cells: ["1", "1"], rows: [row], emails, company: key };
      // The first one makes the columns.
      world.host.settings.cacheLossChance = index < 3 ? 0 : 1;
      const calls = await traceCalls(world, () =>
        document.call("stepJob", {
          ...{ do: "write", jobId: job.id, epoch: job.epoch, entries: [entry], isFresh: index === 0, waitMs: 0 },
        }),
      );
      callsOfWrites.push(calls.filter((name) => name === "Range.getValues").length);
    }
    world.host.settings.cacheLossChance = 0;
    expect(emailsOf(document).size).toBe(6);
    expect(callsOfWrites[2]).toBeLessThan(callsOfWrites[3] ?? 0);
  });
});
