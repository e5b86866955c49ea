import { describe, expect, test } from "@jest/globals";
import { isSheetRoundTrip } from "../../../local/apps-script/google-times";
import type { LeaveOutChoice, LeaveOutColumn } from "../../../src/jobs/protocol";
import type { ColumnPlan, CompaniesPlan } from "../../../src/jobs/views";
import { fillChoices, openFillDocument } from "../companies/fill-document";
import { SHEET } from "../support/flow-world";
import { callsToKill, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices, findEmails, searches } from "./find-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { runWhateverHappens } from "./whatever-happens";

const world = jobWorld();

const CUSTOMERS = "Customers";

/** Puts a column into a sheet of its own. */
function have(document: JobDocument, cells: string[], first = "Customer"): LeaveOutColumn {
  document.user.keyboard.addSheet(CUSTOMERS);
  document.user.keyboard.paste(CUSTOMERS, "B1", [[first], ...cells.map((cell) => [cell])]);
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === CUSTOMERS) ?? {};
  return { sheetId, column: 2, first };
}

const asked = (document: JobDocument, from = 0): unknown[] =>
  searches(document, from).map(({ body }) => body.company ?? body.domain);

const calls = (document: JobDocument): number => document.service.controls.calls().length;

const marksOf = (document: JobDocument): number => document.document.save().extras.metadata.length;

describe("companies that the user has", () => {
  test("are counted in the dry run, and neither asked nor written", async () => {
    const names = domains(6, "had");
    const document = world.open(companies([...names, "shop.had001.example", "Twins Trading"]));
    const leaveOut = have(document, ["https://www.had000.example/", "Ann <ann@HAD001.example>", "twins  trading"]);
    const from = calls(document);
    const plan = dataOf(await document.call("planJob", { ...findChoices(document), leaveOut })) as ColumnPlan;
    expect(plan).toMatchObject({ toAsk: 4, maxHalves: 8, counts: { leftOut: 4, todo: 4 } });
    expect(plan.leaveOut).toMatchObject({ domains: 2, names: 1, unread: 0, first: "Customer" });
    await findEmails(document, { leaveOut });
    expect(asked(document, from).sort()).toEqual(names.slice(2));
    const rows = document.rows();
    expect(rows.filter(({ emails_found }) => emails_found === "").map(({ Website }) => Website)).toEqual([
      ...["had000.example", "had001.example", "shop.had001.example", "Twins Trading"],
    ]);
    const summary = dataOf(await document.call("summariseJob", { jobId: (await document.last()).id }));
    expect(summary).toMatchObject({ left: { questions: 0 }, leftOutRows: 4 });
  });

  test.each(["m\u00fcnchen.example", "xn--mnchen-3ya.example"])(
    "are known in whatever form the letters of their domain are written: %s",
    async (form) => {
      const forms = ["m\u00fcnchen.example", "mu\u0308nchen.example", "xn--mnchen-3ya.example"];
      const document = world.open(companies(forms));
      const leaveOut = have(document, [form]);
      const plan = dataOf(await document.call("planJob", { ...findChoices(document), leaveOut })) as ColumnPlan;
      expect(plan.counts).toMatchObject({ todo: 0, leftOut: 3 });
    },
  );

  test("are read where they end in dots or begin with a hash; what may be loading in the list is not asked", async () => {
    const document = world.open(
      companies(["#1 Plumbing Supply", "Wait For It...", "Trio Partners", "dots000.example"]),
    );
    const leaveOut = have(document, ["#1 plumbing supply", "Trio Partners…", "#N/A", "dots000.example..."]);
    const before = dataOf(await document.call("planJob", findChoices(document))) as ColumnPlan;
    expect(before.counts).toMatchObject({ todo: 3, waiting: 1 });
    const plan = dataOf(await document.call("planJob", { ...findChoices(document), leaveOut })) as ColumnPlan;
    expect(plan.counts).toMatchObject({ todo: 0, leftOut: 3, waiting: 1 });
    expect(plan.leaveOut).toMatchObject({ domains: 1, names: 2, unread: 1 });
  });

  test("are known by a domain below theirs, and by a name with a remark; nobody else of a host is", async () => {
    const had = ["hundred-twenty.example", "mcclure-llc.example", "Trio Partners", "Twins Trading (Norway)"];
    const others = ["blogspot.com", "other.hundred-twenties.example", "firm.example.test", "twenty.example"];
    const document = world.open(companies([...had, ...others]));
    const cells = [
      "https://shop.hundred-twenty.example/de",
      "sub.mail@eu.mcclure-llc.example",
      "Trio Partners (customer since 2020)",
      "Twins Trading (Norway)",
      "firm.blogspot.com",
      "other.example.test",
    ];
    const leaveOut = have(document, cells);
    const from = calls(document);
    const plan = dataOf(await document.call("planJob", { ...findChoices(document), leaveOut })) as ColumnPlan;
    expect(plan.leaveOut).toMatchObject({ domains: 3, names: 2, unread: 1 });
    expect(plan.counts).toMatchObject({ leftOut: 4, todo: 4 });
    await findEmails(document, { leaveOut });
    expect(asked(document, from).sort()).toEqual([...others].sort());
  });

  test("are looked for in another column than the one that is searched, where both stand in a sheet", async () => {
    const document = world.open([
      ["Company", "Have"],
      ...domains(4, "both").map((name, i) => [name, i < 2 ? name : ""]),
    ]);
    const { sheetId } = findChoices(document);
    const planned = async (column: number | null): Promise<ColumnPlan> =>
      dataOf(
        await document.call("planJob", { ...findChoices(document), column: 1, leaveOut: { sheetId, column } }),
      ) as ColumnPlan;
    const likely = await planned(null);
    expect(likely.leaveOut).toMatchObject({ column: 2, domains: 2 });
    expect(likely.counts).toMatchObject({ leftOut: 2, todo: 2 });
    expect((await planned(1)).counts).toMatchObject({ leftOut: 4, todo: 0 });
  });

  test("are left out wherever their column is moved, and as it is when the job is resumed", async () => {
    const names = domains(5, "moved");
    const document = world.open(companies(names));
    const leaveOut = have(document, ["moved000.example"]);
    const from = calls(document);
    const started = await document.start(enrichChoices(document, { leaveOut }));
    document.user.keyboard.insert(CUSTOMERS, "columns", 1, 2);
    document.user.keyboard.paste(CUSTOMERS, "D3", [["moved004.example"]]);
    const resumed = await document.resume(started.job.id);
    expect((await document.drive(resumed)).state).toBe("finished");
    expect(asked(document, from).sort()).toEqual(names.slice(1, 4));
  });

  test.each([
    ["Customer", 0],
    ["Company", 0],
    ["Twins Trading Company", 1],
  ])("are counted without a heading that stands alone: %s", async (only, names) => {
    const document = world.open(companies(domains(2, "alone")));
    const leaveOut = have(document, [], only);
    const plan = dataOf(await document.call("planJob", { ...findChoices(document), leaveOut })) as ColumnPlan;
    expect(plan.leaveOut).toMatchObject({ domains: 0, names });
  });

  test("stop the job if their column is deleted, before anything of theirs is asked", async () => {
    const document = world.open(companies(domains(4, "gone")));
    const leaveOut = have(document, ["gone000.example"]);
    const started = await document.start(enrichChoices(document, { leaveOut }));
    document.user.keyboard.delete(CUSTOMERS, "columns", 2, 1);
    const from = calls(document);
    const resumed = await document.call("resumeJob", { jobId: started.job.id, withOwnKey: false });
    expect(resumed).toMatchObject({ ok: false, code: "LEFT_OUT_GONE" });
    expect(asked(document, from)).toEqual([]);
    expect(await document.last()).toMatchObject({ state: "paused" });
  });

  test("a start is refused if another column stands there than in the dry run, and leaves nothing behind", async () => {
    const document = world.open(companies(domains(4, "other")));
    const leaveOut = have(document, ["other000.example"]);
    const before = marksOf(document);
    document.user.keyboard.insert(CUSTOMERS, "columns", 1, 1);
    expect(await document.tryStart(enrichChoices(document, { leaveOut }))).toMatchObject({ code: "COLUMNS_CHANGED" });
    expect(dataOf(await document.call("listJobs"))).toEqual([]);
    expect(marksOf(document)).toBe(before);
  });

  describe("whose column shows errors or is emptied after the dry run", () => {
    const names = domains(6, "shrunk");
    const entries = names.slice(0, 4);
    /** @returns the companies that were asked afterwards */
    const begin = async (begins: boolean) => {
      const document = world.open(companies(names));
      const leaveOut = { ...have(document, entries), entries: 4 };
      const from = calls(document);
      const started = begins ? await document.start(enrichChoices(document, { leaveOut })) : null;
      const resume = () =>
        document.call("resumeJob", { jobId: started?.job.id ?? "", withOwnKey: false, capHalves: undefined });
      const change = (cells: string[]) =>
        document.user.keyboard.paste(
          CUSTOMERS,
          "B2",
          [0, 1, 2, 3].map((i) => [cells[i] ?? ""]),
        );
      return { document, leaveOut, started, resume, change, asked: () => asked(document, from).sort() };
    };
    const [one = "", two = "", three = ""] = entries;

    test.each([
      ["errors", ["#N/A", "#N/A", "#N/A", "#N/A"]],
      ["one error", ["#N/A", two, three, entries[3] ?? ""]],
      ["a loading cell", [one, two, three, "Loading..."]],
      ["nothing", []],
      ["one less", [one, two, three]],
    ])("a start asks nothing: %s", async (_, cells) => {
      const { document, leaveOut, change, asked: askedSince } = await begin(false);
      change(cells);
      const refused = await document.tryStart(enrichChoices(document, { leaveOut }));
      expect(refused).toMatchObject({ ok: false, code: "LEFT_OUT_SHRUNK" });
      expect(refused).toMatchObject({
        message: expect.stringMatching(/has fewer entries than when it was counted: 4 then, [0-3] now\.$/),
        remedy: expect.stringMatching(/read the sheet again and start anew\.$/),
      });
      expect([askedSince(), dataOf(await document.call("listJobs"))]).toEqual([[], []]);
    });

    test.each([
      ["errors", ["#N/A", "#N/A", "#N/A", "#N/A"]],
      ["one error", ["#N/A", two, three, entries[3] ?? ""]],
      ["nothing", []],
      ["something else", ["yes", "yes", "yes"]],
    ])("going on asks nothing, until it is as it was: %s", async (_, cells) => {
      const { document, started, resume, change, asked: askedSince } = await begin(true);
      change(cells);
      expect(await resume()).toMatchObject({ ok: false, code: "LEFT_OUT_SHRUNK" });
      expect(askedSince()).toEqual([]);
      expect(await document.last()).toMatchObject({ id: started?.job.id, state: "paused" });
      change([...entries]);
      expect((await document.drive(dataOf(await resume()))).state).toBe("finished");
      expect(askedSince()).toEqual(names.slice(4));
    });

    test("a column that has grown is compared with what it named last, not with the dry run", async () => {
      const { document, resume, asked: askedSince } = await begin(true);
      const grown = domains(5, "grown");
      const column = (cells: string[]) =>
        document.user.keyboard.paste(
          CUSTOMERS,
          "B6",
          cells.map((cell) => [cell]),
        );
      column(grown);
      dataOf(await resume());
      column(grown.map(() => "#N/A"));
      expect(await resume()).toMatchObject({
        code: "LEFT_OUT_SHRUNK",
        message: expect.stringMatching("9 then, 4 now"),
      });
      expect(askedSince()).toEqual([]);
      column(grown);
      await document.drive(dataOf(await resume()));
      expect(askedSince()).toEqual(names.slice(4));
    });

    test("an error that was there from the beginning stops nobody who removes an entry", async () => {
      const document = world.open(companies(names));
      const leaveOut = { ...have(document, [one, two, three, "#N/A"]), entries: 3 };
      const from = calls(document);
      const { job } = await document.start(enrichChoices(document, { leaveOut }));
      document.user.keyboard.clear(CUSTOMERS, "B4");
      await document.drive(await document.resume(job.id));
      expect(asked(document, from).sort()).toEqual(names.slice(2));
    });

    test("going on follows entries that were added, or removed one by one", async () => {
      const { document, resume, change, asked: askedSince } = await begin(true);
      change([one, two, three]);
      await document.drive(dataOf(await resume()));
      expect(askedSince()).toEqual(names.slice(3));
    });
  });

  test("are never asked, whenever Google kills the start, or somebody moves their column in it", async () => {
    const names = domains(3, "killed");
    const open = (): [JobDocument, ReturnType<typeof enrichChoices>] => {
      const document = world.open(companies(names));
      const leaveOut = have(document, ["killed000.example"]);
      return [document, enrichChoices(document, { leaveOut })];
    };
    const [first, wanted] = open();
    const started = await traceCalls(world, () => first.start(wanted));
    for (const at of callsToKill(started, momentStep(13))) {
      const [document, choices] = open();
      const [moved, other] = [document.copy(), { ...choices }];
      const from = calls(document);
      const live = killAt(world, at);
      await document.tryStart(choices);
      live();
      await runWhateverHappens(document, choices);
      let left = at;
      const untrace = world.host.onTrace(({ event }) => {
        if (event === "call" && --left === 0) moved.user.keyboard.insert(CUSTOMERS, "columns", 1, 1);
      });
      const begun = await moved.tryStart(other);
      untrace();
      if (begun.ok) await moved.drive(begun.data);
      expect({ at, asked: asked(document, from).filter((each) => each === names[0]) }).toEqual({ at, asked: [] });
    }
  });

  test("are chosen anew where their sheet was deleted, before anything is asked", async () => {
    const document = world.open(companies(domains(2, "gone")));
    const leaveOut = have(document, ["gone000.example"]);
    const names = async () => dataOf(await document.call("listSheets")).map(({ name }) => name);
    expect(await names()).toEqual([SHEET, CUSTOMERS]);
    document.user.keyboard.deleteSheet(CUSTOMERS);
    expect(await names()).toEqual([SHEET]);
    const plan = dataOf(await document.call("planJob", { ...findChoices(document), leaveOut })) as ColumnPlan;
    expect(plan.leaveOut).toMatchObject({ isGone: true, column: 0 });
    const from = calls(document);
    const started = await document.tryStart(enrichChoices(document, { leaveOut }));
    expect(started).toMatchObject({ ok: false, code: "LEFT_OUT_GONE", remedy: expect.stringMatching(/another one/) });
    expect(calls(document)).toBe(from);
  });

  test("an undo takes the mark off their column", async () => {
    const document = world.open(companies(domains(2, "undone")));
    const leaveOut = have(document, ["undone000.example"]);
    const before = marksOf(document);
    await document.drive(await document.start(enrichChoices(document, { leaveOut })));
    await document.undo((await document.last()).id);
    expect(marksOf(document)).toBe(before);
  });

  test("a dry run reads fifty thousand of them in at most 6 calls of the sheet", async () => {
    const document = world.open(companies(domains(20, "planned")));
    const column = have(document, ["planned000.example"]);
    const tripsOf = async (leaveOut: LeaveOutColumn | null): Promise<string[]> =>
      (await traceCalls(world, () => document.call("planJob", { ...findChoices(document), leaveOut }))).filter(
        isSheetRoundTrip,
      );
    const [without, trips] = [await tripsOf(null), await tripsOf(column)];
    expect({ trips, isFew: trips.length - without.length <= 6 }).toEqual({ trips, isFew: true });
  });

  test("fifty thousand of them cost at most 6 calls of the sheet @slow", async () => {
    const names = domains(20, "cheap");
    const tripsOf = async (withList: boolean): Promise<string[]> => {
      const document = world.open(companies(names));
      const column = have(document, ["cheap000.example"]);
      const leaveOut = withList ? column : null;
      return (await traceCalls(world, () => findEmails(document, { leaveOut }, {}, { lanes: 1 }))).filter(
        isSheetRoundTrip,
      );
    };
    const [without, trips] = [await tripsOf(false), await tripsOf(true)];
    // The number of entries changes no call: a column is one reading.
    expect({ trips, isFew: trips.length - without.length <= 6 }).toEqual({ trips, isFew: true });
  });
});

test("a list of companies is written without those that the user has, and says how many", async () => {
  const document = openFillDocument(world);
  await document.fill({ pages: 1 });
  const [first, second, ...others] = document.rows("Companies");
  const leaveOut = have(document, [first?.domain ?? "", second?.name ?? ""]);
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Companies") ?? {};
  const hidden = dataOf(
    await document.call("planJob", { ...fillChoices({ pages: 1 }), leaveOut: { sheetId, column: null } }),
  ) as CompaniesPlan;
  const headers = hidden.leaveOut?.columns.map(({ header }) => header);
  expect(headers).toContain("Domain");
  expect(headers).not.toContain("filled by");
  const target = { kind: "new", sheetName: "Others" } as const;
  const plan = dataOf(
    await document.call("planJob", { ...fillChoices({ pages: 1, target }), leaveOut }),
  ) as CompaniesPlan;
  expect(plan.leaveOut).toMatchObject({ domains: 1, names: 1 });
  const end = await document.fill({ pages: 1, target, leaveOut });
  expect(end).toMatchObject({ state: "finished", written: { rows: 23, leftOut: 2, alreadyThere: 0 } });
  expect(document.names("Others")).toEqual(others.map(({ name }) => name));
});

test("companies that a list has left out count as new for the same search without leaving them out", async () => {
  const document = openFillDocument(world);
  await document.fill({ pages: 1 });
  const leaveOut = have(
    document,
    document
      .rows("Companies")
      .map(({ domain }) => domain ?? "")
      .slice(0, 15),
  );
  leaveOut.entries = 15;
  const first = await document.fill({ pages: 2, target: { kind: "new", sheetName: "Others" }, leaveOut });
  expect(first.written).toMatchObject({ rows: 35, leftOut: 15 });
  const target = { kind: "append", sheetId: first.job.sheetId } as const;
  const told = async (pages: number, choice: LeaveOutChoice | null = null) =>
    dataOf(await document.call("planJob", { ...fillChoices({ pages, target }), leaveOut: choice })) as CompaniesPlan;
  for (const [pages, rows] of [
    [1, 15],
    [2, 15],
    [3, 40],
  ] as const)
    expect(await told(pages)).toMatchObject({ pagesThere: 2, pagesInAll: null, rows });
  // The same column leaves them out again, unless it has fewer entries by now.
  expect(await told(2, leaveOut)).toMatchObject({ rows: 0 });
  document.user.keyboard.delete(CUSTOMERS, "rows", 16);
  expect(await told(2, leaveOut)).toMatchObject({ rows: 15 });
  expect((await document.fill({ pages: 3, target })).written).toMatchObject({ rows: 40, leftOut: 0 });
  expect(await told(3)).toMatchObject({ pagesThere: 3, rows: 0 });
});

test.each([
  ["one column", 1, [["Our customers 2026"], ["Website"]]],
  [
    "a column beside names",
    2,
    [
      ["Our customers", ""],
      ["Name", "Website"],
    ],
  ],
  [
    "titles over both columns",
    2,
    [
      ["Our customers", "Do not write"],
      ["Name", "Website"],
    ],
  ],
])("a title above the header of companies counts for nothing: %s", async (_what, column, top) => {
  const document = world.open(companies(domains(3, "had")));
  document.user.keyboard.addSheet(CUSTOMERS);
  const rows = domains(2, "had").map((domain, i) => [`Ann ${i}`, domain].slice(-column));
  document.user.keyboard.paste(CUSTOMERS, "A1", [...top, ...rows]);
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === CUSTOMERS) ?? {};
  const choices = { ...findChoices(document), leaveOut: { sheetId, column: null } };
  const plan = dataOf(await document.call("planJob", choices)) as ColumnPlan;
  expect(plan.leaveOut).toMatchObject({ column, domains: 2, names: 0, addresses: 0, unread: 0 });
  expect(plan.counts).toMatchObject({ leftOut: 2, todo: 1 });
});
