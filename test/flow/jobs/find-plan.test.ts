import { describe, expect, test } from "@jest/globals";
import type { PlanRequestOf } from "../../../src/jobs/protocol";
import type { ColumnPlan } from "../../../src/jobs/views";
import { halvesForEmails } from "../../../src/service/limits";
import { companies, domains, FIND, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";

const world = jobWorld();

const { target, ...OPTIONS } = FIND;
type Request = PlanRequestOf<"find">;

const REQUEST: Request = {
  kind: "find",
  sheetId: null,
  column: null,
  headerRow: null,
  rows: { kind: "todo" },
  fields: [],
  alsoFoundValid: false,
  ...OPTIONS,
};

const plan = async (document: JobDocument, changes: Partial<Request> = {}): Promise<ColumnPlan> =>
  dataOf(await document.call("planJob", { ...REQUEST, ...changes })) as ColumnPlan;

describe("the dry run of finding emails", () => {
  test("counts each company once, whatever its spelling, and promises the most it can cost", async () => {
    const document = world.open(
      companies([
        ...["acme.example", "https://www.acme.example/about", "ACME.example:8080", "Acme  Tools", "acme tools"],
        ...[
          "",
          "#N/A",
          "not finished",
          "error: Domain not known for certain (CANT_FIND_DOMAIN)",
          "ann@acme.example",
          "ab",
        ],
      ]),
    );
    const before = document.service.controls.calls().length;
    const found = await plan(document, { limit: 120 });
    expect(found).toMatchObject({
      column: 2,
      headerRow: 1,
      toAsk: 2,
      duplicates: 4,
      maxHalves: 12,
      counts: { rows: 11, blank: 1, waiting: 3, malformed: 1, todo: 6, done: 0, foundValid: 0 },
      availableFields: ["emails_found", "total_emails", "domain"],
      failedRows: 0,
      notKnownRows: 0,
      find: { emailSheets: [], newSheetName: "Emails", domains: 1 },
    });
    expect(document.service.controls.calls()).toHaveLength(before);
    expect(document.document.workbook.sheets()).toHaveLength(1);
  });

  test("counts a company once, in whatever form the letters of its domain are written", async () => {
    const forms = ["m\u00fcnchen.example", "mu\u0308nchen.example", "https://www.xn--mnchen-3ya.example/"];
    const document = world.open(companies(forms));
    expect(await plan(document)).toMatchObject({ toAsk: 1, duplicates: 2 });
  });

  test.each([
    ["Nr", "Firmenname", "Ort"],
    ["City", "Supplier", "Zip"],
    ["Bezirk", "Kundenname", "Wer"],
  ])("asks no header as a company: %s | %s | %s", async (...header) => {
    const list = ["Acme Tools", "Quiet Holdings", "Umbra"].map((name, i) => [`${i}`, name, "Bern"]);
    const document = world.open([header, ...list]);
    expect(await plan(document, { column: 2 })).toMatchObject({ headerRow: 1, toAsk: 3 });
  });

  test("asks no word of our own results as a company", async () => {
    const own = ["VALID", "VALID long ago", "not known: the mail server did not answer", "OK to send", "with details"];
    const document = world.open(companies([...domains(2), ...own, "Valid"]));
    expect(await plan(document)).toMatchObject({ toAsk: 3, counts: { malformed: own.length } });
  });

  test("reads the domain out of a cell that certainly holds one, and says what it asks as a name", async () => {
    const cells = [
      "acme.example (customer)",
      "www acme.example",
      "acme.example - old",
      "Acme Tools",
      "no website",
      "gmail.com",
      "acme .example",
      "acme dot example",
      "ann@acme",
      "St. Gallen Tools",
    ];
    const { toAsk, oddRows, counts, find } = await plan(world.open(companies(cells)));
    expect([toAsk, find?.domains, counts.malformed]).toEqual([8, 2, 1]);
    expect(oddRows.map(({ what, rows, isAsked }) => [what, rows, isAsked])).toEqual([
      ["asked without the text around it", 2, true],
      ["a domain among other words: asked as a name", 1, true],
      ["not a company", 1, false],
      ["a mail provider, not a company: asked all the same", 1, true],
      ["perhaps a mistyped website or email address: asked as a name", 3, true],
    ]);
  });

  test.each(["find", "enrich"] as const)(
    "of %s takes websites where addresses are selected, says so, and takes these if they are chosen",
    async (kind) => {
      const document = world.open([
        ["Account email", "Name", "Website"],
        ["ann@acme.example", "Ann", "acme.example"],
        ["bob@mail.example", "Bob", "north.example"],
        // A slip of somebody's.
        ["east.example", "Eve", "east.example"],
      ]);
      const request = { kind, leaveOut: null } as Partial<Request>;
      document.user.keyboard.select(SHEET, "A2");
      expect(await plan(document, request)).toMatchObject({ column: 3, passedOver: 1, toAsk: 3 });
      expect(await plan(document, { ...request, column: 1 })).toMatchObject({ column: 1, passedOver: null });
      document.user.keyboard.select(SHEET, "C2");
      expect(await plan(document, request)).toMatchObject({ column: 3, passedOver: null });
      // Nothing else tells the companies.
      const people = world.open([
        ["Email", "Name"],
        ["ann@acme.example", "Ann"],
      ]);
      people.user.keyboard.select(SHEET, "A2");
      expect(await plan(people, request)).toMatchObject({ column: 1, passedOver: null, toAsk: 1 });
    },
  );

  test("finds a column of names by its header, and prefers one of websites", async () => {
    const names = [["Person", "Company"], ...["Acme Tools", "Quiet Holdings"].map((name) => ["Ann Lee", name])];
    const both = names.map((row, i) => [...row, i === 0 ? "Homepage" : "acme.example"]);
    expect(await plan(world.open(names))).toMatchObject({ column: 2, headerRow: 1, toAsk: 2 });
    expect(await plan(world.open(both))).toMatchObject({ column: 3, headerRow: 1, toAsk: 1 });
    // The emails beside it tell where the header of an unknown column stands: it is no company.
    const customers = [
      ["Customer", "Email"],
      ["Acme Tools", "ann@acme.example"],
    ];
    expect(await plan(world.open(customers), { column: 1 })).toMatchObject({ column: 1, headerRow: 1, toAsk: 1 });
  });

  test("tells pages on social networks and shop hosts apart, and a job does not ask them", async () => {
    const pages = ["https://www.linkedin.com/company/foo", "foo.myshopify.com", "https://bit.ly/3abc"];
    const document = world.open(companies([...pages, "three-emails.example", "linkedin.com"]));
    expect(await plan(document)).toMatchObject({ toAsk: 2, counts: { onSharedHost: 3, malformed: 0, todo: 2 } });
    expect(await findEmails(document)).toMatchObject({ state: "finished", stop: null });
    const asked = document.service.controls.calls().filter(({ operation }) => operation === "domain-search");
    expect(asked.map(({ request }) => JSON.parse(request).company).sort()).toEqual([
      "linkedin.com",
      "three-emails.example",
    ]);
    const told = "not a company: give its own domain or its name, not";
    const statuses = document.rows().map(({ emails_found }) => emails_found);
    expect(statuses.slice(0, 3)).toEqual([
      `${told} a page on linkedin.com`,
      `${told} a site on myshopify.com`,
      `${told} a link on bit.ly`,
    ]);
    expect(await plan(document, { sheetId: document.sheetId, column: 2, rows: { kind: "failed" } })).toMatchObject({
      toAsk: 0,
      failedRows: 0,
    });
    // Its own website is another input than the page was, even where they share the host.
    document.user.keyboard.type(SHEET, "B2", "linkedin.com");
    expect(await plan(document, { sheetId: document.sheetId, column: 2 })).toMatchObject({
      toAsk: 1,
      counts: { todo: 1, done: 4 },
    });
  });

  test("takes a column of websites before one of social pages, and this one before others", async () => {
    const page = "https://www.linkedin.com/company/foo";
    const both = [
      ["Contact", "Company LinkedIn URL", "Homepage"],
      ["Ann Lee", page, "acme.example"],
    ];
    expect(await plan(world.open(both))).toMatchObject({ column: 3, headerRow: 1, toAsk: 1 });
    const alone = both.map((row) => row.slice(0, 2));
    expect(await plan(world.open(alone))).toMatchObject({ column: 2, headerRow: 1, toAsk: 0 });
  });

  test("offers the sheets of earlier jobs, the last one first @slow", async () => {
    const document = world.open(companies(["three-emails.example"]));
    await findEmails(document);
    await findEmails(document, { rows: { kind: "all" } });
    const { emailSheets, newSheetName } = (await plan(document)).find ?? {};
    expect(emailSheets?.map(({ sheetName }) => sheetName)).toEqual(["Emails 2", "Emails"]);
    expect(newSheetName).toBe("Emails 3");
  });

  test("offers a new sheet's name that no other has, in whatever letter case", async () => {
    const document = world.open(companies(["three-emails.example"]));
    document.user.keyboard.addSheet("emails");
    document.user.keyboard.addSheet("Other");
    expect((await plan(document)).find?.newSheetName).toBe("Emails 2");
    expect(await findEmails(document)).toMatchObject({ state: "finished", stop: null });
    expect(document.document.workbook.sheets().map(({ name }) => name)).toContain("Emails 2");
  });
});

describe("counting emails beforehand", () => {
  const askedDomains = async (document: JobDocument) =>
    dataOf(await document.call("listDomains", REQUEST)).map(([, domain]) => domain);

  test("tells the numbers of the domains that a job would ask, free and in several calls", async () => {
    const list = [...domains(30), "no-emails.example", "nine-hundred.example", "Some Name", "three-emails.example"];
    const document = world.open(companies(list));
    const spent = document.service.controls.ledger().length;
    const asked = await askedDomains(document);
    expect(asked).toEqual([...domains(30), "no-emails.example", "nine-hundred.example", "three-emails.example"]);
    const counts: (number | null)[] = [];
    let calls = 0;
    for (; counts.length < asked.length; calls++) {
      const startMs = document.clock.now();
      const counted = dataOf(await document.call("countEmails", asked.slice(counts.length)));
      // The sidebar shows something new every few seconds.
      expect(document.clock.now() - startMs).toBeLessThan(8_000);
      expect(counted.length).toBeGreaterThan(0);
      counts.push(...counted);
    }
    const known = document.service.controls.calls().filter(({ operation }) => operation === "email-count");
    expect(new Set(known.map(({ request }) => request)).size).toBe(33);
    expect(known.every(({ status }) => status === 200)).toBe(true);
    expect(calls).toBeGreaterThan(1);
    expect(counts).toHaveLength(33);
    expect(counts.slice(-3)).toEqual([0, 900, 3]);
    expect(document.service.controls.ledger()).toHaveLength(spent);
  });

  test("asks a domain in the form in which it stands in its cell", async () => {
    const document = world.open(companies(["xn--mnchen-3ya.example", "z\u00fcrich.example"]));
    expect(await askedDomains(document)).toEqual(["xn--mnchen-3ya.example", "z\u00fcrich.example"]);
  });

  test("lets a job spend what it has told, whatever the spelling of the domains", async () => {
    const spelt = ["https://www.hundred-twenty.example/", "NO-EMAILS.example", "www.Three-Emails.example/about"];
    const document = world.open(companies([...spelt, ...domains(2, "told").map((domain) => `http://WWW.${domain}`)]));
    const listed = dataOf(await document.call("listDomains", REQUEST));
    const counts = dataOf(await document.call("countEmails", [...listed.map(([, domain]) => domain)]));
    const cheaper = new Map(listed.map(([key], i) => [key, halvesForEmails(counts[i] ?? Infinity)]));
    const halves = [...cheaper.values()].reduce((sum, each) => sum + each, 0);
    const price = { halves, halvesPerQuestion: halvesForEmails(500), cheaper };
    expect(await findEmails(document, {}, { limit: 500 }, { price })).toMatchObject({ state: "finished", stop: null });
  });

  test("asks again what fails for the moment, and tells what cannot be counted", async () => {
    const document = world.open(companies(domains(5, "count")));
    const asked = await askedDomains(document);
    document.service.controls.addFault({ kind: "unavailable", operation: "email-count", times: 1 });
    const counted = dataOf(await document.call("countEmails", asked));
    expect(counted).toEqual(Array(5).fill(expect.any(Number)));
    document.service.controls.addFault({ kind: "internal-error", operation: "email-count", times: 5 });
    expect(dataOf(await document.call("countEmails", asked))).toEqual(Array(5).fill(null));
  });

  test("is refused for a job that verifies, and for what is no domain", async () => {
    const document = world.open(companies(["acme.example"]));
    for (const refused of [
      await document.call("listDomains", { ...REQUEST, kind: "verify" } as never),
      await document.call("countEmails", ["Acme Tools"]),
    ])
      expect(refused).toMatchObject({ ok: false, code: "BAD_REQUEST" });
  });
});

test.each([
  ["Timestamp", "Website"],
  ["Name", "Domain"],
  ["Id", "Company"],
])("takes a header without rows for no company: %s, %s", async (...header) => {
  expect(await plan(world.open([header]))).toMatchObject({ column: 2, headerRow: 1, toAsk: 0, maxHalves: 0 });
});

test("a single company without a header is one", async () => {
  expect(await plan(world.open([["Acme Widgets Ltd"]]))).toMatchObject({ headerRow: 0, toAsk: 1 });
});

test("companies whose emails were in a sheet that is deleted count as done, and are told of until all rows are chosen", async () => {
  const document = world.open(companies(["three-emails.example", "one-email.example", "no-emails.example"]));
  await findEmails(document);
  const { sheetId } = document;
  expect(await plan(document, { sheetId })).toMatchObject({ toAsk: 0, find: { lostRows: 0 } });
  document.user.keyboard.deleteSheet("Emails");
  expect(await plan(document, { sheetId })).toMatchObject({ toAsk: 0, find: { lostRows: 2 } });
  expect(await plan(document, { sheetId, rows: { kind: "all" } })).toMatchObject({ toAsk: 3, find: { lostRows: 0 } });
});
