import { describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld } from "../jobs/job-document";
import { deleteColumn } from "../jobs/lists";
import { fillChoices, openFillDocument, planRequest } from "./fill-document";

const DAY_MS = 24 * 60 * 60 * 1_000;

const world = jobWorld({ service: { companies: 2_000 } });

describe("a search before it is filled", () => {
  test("shows its first page, its totals and the columns that arrive, and costs nothing the second time", async () => {
    const document = openFillDocument(world);
    const filters = { company_industry: { include: ["Business Consulting"] } };
    const preview = dataOf(await document.call("previewSearch", filters));
    if (preview.state !== "found") throw new Error(preview.state);
    expect(preview).toMatchObject({ isFree: false, totals: { pages: expect.any(Number), searches: 1 } });
    expect(preview.rows).toHaveLength(Math.min(25, preview.totals.companies));
    const names = preview.columns.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["name", "domain", "industry"]);
    expect(names).toContain("location.country");
    const again = dataOf(await document.call("previewSearch", filters));
    expect(again).toMatchObject({ isFree: true, columns: preview.columns });
    expect(dataOf(await document.call("readSavedSearches")).last).toEqual(filters);
  });

  test("shows what it has paid for, also if the stores are full", async () => {
    const document = openFillDocument(world);
    const message = "You have exceeded the property storage quota. Please remove some properties and try again.";
    const calls = ["PropertiesService.setProperty", "PropertiesService.setProperties"];
    world.host.settings.faults = [{ calls, chance: 1, message }];
    const preview = await document.call("previewSearch", { company_industry: { include: ["Hospitality"] } });
    world.host.settings.faults = [];
    expect(preview).toMatchObject({ ok: true, data: { state: "found", isFree: false } });
  });

  test("that is too long to be kept is neither shown again nor replaced by an older one", async () => {
    const document = openFillDocument(world);
    const include = ["reliable.example", ...Array.from({ length: 4_000 }, (_, i) => `company-${i}.example`)];
    const last = async () => dataOf(await document.call("readSavedSearches")).last;
    await document.call("previewSearch", { company_type: "Public" });
    const filters = { company: { websites: { include } } };
    await document.call("previewSearch", filters);
    const { id } = await document.fill({ filters, pages: 1 });
    expect(await last()).toEqual({});
    await document.call("previewSearch", { company_type: "Public" });
    expect(await document.call("readChoices", { jobId: id })).toMatchObject({ ok: false, code: "SEARCH_TOO_LONG" });
    expect(await last()).toEqual({ company_type: "Public" });
  });

  test("is told as free only with the key that has paid for its preview, for 30 days from then", async () => {
    const document = openFillDocument(world);
    const { call, clock } = document;
    const filters = { company_industry: { include: ["Banking"] } };
    const preview = async () => dataOf(await call("previewSearch", filters));
    const told = async () => dataOf(await call("planJob", planRequest({ filters, pages: 1 })));
    const isFree = { freePages: 1, maxHalves: 0 };
    const isDear = { freePages: 0, maxHalves: 2 };
    expect(await preview()).toMatchObject({ isFree: false });
    expect(await told()).toMatchObject(isFree);

    dataOf(await call("checkAndSaveKey", "free-key"));
    expect(await told()).toMatchObject(isDear);
    await call("removeKey");
    expect(await told()).toMatchObject(isFree);

    await clock.sleep(29 * DAY_MS);
    expect(await preview()).toMatchObject({ isFree: true });
    expect(await told()).toMatchObject(isFree);
    await clock.sleep(2 * DAY_MS);
    expect(await told()).toMatchObject(isDear);
    const spent = world.service.controls.ledger().length;
    await document.fill({ filters, pages: 1 });
    expect(world.service.controls.ledger()).toHaveLength(spent + 1);
  });

  test("tries a list in its other form when the service refuses it, and fills with the form that was taken", async () => {
    const document = openFillDocument(world);
    const filters = { company_job_posting_hiring_for: { include: ["Recruiter"] } };
    const preview = dataOf(await document.call("previewSearch", filters));
    if (preview.state !== "found") throw new Error(preview.state);
    expect(preview.filters).toEqual({ company_job_posting_hiring_for: ["Recruiter"] });
    const spent = world.service.controls.ledger().length;
    await document.fill({ filters: preview.filters, totals: preview.totals, pages: 1 });
    expect(world.service.controls.ledger()).toHaveLength(spent);
    expect(document.names()).toHaveLength(Math.min(25, preview.totals.companies));
  });

  test("says beside which filter the service finds something wrong, and which plan is missing", async () => {
    const document = openFillDocument(world);
    const wrong = { company_industry: { include: ["Alchemy"] }, company_type: "Private" };
    expect(dataOf(await document.call("previewSearch", wrong))).toEqual({
      state: "rejected",
      problems: [{ path: "company_industry", message: '"Alchemy" is not an industry.', plan: null }],
    });
    world.service.controls.setAccount("sandbox-key", { plan: "FREE" });
    const high = { company_type: "Private", company_revenue: { min: "1M" } };
    expect(dataOf(await document.call("previewSearch", high))).toMatchObject({
      problems: [
        { path: "company_type", plan: "STARTER" },
        { path: "company_revenue", plan: "PRO" },
      ],
    });
    world.service.controls.setAccount("sandbox-key", { plan: "ENTERPRISE" });
  });

  test("asks nothing when it only excludes or finds nothing, or when a value cannot be right", async () => {
    const document = openFillDocument(world);
    const asked = document.pagesAsked().length;
    const wrong = { company_funding: { funding_date: 1.5, total_funding: { min: "much" } } };
    expect(dataOf(await document.call("previewSearch", wrong))).toMatchObject({
      problems: [{ path: "company_funding", message: "funding_date: write a whole number." }],
    });
    const odd = { company_funding: { total_funding: { min: "much" } } };
    expect(dataOf(await document.call("previewSearch", odd))).toMatchObject({
      problems: [{ path: "company_funding", message: "min: write an amount like 500K, 5M or 1.5B." }],
    });
    const excluding = { company_industry: { exclude: ["Retail"] } };
    expect(dataOf(await document.call("previewSearch", excluding))).toMatchObject({
      problems: [{ path: "company_industry", message: expect.stringContaining("only exclude") }],
    });
    expect(document.pagesAsked()).toHaveLength(asked);
    const nobody = { company: { names: { include: ["Nobody At All"] } } };
    expect(dataOf(await document.call("previewSearch", nobody))).toEqual({ state: "nothing" });
  });

  test("is saved under a name, loaded and deleted", async () => {
    const { call } = openFillDocument(world);
    const filters = { company: { names: { include: Array.from({ length: 900 }, (_, i) => `Größe ${i}`) } } };
    expect(dataOf(await call("saveSearch", { name: " Big ones ", filters, replaces: false })).names).toEqual([
      "Big ones",
    ]);
    const other = { name: "A", filters: { company_type: "Public" } };
    expect(dataOf(await call("saveSearch", { ...other, replaces: false })).names).toEqual(["A", "Big ones"]);
    expect(dataOf(await call("loadSearch", "Big ones"))).toEqual(filters);
    expect(dataOf(await call("deleteSearch", "Big ones")).names).toEqual(["A"]);
    expect(await call("loadSearch", "Big ones")).toMatchObject({ ok: false, code: "SEARCH_GONE" });
  });

  test("does not replace one of the same name that was saved elsewhere meanwhile, unless that is wanted", async () => {
    const { call } = openFillDocument(world);
    const save = (type: string, replaces: boolean) =>
      call("saveSearch", { name: "Mine", filters: { company_type: type }, replaces });
    dataOf(await save("Public", false));
    expect(await save("Private", false)).toMatchObject({ ok: false, code: "NAME_USED" });
    expect(dataOf(await call("loadSearch", "Mine"))).toEqual({ company_type: "Public" });
    dataOf(await save("Private", true));
    expect(dataOf(await call("loadSearch", "Mine"))).toEqual({ company_type: "Private" });
    dataOf(await call("deleteSearch", "Mine"));
  });

  test("takes its list from a column of the sheet, each entry once", async () => {
    const { call, sheetId } = openFillDocument(world, [
      ["Person", "Website"],
      ["Ann", "reliable.example"],
      ["Bob", "https://webmail.example/x"],
      ["Cid", "RELIABLE.example"],
      ["Dot", ""],
      ["Eve", "#N/A"],
    ]);
    const wanted = "websites" as const;
    const column = dataOf(await call("readListColumn", { sheetId, column: null, wanted }));
    expect(column).toMatchObject({ column: 2, values: ["reliable.example", "https://webmail.example/x"], leftOut: 0 });
    const names = dataOf(await call("readListColumn", { sheetId, column: 1, wanted }));
    expect(names.values).toEqual(["Ann", "Bob", "Cid", "Dot", "Eve"]);
  });

  test("takes websites as people have them, without their header", async () => {
    const { call, sheetId } = openFillDocument(world, [
      ["Konkurrenten"],
      ["https://www.reliable.example/about"],
      ["Ann Lee <ann@beta.example>"],
      ["gamma.example, delta.example"],
      ["bob@epsilon.example; cid@zeta.example"],
      ["reliable.example"],
      ["someone@gmail.com"],
      ["Some Company"],
    ]);
    const read = async (wanted: "websites" | "texts") =>
      dataOf(await call("readListColumn", { sheetId, column: 1, wanted })).values;
    expect(await read("websites")).toEqual([
      ...["https://www.reliable.example/about", "beta.example", "gamma.example", "delta.example"],
      ...["epsilon.example", "zeta.example", "someone@gmail.com", "Some Company"],
    ]);
    expect(await read("texts")).toHaveLength(8);
  });

  test.each([
    ["Nr", "Firmenname", "Ort"],
    ["Nr", "Supplier", "City"],
    ["#", "Kunde", "Bezirk"],
  ])("takes names without their header, and none from a dash: %s | %s | %s", async (...header) => {
    const list = ["Acme Tools", "-", "Quiet Holdings"].map((name, i) => [`${i}`, name, "Bern"]);
    const { call, sheetId } = openFillDocument(world, [header, ...list]);
    const { values } = dataOf(await call("readListColumn", { sheetId, column: 2, wanted: "names" }));
    expect(values).toEqual(["Acme Tools", "Quiet Holdings"]);
  });

  test("offers the service's own locations", async () => {
    const { call } = openFillDocument(world);
    const names = dataOf(await call("suggestLocations", "nor"))?.map(({ name }) => name);
    expect(names).toContain("North Holland, Netherlands");
    expect(dataOf(await call("suggestLocations", "n"))).toEqual([]);
    expect(dataOf(await call("suggestLocations", "SwedenKenya"))).toEqual([]);
    world.service.controls.addFault({ kind: "unavailable", operation: "search-suggestions" });
    expect(dataOf(await call("suggestLocations", "nor"))).toBeNull();
  });
});

describe("a fill", () => {
  test("tells the same search what is there already, and is taken back: its rows, or the sheet it made @slow", async () => {
    const document = openFillDocument(world);
    const { call } = document;
    const first = await document.fill({ pages: 2 });
    const { sheetId } = first.job;
    const target = { kind: "append", sheetId } as const;
    const choices = { filters: { company_type: "Private" }, pages: 4, columns: ["name", "size"], target };
    const plan = dataOf(await call("planJob", planRequest({ ...choices, capHalves: 5 })));
    if (plan.kind !== "companies") throw new Error(plan.kind);
    expect(plan).toMatchObject({
      pages: 4,
      maxHalves: 4,
      freePages: 2,
      pagesThere: 2,
      rows: 50,
      matchedColumns: [{ field: "name", letter: "A", header: "Name" }],
      addedColumns: ["size"],
    });
    // The credit limit is part of it, and pays for whole pages.
    expect(dataOf(await call("planJob", planRequest({ ...choices, capHalves: 3 })))).toMatchObject({ maxHalves: 2 });

    const second = await document.fill(choices);
    expect(second.written).toMatchObject({ rows: 50, alreadyThere: 50, pages: 4 });
    const { receipts } = dataOf(await call("summariseJob", { jobId: second.id }));
    expect(receipts).toMatchObject([
      { fromPage: 1, toPage: 2, boughtMs: 0, rows: 0 },
      { fromPage: 3, toPage: 4, rows: 50 },
    ]);
    expect(await document.undo(second.id, "look")).toMatchObject({ listRows: 50, removesSheet: false, left: 50 });
    document.user.keyboard.sort("Companies", "A2:G101", 1);
    expect(await document.undo(second.id)).toMatchObject({ listRows: 50, removesSheet: false, left: 0 });
    expect(document.names()).toHaveLength(50);
    expect(await document.undo(first.id)).toMatchObject({ listRows: 50, removesSheet: true, left: 0 });
    expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual(["Leads"]);
    expect(dataOf(await call("listJobs"))).toEqual([]);
  });

  test("of an earlier version, which kept its receipts in another way, is resumed, summed up and undone @slow", async () => {
    const document = openFillDocument(world);
    const { id } = await document.driveUntil(await document.startFill({ pages: 50 }), 2);
    const { save } = document.document;
    document.document.save = () => {
      const { properties = {}, ...saved } = save();
      const { receiptsByDay: _, ...now } = JSON.parse(properties[`written:${id}`] ?? "");
      const written = { ...now, receipts: "0.1.6f.0.p.0.2 0.2.6f.0.p.0.r", pieces: 0 };
      return { ...saved, properties: { ...properties, [`written:${id}`]: JSON.stringify(written) } };
    };
    const later = document.copy();
    expect(dataOf(await later.call("summariseJob", { jobId: id })).receipts).toEqual([]);
    expect(await later.goOn(id)).toMatchObject({ state: "finished", written: { pages: 50 } });
    expect(dataOf(await later.call("summariseJob", { jobId: id })).receipts).toMatchObject([{ toPage: 50 }]);
    await later.undo(id);
    expect(await later.call("listJobs")).toEqual({ ok: true, data: [] });
  });

  test("that has made a sheet leaves it to the one that has added to it, with which it goes @slow", async () => {
    const document = openFillDocument(world);
    const first = await document.fill({ pages: 1 });
    const target = { kind: "append", sheetId: first.job.sheetId } as const;
    const second = await document.fill({ pages: 2, target });
    expect(await document.undo(first.id)).toMatchObject({ listRows: 25, removesSheet: false, left: 0 });
    expect(document.names()).toHaveLength(25);
    expect(await document.undo(second.id)).toMatchObject({ listRows: 25, removesSheet: true, left: 0 });
    expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual(["Leads"]);
  });

  test("that was only started leaves no sheet when it is undone", async () => {
    const document = openFillDocument(world);
    const { job } = await document.startFill();
    expect(document.document.workbook.sheets()).toHaveLength(2);
    expect(await document.undo(job.id)).toMatchObject({ listRows: 0, removesSheet: true });
    expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual(["Leads"]);
  });

  test.each([
    ["a number", "D", "some 40"],
    ["a company's name", "A", "some 40"],
    ["a company's name, by a date,", "A", "2024-01-01"],
    ["a number, by a formula that shows nothing,", "D", '=IF(1=2,"x","")'],
  ])(
    "with %s that somebody has corrected counts that cell, and keeps its row unless all is to go",
    async (_, column, text) => {
      const document = openFillDocument(world);
      const { id } = await document.fill({ pages: 1 });
      document.user.keyboard.type("Companies", `${column}5`, text);
      expect(await document.undo(id, "look")).toMatchObject({ removesSheet: false, othersCells: 1, listRows: 24 });
      expect(await document.undo(id, "look", "remove")).toMatchObject({ removesSheet: true, othersCells: 1 });
      await document.undo(id);
      const [cell] = document.user.keyboard.shows("Companies", `${column}2`).flat();
      expect([cell, document.rows("Companies").length]).toEqual([text.startsWith("=") ? "" : text, 1]);
    },
  );

  test("leaves companies beside which somebody has written, with their names, and counts what was written before", async () => {
    const document = openFillDocument(world);
    const { id } = await document.fill({ pages: 1 });
    const { keyboard } = document.user;
    keyboard.type("Companies", "J3", "call them");
    const [header, , before] = keyboard.shows("Companies", "A1:J3");
    expect(await document.undo(id, "look")).toMatchObject({ removesSheet: false, othersCells: 1, listRows: 24 });
    await document.undo(id);
    expect(keyboard.shows("Companies", "A1:J3")).toEqual([header, before, header?.map(() => "")]);
  });

  test("is taken back though somebody has deleted the column that told its companies", async () => {
    const document = openFillDocument(world);
    const { id } = await document.fill({ pages: 1, columns: ["name", "domain", "website", "headcount"] });
    deleteColumn(document, "Website", "Companies");
    document.user.keyboard.type("Companies", "A3", "Somebody else's");
    expect(await document.undo(id, "look")).toMatchObject({ listRows: 24, unfitRows: 0, othersCells: 1 });
  });

  test("writes nothing that a sheet would calculate, and dates that it can", async () => {
    const document = openFillDocument(world);
    const filters = { company: { websites: { include: ["formula-name.example", "plus-name.example"] } } };
    await document.fill({ filters, columns: ["name", "size", "headcount", "funding.last_funding_date"] });
    expect(document.names()).toEqual(["=SUM(1,1) Labs", "+Plus Design"]);
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? -1;
    const cells = document.document.workbook.read(sheetId, { row: 2, column: 1, rows: 2, columns: 4 });
    expect(cells.flat().filter((cell) => cell?.formula)).toEqual([]);
  });
});

describe("the functions of the companies' tab", () => {
  test.each([
    ["previewSearch", ["everything"]],
    ["previewSearch", [["Private"]]],
    ["suggestLocations", [7]],
    ["readListColumn", [{ sheetId: "1", column: null, wanted: "websites" }]],
    ["saveSearch", [{ name: " ", filters: {}, replaces: false }]],
    ["planJob", [{ kind: "companies", filters: {} }]],
    ["startJob", [fillChoices({ pages: -1 })]],
    ["startJob", [fillChoices({ target: { kind: "new" } as never })]],
    ["stepJob", [{ do: "ask", jobId: "../x" }]],
    ["endJob", [{ jobId: "x", epoch: 1, state: "running", reason: "", hasLanded: true }]],
    ["resumeJob", [null]],
    ["undoJob", [{}]],
  ])("%s refuses %j, and a cell altogether", async (name, args) => {
    const { user } = openFillDocument(world);
    expect(JSON.parse(await user.callFromSidebar(name, JSON.stringify(args)))).toMatchObject({
      ok: false,
      code: "BAD_REQUEST",
    });
    expect(JSON.stringify(await user.callFormula(name, []))).toContain("This is not a formula.");
  });
});
