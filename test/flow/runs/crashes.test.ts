import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { countCalls, killAt } from "../support/kill-execution";
import { contacts } from "./lists";
import { dataOf, openRunWorld, type RunWorld } from "./run-document";
import { runWhateverHappens } from "./whatever-happens";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterAll(() => world.close());

/** Every so many host calls, to be quick; `CRASH_STEP=1 npx jest test/flow/runs/crashes` tries every single one. */
const STEP = Number(process.env.CRASH_STEP ?? 7);

/** Two batches. */
const EMAILS = 10;

/** Half credits that verifications with this address have cost. */
const spentOn = (prefix: string): number =>
  world.service.controls
    .ledger()
    .filter(({ subject }) => subject.startsWith(prefix))
    .reduce((sum, { halves }) => sum + halves, 0);

describe("a run whose execution dies", () => {
  test("after any host call leaves, gone on with, the same sheet, and costs not one credit more", async () => {
    const undisturbed = world.open(contacts(EMAILS, "calm"));
    const calls = await countCalls(world, () => runWhateverHappens(undisturbed));
    expect(calls).toBeGreaterThan(80);

    for (let at = 1; at <= calls; at += STEP) {
      const prefix = `killed${at}x`;
      const document = world.open(contacts(EMAILS, prefix));
      const live = killAt(world, at);
      await runWhateverHappens(document);
      live();
      const rows = document.rows();
      expect({ at, columns: Object.keys(rows[0] ?? {}) }).toEqual({
        at,
        columns: Object.keys(undisturbed.rows()[0] ?? {}),
      });
      for (const row of rows) {
        expect(`${at}: ${row.email_status}`).toMatch(/: (VALID|CATCH_ALL|INVALID)$/);
        expect(row["verified for"]).toMatch(new RegExp(`:${row.Email}$`));
      }
      expect({ at, rows: rows.length, halves: spentOn(prefix) }).toEqual({ at, rows: EMAILS, halves: EMAILS });
      const [run] = dataOf(await document.call("findRuns"));
      expect({ at, told: run?.spentHalves }).toEqual({ at, told: EMAILS });
    }
  });
});
