import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Act, actionStep, createPersonInBetween } from "../support/person-in-between";
import { contacts, expectOwnResults, verifiedStatuses } from "./lists";
import { openRunWorld, type RunWorld, SHEET } from "./run-document";

const ACTIONS: Record<string, Act> = {
  "sorts the table by name, downwards": (keyboard) => keyboard.sort(SHEET, "A2:G40", 1, false),
  "inserts rows above": (keyboard) => keyboard.insert(SHEET, "rows", 4, 3),
  "inserts a column to the left": (keyboard) => keyboard.insert(SHEET, "columns", 1, 1),
  "inserts a column between the addresses and the results": (keyboard) => keyboard.insert(SHEET, "columns", 3, 1),
  "deletes rows": (keyboard) => keyboard.delete(SHEET, "rows", 5, 2),
  "deletes the column to the left": (keyboard) => keyboard.delete(SHEET, "columns", 1, 1),
  "renames the sheet and goes to another": (keyboard) => {
    keyboard.addSheet("Elsewhere");
    keyboard.select("Elsewhere", "B2");
    keyboard.renameSheet(SHEET, "Old leads");
  },
};

const person = createPersonInBetween();
let world: RunWorld;
let statusOf: Map<string, string>;
beforeAll(async () => {
  world = await openRunWorld({ settings: { betweenCalls: person.betweenCalls } });
  statusOf = await verifiedStatuses(world.open(contacts(20)));
});
afterAll(() => world.close());

describe("a person who works in the sheet while it is being verified", () => {
  test.each(Object.entries(ACTIONS))(
    "%s, at every moment: each result stands beside its own address",
    async (_name, act) => {
      const calls = await person.actAtEveryMoment(act, actionStep(4), async (_at, begin) => {
        const document = world.open(contacts(20));
        const started = await document.start();
        begin();
        await document.drive(started);
        const sheet = document.document.workbook.sheets()[0]?.name;
        expect(document.rows(sheet).length).toBeGreaterThanOrEqual(18);
        expectOwnResults(document, statusOf, sheet);
      });
      expect(calls).toBeGreaterThan(20);
    },
    120_000,
  );
});
