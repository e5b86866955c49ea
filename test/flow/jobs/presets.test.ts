import { describe, expect, test } from "@jest/globals";
import type { ColumnJobChoices } from "../../../src/jobs/protocol";
import { companies, domains, findChoices } from "./find-document";
import { dataOf, type JobDocument, jobWorld, OWNER } from "./job-document";

const COLLEAGUE = "ben@company.example";

const world = jobWorld();

const HAVE = [
  ["Note", "Domain"],
  ["-", "preset000.example"],
  ["-", "other.example"],
];

/** Choices that leave out a column of the sheet *Have*. */
function open(): { document: JobDocument; choices: ColumnJobChoices; haveId: number } {
  const document = world.open(companies(domains(2, "preset")));
  const haveId = addHave(document);
  const leaveOut = { sheetId: haveId, column: 2, first: "Domain" };
  const choices = findChoices(document, { leaveOut, capHalves: 9 }, { limit: 7 }) as ColumnJobChoices;
  return { document, choices, haveId };
}

function addHave(document: JobDocument): number {
  document.user.keyboard.addSheet("Have");
  document.user.keyboard.paste("Have", "A1", HAVE);
  return document.document.workbook.sheets().find(({ name }) => name === "Have")?.sheetId ?? 0;
}

const save = (document: JobDocument, choices: ColumnJobChoices, name = "Weekly", isShared = true, replaces = false) =>
  document.call("changePresets", { do: "save", name, isShared, replaces, choices });

const load = (document: JobDocument, name = "Weekly", isShared = true) =>
  document.call("loadPreset", { kind: "find", name, isShared });

const list = async (document: JobDocument, email = OWNER) =>
  dataOf(await document.callAs(email)("changePresets", { do: "list", kind: "find" }));

describe("choices that are kept under a name", () => {
  test("come back as they were, with the column to leave out where it is now", async () => {
    const { document, choices, haveId } = open();
    expect(dataOf(await save(document, choices))).toEqual([{ name: "Weekly", isShared: true }]);
    document.user.keyboard.insert("Have", "columns", 1, 1);
    const { fields } = choices;
    expect(dataOf(await load(document))).toMatchObject({
      choices: { kind: "find", limit: 7, fields, capHalves: 9, rows: choices.rows },
      leaveOut: { sheetId: haveId, column: 3 },
      gone: { fields: [], leaveOut: null },
    });
  });

  test("tell what does not fit any more, and leave it out", async () => {
    const { document, choices } = open();
    dataOf(await save(document, { ...choices, fields: [...choices.fields, "no_such_field"] } as ColumnJobChoices));
    document.user.keyboard.delete("Have", "columns", 2, 1);
    const { choices: loaded, leaveOut, gone } = dataOf(await load(document));
    expect(loaded).toMatchObject({ fields: choices.fields });
    // Still to be chosen: a job that left out nothing would ask them all.
    expect(leaveOut).toEqual({ sheetId: null, column: null });
    expect(gone).toEqual({ fields: ["no_such_field"], leaveOut: "“Domain” of “Have”" });
  });

  test("are for everybody in the document, or for oneself in every document", async () => {
    const { document, choices } = open();
    dataOf(await save(document, choices));
    dataOf(await save(document, { ...choices, limit: 9 } as ColumnJobChoices, "Mine", false));
    const [shared, own] = [
      { name: "Weekly", isShared: true },
      { name: "Mine", isShared: false },
    ];
    expect(await list(document)).toEqual([shared, own]);
    expect(await list(document, COLLEAGUE)).toEqual([shared]);
    const other = world.open(companies(domains(1, "preset")));
    expect(await list(other)).toEqual([own]);
    expect(dataOf(await load(other, "Mine", false))).toMatchObject({
      choices: { limit: 9 },
      leaveOut: { sheetId: null },
      gone: { leaveOut: "“Domain” of “Have”" },
    });
    const haveId = addHave(other);
    expect(dataOf(await load(other, "Mine", false)).leaveOut).toEqual({ sheetId: haveId, column: 2 });
    dataOf(await document.call("changePresets", { do: "delete", kind: "find", name: "Mine", isShared: false }));
    expect(await list(other)).toEqual([]);
    expect(await load(document, "Mine", false)).toMatchObject({ ok: false, code: "PRESET_GONE" });
  });

  test("replace others of their name only where the user has seen them", async () => {
    const { document, choices } = open();
    dataOf(await save(document, choices));
    const other = { ...choices, limit: 3 } as ColumnJobChoices;
    expect(await save(document, other)).toMatchObject({ ok: false, code: "NAME_USED" });
    expect(dataOf(await load(document)).choices).toMatchObject({ limit: 7 });
    dataOf(await save(document, other, " Weekly ", true, true));
    expect(dataOf(await load(document)).choices).toMatchObject({ limit: 3 });
    expect(await list(document)).toHaveLength(1);
    expect(await save(document, choices, " ")).toMatchObject({ ok: false, code: "BAD_REQUEST" });
  });

  test("have one name in all its spellings", async () => {
    const { document, choices } = open();
    dataOf(await save(document, choices, "Caf\u00e9"));
    const other = "CAFE\u0301";
    expect(await save(document, choices, other)).toMatchObject({ ok: false, code: "NAME_USED" });
    expect(dataOf(await save(document, choices, other, true, true))).toEqual([{ name: other, isShared: true }]);
    expect(await load(document, other)).toMatchObject({ ok: true });
  });

  test("are bounded in number, and take little of the properties", async () => {
    const { document, choices } = open();
    for (let i = 0; i < 20; i++) dataOf(await save(document, choices, `Number ${i}`));
    expect(await save(document, choices, "One more")).toMatchObject({ ok: false, code: "PRESETS_FULL" });
    dataOf(await save(document, choices, "Number 3", true, true));
    const long = { ...choices, fields: Array.from({ length: 100 }, (_, i) => `${"x".repeat(400)}${i}`) };
    expect(await save(document, long as ColumnJobChoices, "Number 3", true, true)).toMatchObject({
      code: "PRESETS_FULL",
    });
    expect(await list(document)).toHaveLength(20);
    const { properties } = document.document.save();
    const taken = Object.entries(properties).filter(([name]) => name.startsWith("presets"));
    expect(taken.reduce((sum, [name, text]) => sum + name.length + text.length, 0)).toBeLessThan(20_000);
  });

  test("hold no rows that were selected, and no text of the list", async () => {
    const { document, choices } = open();
    const rows = { kind: "selected" as const, spans: [{ from: 2, to: 2 }] };
    dataOf(await save(document, { ...choices, rows } as ColumnJobChoices));
    expect(dataOf(await load(document)).choices).toMatchObject({ rows: { kind: "todo" }, sample: [], header: null });
  });
});
