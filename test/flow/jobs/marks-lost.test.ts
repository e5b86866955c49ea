import { expect, test } from "@jest/globals";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

const world = jobWorld();

const asked = (document: JobDocument): string[] => document.verifications().map(({ email }) => email);

/** The same cells in a new document, as from a file: without marks, notes or hidden columns. */
function fromFile(document: JobDocument, renamed: Record<string, string> = {}): JobDocument {
  const [header = [], ...rows] = shown(document);
  return world.open([header.map((name) => renamed[name] ?? name), ...rows]);
}

async function halfVerified(prefix: string): Promise<JobDocument> {
  const document = world.open(contacts(12, prefix));
  await document.verify({ rows: { kind: "selected", spans: [{ from: 2, to: 7 }] } });
  return document;
}

test.each([
  ["today", {}],
  ["an earlier version", { "Email status": "email_status", "Email type": "type" }],
])(
  "columns without marks are taken over by their names of %s, which stay, and nothing is asked twice",
  async (_, renamed) => {
    const first = await halfVerified(`lost${Object.keys(renamed).length}`);
    const answered = asked(first);
    const document = fromFile(first, renamed);
    const [header] = shown(document);
    const before = document.rows().slice(0, 6);
    expect(dataOf(await document.plan())).toMatchObject({ toAsk: 6, counts: { done: 6 } });
    await document.verify();
    expect(shown(document)[0]).toEqual(header);
    expect(asked(document)).toHaveLength(6);
    expect(asked(document).filter((email) => answered.includes(email))).toEqual([]);
    const [status = "", type = ""] = header?.slice(3) ?? [];
    expect(document.rows().filter((row) => !row[status] || !row[type])).toEqual([]);
    expect(document.rows().slice(0, 6)).toEqual(before);
    // The results that came with the file are not this job's.
    await document.undo((await document.last()).id);
    expect(shown(document)[0]).toEqual(header);
    expect(document.rows().filter((row) => row[status])).toEqual(before);
  },
);

test("a column that is only called like ours is left alone", async () => {
  const rows = contacts(4, "called");
  const own = rows.map(([name = "", email = "", ...others], i) => [
    ...[name, email],
    ...(i === 0 ? ["verified for", "Email status"] : ["the fair", "hot"]),
    ...others,
  ]);
  const document = world.open(own);
  await document.verify();
  expect(asked(document)).toHaveLength(4);
  const columns = own[0]?.length ?? 0;
  expect(shown(document)[0]).toHaveLength(columns + 3);
  expect(shown(document).map((row) => row.filter((text) => text === "hot" || text === "the fair"))).toEqual([
    [],
    ...Array.from({ length: 4 }, () => ["the fair", "hot"]),
  ]);
});

test("columns that somebody moves at that moment are not taken for ours", async () => {
  const document = fromFile(await halfVerified("moved"));
  const before = shown(document);
  let pins = 0;
  const untrace = world.host.onTrace(({ event, detail }) => {
    // The first one is that of the inputs.
    if (event !== "call" || detail !== "DeveloperMetadata.add" || ++pins !== 2) return;
    document.user.keyboard.insert(SHEET, "columns", 3);
  });
  const started = await document.tryStart();
  untrace();
  expect(pins).toBeGreaterThan(1);
  expect(started).toMatchObject({ ok: false, code: "COLUMNS_CHANGED" });
  expect(shown(document).map((row) => row.filter((_, i) => i !== 2))).toEqual(before);
  expect(document.document.save().extras?.metadata).toEqual([]);
});

test("a list of an earlier version keeps its headers, and gets further columns with the words of today", async () => {
  const document = await halfVerified("kept");
  const { keyboard } = document.user;
  keyboard.type(SHEET, "D1", "email_status");
  keyboard.type(SHEET, "E1", "type");
  await document.verify({ fields: ["email_status", "type", "disposable"] });
  const header = ["Name", "Email", "verified for", "email_status", "type", "Disposable", "Note"];
  expect(shown(document)[0]).toEqual(header);
  expect(asked(document)).toHaveLength(12);
  // Sorted into the list, they are headers still.
  keyboard.sort(SHEET, "A1:G13", 2, false);
  expect(dataOf(await document.plan({ kind: "all" }))).toMatchObject({ headingRow: 13 });
});
