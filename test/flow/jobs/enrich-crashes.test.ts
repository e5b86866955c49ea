import { expect, test } from "@jest/globals";
import { countCalls, killAt } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { type Act, createPersonInBetween, patiently } from "../support/person-in-between";
import { cellsBeside, enrichChoices } from "./enrich-document";
import { companies, domains } from "./find-document";
import { jobWorld, SHEET } from "./job-document";
import { runWhateverHappens, undoWhateverHappens } from "./whatever-happens";

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });

const LIST = companies(domains(6, "killed"));

test("an execution that dies at any host call: the job gives the same once it is resumed, and can be undone @slow", async () => {
  const calm = world.open(LIST);
  const calls = await countCalls(world, () => runWhateverHappens(calm, enrichChoices(calm)));
  for (let at = 1; at <= calls; at += momentStep(59)) {
    const document = world.open(LIST);
    const live = killAt(world, at);
    await runWhateverHappens(document, enrichChoices(document));
    live();
    const { id, state } = await document.last();
    expect({ at, state, cells: cellsBeside(document) }).toEqual({ at, state: "finished", cells: cellsBeside(calm) });
    const undone = await undoWhateverHappens(world, document, id, at);
    expect(undone.rows().map((row) => Object.values(row))).toEqual(LIST.slice(1));
  }
});

const ACTIONS: Record<string, Act> = {
  "sorts the list downwards": (keyboard) => keyboard.sort(SHEET, "A2:K40", 2, false),
  "inserts rows above": (keyboard) => keyboard.insert(SHEET, "rows", 3, 2),
  "inserts a column right of the companies": (keyboard) => keyboard.insert(SHEET, "columns", 3, 1),
  "moves the first column behind the third": (keyboard) => keyboard.move(SHEET, "columns", 1, 1, 4),
};

test.each(Object.entries(ACTIONS))(
  "a person who %s at any moment: each company keeps its own facts",
  async (_, act) => {
    const calm = world.open(LIST);
    await runWhateverHappens(calm, enrichChoices(calm));
    const expected = cellsBeside(calm);
    await person.actAtEveryMoment(act, momentStep(53), async (at, begin) => {
      const document = world.open(LIST);
      const choices = enrichChoices(document, { header: "Website" });
      begin();
      await document.drive(await patiently(() => document.start(choices)));
      const cells = [...cellsBeside(document)].filter(([company]) => company !== "");
      expect({ at, cells: new Map(cells) }).toEqual({ at, cells: expected });
    });
  },
);
