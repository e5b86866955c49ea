import { describe, expect, test } from "@jest/globals";
import { copyRequest, FIELDS, PEOPLE, plan, verified as verifiedIn } from "./clean-list-document";
import { findEmails } from "./find-document";
import { type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, shown } from "./lists";

const world = jobWorld();

const verified = (list?: string[][], fields?: string[]): Promise<JobDocument> => verifiedIn(world, list, fields);

describe("showing only some rows", () => {
  const visible = (document: JobDocument): number[] => document.user.keyboard.visibleRows(SHEET, "A1:A12");
  const show = async (document: JobDocument, text: string | null): Promise<unknown> => {
    const { sheetId, mark } = await copyRequest(document);
    return document.call("showOnly", { sheetId, mark, text });
  };
  const done = { ok: true };

  test("filters by the verdict, and shows all again", async () => {
    const document = await verified();
    expect((await plan(document)).shown).toContainEqual({ text: "OK to send", count: 3, changed: 0, unwanted: 0 });
    expect(await show(document, "OK to send")).toMatchObject(done);
    expect(visible(document)).toEqual([1, 2, 3, 8]);
    expect(await show(document, "Not known")).toMatchObject(done);
    expect(visible(document)).toEqual([1, 9]);
    expect(await show(document, null)).toMatchObject(done);
    expect(visible(document)).toHaveLength(12);
  });

  test("tells how many rows it shows, and how many of them were changed since @slow", async () => {
    const document = await verified();
    document.user.keyboard.type(SHEET, "B2", "bob.gone@reliable.example");
    document.user.keyboard.type(SHEET, document.cellOf("verdict", 5), "ok to SEND");
    const told = { text: "OK to send", count: 4, changed: 1, unwanted: 0 };
    expect((await plan(document)).shown).toContainEqual(told);
    expect(await show(document, "OK to send")).toEqual({ ok: true, data: told });
    expect(visible(document)).toEqual([1, 2, 3, 5, 8]);
    expect(await show(document, null)).toEqual({ ok: true, data: null });
  });

  test("takes an email that was found since the verification for no changed one @slow", async () => {
    const document = world.open([
      ["Company", "Website"],
      ["Three", "three-emails.example"],
    ]);
    await findEmails(document);
    const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Emails")?.sheetId ?? 0;
    const changed = async (): Promise<number> =>
      (await plan(document, { sheetId })).shown.reduce((sum, each) => sum + each.changed, 0);
    expect(await changed()).toBe(0);
    await document.verify({ sheetId, column: 2, fields: ["email_status"] });
    document.user.keyboard.type(SHEET, "B3", "reliable.example");
    await findEmails(document, {}, { target: { kind: "append", sheetId } });
    expect(await changed()).toBe(0);
    document.user.keyboard.type("Emails", "B2", "bob.gone@reliable.example");
    expect(await changed()).toBe(1);
  });

  test("ends with the column it looks at: an undo leaves no row hidden", async () => {
    const document = await verified();
    await show(document, "OK to send");
    expect(visible(document)).toHaveLength(4);
    await document.undo((await document.last()).id);
    expect(visible(document)).toHaveLength(12);
  });

  test("filters by the status where nothing else was kept", async () => {
    const document = await verified(PEOPLE, ["email_status"]);
    expect(await show(document, "CATCH_ALL")).toMatchObject(done);
    expect(visible(document)).toEqual([1, 7]);
  });

  test("leaves a filter over other rows alone", async () => {
    const document = await verified();
    document.user.keyboard.filter(SHEET, "A3:C9", () => true);
    expect(await show(document, "OK to send")).toMatchObject({ code: "FILTER_ELSEWHERE" });
    expect(visible(document)).toHaveLength(12);
  });

  test("keeps what the filter asks of other columns, also where it has to be made wider @slow", async () => {
    const document = await verified([
      ["Name", "Email", "Second"],
      ["Both", "ada.valid@reliable.example", "found@recovered.example"],
      ["First", "ada.valid@reliable.example", "bob.gone@reliable.example"],
      ["Second", "bob.gone@reliable.example", "found@recovered.example"],
    ]);
    expect(await show(document, "OK to send")).toMatchObject(done);
    expect(visible(document).slice(0, 3)).toEqual([1, 2, 3]);
    const column = columnNamed(document, "Second");
    // Its results come behind the last column of the filter.
    await document.verify({ column, fields: FIELDS });
    const { columns } = await plan(document, { sheetId: document.sheetId });
    const mark = columns.find((each) => each.header === "Second")?.mark ?? "";
    const ofSecond = { sheetId: document.sheetId, mark };
    expect(await document.call("showOnly", { ...ofSecond, text: "OK to send" })).toMatchObject(done);
    expect(visible(document).filter((row) => row <= 4)).toEqual([1, 2]);
    // All rows are those of every list of the sheet.
    expect(await document.call("showOnly", { ...ofSecond, text: null })).toMatchObject(done);
    expect(visible(document).filter((row) => row <= 4)).toEqual([1, 2, 3, 4]);
  });

  test("takes off what it has asked of the status, once it filters by the verdict @slow", async () => {
    const document = await verified(PEOPLE, ["email_status"]);
    expect(await show(document, "INVALID")).toMatchObject(done);
    await document.verify({ fields: ["email_status", "verdict"], rows: { kind: "all" } });
    const before = document.copy();
    expect(await show(document, "OK to send")).toMatchObject(done);
    expect(visible(document).length).toBeGreaterThan(2);
    expect(await show(document, null)).toMatchObject(done);
    expect(visible(document)).toHaveLength(12);
    expect(await show(before, null)).toMatchObject(done);
    expect(visible(before)).toHaveLength(12);
  });

  /** The document once a person has chosen in the filter's menus what they do not want to see. */
  function hiddenByHand(document: JobDocument, hidden: Record<string, string>): JobDocument {
    const saved = document.document.save();
    for (const [header, value] of Object.entries(hidden)) {
      const area = { row: 1, column: columnNamed(document, header), rows: 12, columns: 1 };
      const criteria = { criteria: null, values: [], hiddenValues: [value] };
      saved.extras.filterColumns.push({ sheetId: document.sheetId, area, value: criteria });
    }
    document.document.save = () => saved;
    return document.copy();
  }

  test("tells whoever opens the page anew what is shown @slow", async () => {
    const document = await verified(PEOPLE, ["email_status"]);
    expect((await plan(document)).filter).toBeUndefined();
    await show(document, "INVALID");
    expect((await plan(document)).filter).toEqual({ text: "INVALID" });
    await document.verify({ fields: ["email_status", "verdict"], rows: { kind: "all" } });
    // The choices are verdicts now, of which nothing is asked.
    expect((await plan(document)).filter).toEqual({ text: null });
    await show(document, "Risky");
    expect((await plan(document)).filter).toEqual({ text: "Risky" });
    await show(document, null);
    expect((await plan(document)).filter).toBeUndefined();
    const copy = hiddenByHand(document, { Name: "Desk", "Email status": "INVALID" });
    expect((await plan(copy)).filter).toBeUndefined();
  });

  test("leaves what people filter by, on other columns and in other ways on a status", async () => {
    const document = await verified();
    expect(await show(document, "OK to send")).toMatchObject(done);
    const copy = hiddenByHand(document, { Name: "Desk", "Email status": "INVALID" });
    expect(await show(copy, null)).toMatchObject(done);
    const statuses = shown(copy).map((row) => row[columnNamed(copy, "Email status") - 1]);
    const left = shown(copy).flatMap(([name], i) => (name === "Desk" || statuses[i] === "INVALID" ? [] : [i + 1]));
    expect(left.length).toBeLessThan(12);
    expect(visible(copy)).toEqual(left);
  });
});
