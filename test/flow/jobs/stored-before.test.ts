import { expect, test } from "@jest/globals";
import { fillChoices } from "../companies/fill-document";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices } from "./find-document";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

// Properties that another version of the add-on has stored, or that somebody else has damaged.

const world = jobWorld({ service: { latency: () => 500 } });

const propertiesOf = ({ document }: JobDocument): Record<string, string> => document.save().properties;

/** A copy of the spreadsheet with other properties. */
function withProperties(document: JobDocument, properties: Record<string, string>): JobDocument {
  const { document: host } = document;
  const save = host.save.bind(host);
  host.save = () => ({ ...save(), properties });
  const copy = document.copy();
  host.save = save;
  return copy;
}

/** Starts a job and closes its page while answers are on their way. @returns the job's id */
async function leave(document: JobDocument, choices: ChoicesPart, ms = 4_000): Promise<string> {
  const started = await document.start(choices);
  const untilMs = document.clock.now() + ms;
  const never = new Promise<never>(() => {});
  const { calls, clock } = document;
  void document.drive(started, {
    calls: {
      step: (request) => (clock.now() < untilMs ? calls.step(request) : never),
      end: (request) => (clock.now() < untilMs ? calls.end(request) : never),
    },
  });
  await clock.sleep(3 * ms);
  return started.job.id;
}

test("a job whose ledger and bills count calls under the name of version 1.0.0 is listed and goes on", async () => {
  const document = world.open(contacts(200, "earlier"));
  const id = await leave(document, { toAsk: 200 });
  const rename = (text: string): string => text.replace('"askNumber":', '"asking":');
  const before = Object.entries(propertiesOf(document)).map(([name, text]): [string, string] => [name, rename(text)]);
  expect(before.filter(([, text]) => text.includes('"asking":')).length).toBeGreaterThan(2);
  const closed = before.map(([name, text]) => [name, text.replace(/"open":"[^"]*"/, '"open":""')]);
  expect(await withProperties(document, Object.fromEntries(closed)).last()).toMatchObject({ id, state: "running" });
  const later = withProperties(document, Object.fromEntries(before));
  expect(await later.last()).toMatchObject({ id, state: "running" });
  expect(await later.drive(await later.resume(id))).toMatchObject({ state: "finished", stop: null });
  expect(await later.last()).toMatchObject({ done: 200, spent: { halves: 200 } });
});

/** The names of a running job's properties, with the names in their JSON. */
function storedNames(document: JobDocument, id: string): string[] {
  const namesIn = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(namesIn);
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner).map((each) => `${name}.${each}`)]);
  };
  return Object.entries(propertiesOf(document)).flatMap(([name, text]) => {
    if (!name.includes(id)) return [];
    const own = name.replace(id, "").replace(/[\d.]*$/, "");
    const inner = text.startsWith("{") ? namesIn(JSON.parse(text)) : [];
    return [own, ...inner.filter((each) => !each.startsWith("choices.")).map((each) => own + each)];
  });
}

/** Whoever changes a name here reads the earlier one as well (CONTRIBUTING.md). */
test("the names under which running jobs are stored", async () => {
  const list = world.open(contacts(60, "names"));
  const places = world.open(companies(domains(30, "names")));
  const documents: [JobDocument, ChoicesPart][] = [
    [list, { toAsk: 60 }],
    [places, findChoices(places, { toAsk: 30 })],
    [places, enrichChoices(places, { toAsk: 30 })],
    [list, fillChoices({ pages: 6, toAsk: 6 })],
  ];
  const names = new Set<string>();
  for (const [document, choices] of documents) {
    const id = await leave(document, choices);
    for (const name of storedNames(document, id)) names.add(name);
  }
  expect([...names].sort()).toMatchInlineSnapshot(`
[
  "bought:",
  "bought:by",
  "bought:pages",
  "cost:",
  "cost:askNumber",
  "cost:costs",
  "cost:costs.halves",
  "cost:costs.isFree",
  "cost:costs.isKnown",
  "job:",
  "job:choices",
  "job:id",
  "job:leaveOut",
  "job:list",
  "job:list.columns",
  "job:list.group",
  "job:list.hasMadeSheet",
  "job:list.sheetId",
  "job:place",
  "job:place.group",
  "job:place.sheetId",
  "job:startedMs",
  "job:title",
  "job:toAsk",
  "made:",
  "made:.list",
  "state:",
  "state:capHalves",
  "state:done",
  "state:epoch",
  "state:keyFingerprint",
  "state:landed",
  "state:ledger",
  "state:ledger.askNumber",
  "state:ledger.atMs",
  "state:ledger.closedHalves",
  "state:ledger.freeAnswers",
  "state:ledger.isClosedUnsure",
  "state:ledger.open",
  "state:ledger.openSinceMs",
  "state:reason",
  "state:state",
  "written:",
  "written:alreadyThere",
  "written:cachedKeys",
  "written:duplicates",
  "written:emails",
  "written:freePages",
  "written:isUnsure",
  "written:lastRow",
  "written:leftOut",
  "written:page",
  "written:pagesDone",
  "written:receiptsByDay",
  "written:receiptsByDay.boughtMs",
  "written:receiptsByDay.by",
  "written:receiptsByDay.companies",
  "written:receiptsByDay.fromPage",
  "written:receiptsByDay.rows",
  "written:receiptsByDay.toPage",
  "written:rows",
  "written:search",
  "written:totals",
  "written:totals.companies",
  "written:totals.pages",
  "written:withoutDetails",
]
`);
});

test("a property of a job that cannot be read keeps no other job from being listed, undone or started @slow", async () => {
  const document = world.open(contacts(60, "odd"));
  const other = await leave(document, { toAsk: 60 });
  const odd = await leave(document, fillChoices({ pages: 6, toAsk: 6 }), 2_000);
  const names = Object.keys(propertiesOf(document)).filter((name) => name.includes(odd));
  expect(names.length).toBeGreaterThan(3);
  for (const name of [...names, `watch:${odd}`]) {
    for (const text of ["{}", "[]", "7", '"x"', "{not JSON", '{"ledger":{},"costs":[7],"choices":{"kind":"other"}}']) {
      const copy = withProperties(document, { ...propertiesOf(document), [name]: text });
      const at = `${name} = ${text}`;
      const list = await copy.call("listJobs");
      expect([at, list]).toEqual([at, expect.objectContaining({ ok: true })]);
      expect([at, dataOf(list).some(({ id }) => id === other)]).toEqual([at, true]);
      const look = await copy.call("unattendedJobs", { do: "look" });
      expect([at, look]).toEqual([at, expect.objectContaining({ ok: true })]);
      const undone = await copy.call("undoJob", { jobId: other, do: "undo", others: "keep" });
      expect([at, undone]).toEqual([at, expect.objectContaining({ ok: true })]);
      const started = await copy.tryStart({ toAsk: 60 });
      expect([at, started]).toEqual([at, expect.objectContaining({ ok: true })]);
    }
  }
});
