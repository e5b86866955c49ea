import { expect, test } from "@jest/globals";
import { enrichChoices } from "./enrich-document";
import { domains, findChoices } from "./find-document";
import { jobWorld } from "./job-document";
import { contacts, shown } from "./lists";
import { arrive, HOUR_MS, MINUTE_MS, statuses, watch, watchWorld } from "./watched-list";

// Hidden cells name the input of a row, and a cell holds 50,000 characters. A text that fills its cell has to fit all the same.

const world = jobWorld();
const watched = watchWorld();

test("a job finishes beside a cell that is full, and is undone whole", async () => {
  const list = [
    ["Name", "Email"],
    ["x", `${"a".repeat(499)}${"😀".repeat(20_000)}`],
    ...contacts(3, "full")
      .slice(1, 3)
      .map((row) => row.slice(0, 2)),
  ];
  const document = world.open(list);
  expect(await document.verify()).toMatchObject({ state: "finished" });
  expect(document.rows()[0]?.email_status).toMatch(/^not an email address/);
  const { id } = await document.last();
  expect(await document.undo(id, "look")).toMatchObject({ othersCells: 0 });
  await document.undo(id);
  expect(shown(document)).toEqual(list);
});

test("finding emails and adding details finish beside a company's cell that is full @slow", async () => {
  for (const [label, choicesFor] of [
    ["find", findChoices],
    ["enrich", enrichChoices],
  ] as const) {
    const document = world.open([
      ["Contact", "Website"],
      ["x", "b".repeat(50_000)],
      ...domains(2, `full${label}`).map((name) => ["x", name]),
    ]);
    expect(await document.drive(await document.start(choicesFor(document)))).toMatchObject({ state: "finished" });
  }
});

test("jobs over all rows finish however often they are repeated beside a long cell", async () => {
  const document = world.open([
    ["Name", "Email"],
    ["x", "ann@acme.example"],
    ["x", "lorem ipsum ".repeat(740)],
  ]);
  for (let i = 0; i < 7; i++)
    expect(await document.verify({ rows: { kind: "all" } })).toMatchObject({ state: "finished" });
});

test("two long texts that begin alike are two texts @slow", async () => {
  const document = world.open([
    ["Name", "Email"],
    ["x", `${"c".repeat(600)} one`],
  ]);
  await document.verify();
  const tag = () => String(document.rows()[0]?.["verified for"]);
  const before = tag();
  document.user.keyboard.type("Leads", "B2", `${"c".repeat(600)} two`);
  expect(await document.verify()).toMatchObject({ state: "finished" });
  expect(tag().split(":")[1]).not.toBe(before.split(":")[1]);
});

test("a check of new rows goes on beside a cell that is full @slow", async () => {
  const document = watched.world.open(contacts(3, "fullwatch"));
  await document.verify();
  await watch(document);
  arrive(document, 5, ["y".repeat(49_990)]);
  await watched.world.clock.sleep(90 * MINUTE_MS);
  arrive(document, 6, ["new2@fullwatch.example"]);
  await watched.world.clock.sleep(3 * HOUR_MS);
  expect(statuses(document)[4]).toMatch(/^(VALID|INVALID|CATCH_ALL)/);
});
