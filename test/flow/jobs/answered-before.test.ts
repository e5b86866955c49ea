import { describe, expect, test } from "@jest/globals";
import type { ColumnJobChoices } from "../../../src/jobs/protocol";
import { CLEAN, make, plan } from "./clean-list-document";
import { enrichChoices } from "./enrich-document";
import { companies } from "./find-document";
import { type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

// A list that an earlier job has answered already.

const world = jobWorld();

const PLAIN = ["email_status", "verdict", "verdict_reason"];

const enrich = async (document: JobDocument, details: string[]) => {
  const fields = ["company_domain", ...details.map((detail) => `company_enrichment.${detail}`)];
  await document.drive(await document.start(enrichChoices(document, { fields })));
};

describe("a row that is answered again, by a job with fewer columns", () => {
  test("keeps nothing of a company that its cell no longer names", async () => {
    const document = world.open(companies(["reliable.example", "three-emails.example"]));
    await enrich(document, ["name", "size"]);
    document.user.keyboard.type(SHEET, "B2", "one-email.example");
    await enrich(document, ["industry"]);
    const names = document.rows().map((row) => row["company_enrichment.name"]);
    expect(names).toEqual(["", "Trio Partners"]);
    expect(document.rows().map((row) => row["company_enrichment.industry"])).toEqual(["Business Consulting", ""]);
  });

  test("keeps what somebody has typed over the old company's details @slow", async () => {
    const document = world.open(companies(["reliable.example", "three-emails.example"]));
    await enrich(document, ["name", "size"]);
    const [header = []] = shown(document);
    const letter = "ABCDEFGHIJ"[header.indexOf("Company name")];
    const choices = enrichChoices(document, { rows: { kind: "all" }, fields: ["company_domain"] });
    await document.drive(await document.start(choices));
    document.user.keyboard.type(SHEET, `${letter}2`, "Own name");
    document.user.keyboard.type(SHEET, "B2", "one-email.example");
    await document.drive(await document.start({ ...choices, rows: { kind: "todo" } }));
    expect(document.rows()[0]).toMatchObject({
      "company_enrichment.name": "Own name",
      "company_enrichment.size": "",
    });
  });

  test("keeps no verdict on the address that stood there before @slow", async () => {
    const [ada, bob] = ["ada.valid@reliable.example", "bob.gone@reliable.example"];
    const document = world.open([
      ["Name", "Email"],
      ["Ada", ada],
      ["Eve", "eve.valid@reliable.example"],
    ]);
    await document.verify({ fields: PLAIN });
    document.user.keyboard.type(SHEET, "B2", bob);
    await document.verify({ fields: ["email_status"] });
    expect(document.rows().map(({ verdict }) => verdict)).toEqual(["Do not send", "OK to send"]);
  });

  test("keeps no status that has come apart from its hidden cell in moving rows, before an execution died", async () => {
    const document = world.open([
      ["Name", "Email"],
      ...["ada.valid", "bob.gone", "eve.valid"].map((name) => [name, `${name}@reliable.example`]),
    ]);
    await document.verify({ fields: PLAIN });
    const [, , [, , , ...ofBob] = [], [, , ofEve = ""] = []] = shown(document);
    for (const [i, text] of [ofEve, ...ofBob].entries()) document.user.keyboard.type(SHEET, `${"CDEF"[i]}2`, text);
    await document.verify({ fields: PLAIN });
    expect(document.rows().map(({ email_status: status, verdict }) => [status, verdict])).toEqual([
      ["VALID", "OK to send"],
      ["INVALID", "Do not send"],
      ["VALID", "OK to send"],
    ]);
  });

  test("stands in a clean list with the address that its cell has now", async () => {
    const document = world.open([
      ["Name", "Email"],
      ["Bob", "Bob <bob.gone@reliable.example>"],
    ]);
    await document.verify({ fields: [...PLAIN, "asked_address"] });
    document.user.keyboard.type(SHEET, "B2", "ada.valid@reliable.example");
    await document.verify({ fields: PLAIN });
    await make(document);
    expect(shown(document, CLEAN).map(([, email]) => email)).toEqual(["Email", "ada.valid@reliable.example"]);
  });

  test("tells beforehand of what somebody has typed into a column that was not chosen", async () => {
    const document = world.open([
      ["Name", "Email"],
      ["Ada", "ada.valid@reliable.example"],
    ]);
    await document.verify({ fields: PLAIN });
    document.user.keyboard.type(SHEET, "F2", "Own words");
    const planned = await document.plan({ kind: "all" }, { column: 2, fields: ["email_status"] });
    expect(planned).toMatchObject({ ok: true, data: { filledCells: 1 } });
  });
});

describe("a job over selected rows that is left after its first ten", () => {
  const rows: ColumnJobChoices["rows"] = { kind: "selected", spans: [{ from: 2, to: 31 }] };
  const counts = async (document: JobDocument) => {
    const { piles, shown: texts } = await plan(document);
    return { piles, texts };
  };

  test("lets the earlier answers of the other rows count, and so does its undo @slow", async () => {
    const document = world.open(contacts(30, "claimed"));
    await document.verify({ fields: PLAIN });
    const before = await counts(document);
    const { id } = await document.last();
    const { job } = await document.verify({ rows, fields: PLAIN }, { askAtMost: 10 });
    expect(await counts(document)).toEqual(before);
    const summary = await document.call("summariseJob", { jobId: id });
    expect(summary).toMatchObject({ ok: true, data: { left: { questions: 0 } } });
    await document.undo(job?.id ?? "");
    expect(await document.undo(id, "look")).toMatchObject({ rows: 30, othersCells: 0 });
  });

  test("is resumed with the other rows @slow", async () => {
    const document = world.open(contacts(30, "resumed"));
    await document.verify({ fields: PLAIN });
    const { job } = await document.verify({ rows, fields: PLAIN }, { askAtMost: 10 });
    const from = document.service.controls.calls().length;
    expect(await document.drive(await document.resume(job?.id ?? ""))).toMatchObject({ state: "finished" });
    expect(document.service.controls.calls().length - from).toBe(20);
  });
});
