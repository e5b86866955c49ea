import { describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();

describe("Verify emails in this column", () => {
  test("writes each result beside its own address, in new columns beside the addresses", async () => {
    const document = world.open(contacts(30));
    expect(await document.verify()).toMatchObject({ state: "finished", stop: null });
    expect(document.user.keyboard.shows("Leads", "A1:F1")).toEqual([
      ["Name", "Email", "verified for", "Email status", "Email type", "Note"],
    ]);
    const rows = document.rows();
    expect(rows).toHaveLength(30);
    for (const row of rows) {
      expect(row.email_status).toMatch(/^(VALID|CATCH_ALL|INVALID|not known: .*)$/);
      expect(row["verified for"]).toMatch(new RegExp(`:${row.Email}$`));
    }
    expect(document.verifications()).toHaveLength(30);
  });

  test("follows the planned column by its name when columns were inserted since, and asks nothing when it is not sure", async () => {
    const document = world.open(contacts(6, "planned"));
    document.user.keyboard.insert(SHEET, "columns", 1, 2);
    expect(await document.verify({ header: "Email" })).toMatchObject({ state: "finished", stop: null });
    expect(document.verifications()).toHaveLength(6);

    const unsure = world.open(contacts(6, "unsure"));
    unsure.user.keyboard.type(SHEET, "B1", "Address");
    expect(await unsure.tryStart({ header: "Email" })).toMatchObject({ ok: false, code: "COLUMNS_CHANGED" });
    expect(unsure.verifications()).toEqual([]);
  });

  test("opens with the column of the same name that holds more addresses", async () => {
    const list = contacts(8).map(([name = "", email = ""], i) => [name, i === 4 ? "n/a" : email]);
    const document = world.open(list.map((row, i) => [...row, i === 0 ? "Email 2" : i < 3 ? `b${i}@x.example` : ""]));
    expect(dataOf(await document.plan())).toMatchObject({ column: 2, toAsk: 7 });
  });

  test("asks all again at once, though the job before has claimed them just now", async () => {
    const document = world.open(contacts(12, "again"));
    await document.verify();
    const begunMs = world.clock.now();
    expect(await document.verify({ rows: { kind: "all" } })).toMatchObject({ state: "finished", stop: null });
    expect(world.clock.now() - begunMs).toBeLessThan(12_000);
    expect(document.verifications()).toHaveLength(24);
  });

  test("makes its columns wide enough for their names and sentences, however wide the addresses are", async () => {
    const { document, sheetId, verify } = world.open(contacts(2));
    const { workbook } = document;
    const band = { sheetId, dimension: "columns" as const, index: 2, count: 1 };
    workbook.apply([{ type: "setSize", ...band, pixels: 300 }], { kind: "person", user: "ann@company.example" });
    await verify();
    const widths = [2, 4, 5].map((column) => workbook.size(sheetId, "columns", column));
    // The address, the status with its longest sentence, the type.
    expect(widths).toEqual([300, 313, 130]);
  });

  test("leaves its status narrow where a column beside it gives the reason", async () => {
    const { document, sheetId, verify } = world.open(contacts(2));
    await verify({ fields: ["email_status", "verdict", "verdict_reason"] });
    expect([4, 5, 6].map((column) => document.workbook.size(sheetId, "columns", column))).toEqual([130, 130, 313]);
  });

  test("works in a sheet that Google has given a high number", async () => {
    const document = world.open(contacts(1));
    const { workbook } = document.document;
    const sheetId = 2 ** 31 - 1;
    const sheet = { sheetId, name: "Later", index: 1, rows: 20, columns: 6 };
    workbook.apply([{ type: "addSheet", ...sheet }], { kind: "person", user: "ann@company.example" });
    document.user.keyboard.paste("Later", "A1", contacts(3, "later"));
    expect(await document.plan({ kind: "todo" }, { sheetId, column: 2, headerRow: 1 })).toMatchObject({ ok: true });
    expect(await document.verify({ sheetId })).toMatchObject({ state: "finished", stop: null });
    const statuses = document.rows("Later").map((row) => row.email_status);
    expect(statuses).toEqual([1, 2, 3].map(() => expect.stringMatching(/^(VALID|CATCH_ALL|INVALID|not known: .*)$/)));
  });

  test("asks each distinct address once, blanks and what is no address never", async () => {
    const [header = [], ...once] = contacts(20, "twice");
    const list = [header, ...once, ...once];
    list.splice(5, 0, ["Nobody", "", ""], ["Wrong", "not an address", ""]);
    const document = world.open(list);
    await document.verify();
    expect(document.verifications()).toHaveLength(20);
    const rows = document.rows();
    expect(
      rows.filter(({ email_status }) => /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test(email_status ?? "")),
    ).toHaveLength(40);
    expect(rows.find(({ Name }) => Name === "Wrong")?.email_status).toBe("not an email address");
    expect(rows.find(({ Name }) => Name === "Nobody")?.email_status).toBe("");
  });

  test("asks nothing at all of a list that is done, and one call for an address that was edited", async () => {
    const document = world.open(contacts(12, "done"));
    await document.verify();
    await document.verify();
    expect(document.verifications()).toHaveLength(12);
    document.user.keyboard.type("Leads", "B5", "edited@company3.example");
    await document.verify();
    expect(document.verifications().slice(12)).toEqual([{ email: "edited@company3.example", status: 200 }]);
  });
});
