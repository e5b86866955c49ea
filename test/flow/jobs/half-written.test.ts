import { expect, test } from "@jest/globals";
import { columnLetter } from "../../../src/sheet/table";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { columnNamed, contacts } from "./lists";

const world = jobWorld();
const ROWS = 8;
const FIELDS = ["email_status", "type", "verdict"];

const cellOf = (document: JobDocument, name: string, row: number): string =>
  `${columnLetter(columnNamed(document, name))}${row}`;

/** The service gives every address this status and type. */
function answerAll(status: string, type: string): void {
  world.service.fetch = async (request: Request) => {
    const response = await world.fetchOfService(request);
    const body = (await response.json()) as { response?: object };
    const changed = { email_status: status, email_sub_status: null, type };
    return Response.json(body.response ? { ...body, response: { ...body.response, ...changed } } : body, {
      status: response.status,
    });
  };
}

/** A list that was verified before the service changed all its answers. */
async function verifiedBefore(text: string): Promise<JobDocument> {
  const document = world.open(contacts(ROWS, text));
  answerAll("VALID", "professional");
  await document.verify({ fields: FIELDS });
  answerAll("INVALID", "webmail");
  document.user.keyboard.restrict(SHEET, cellOf(document, "Email type", 4), {
    criteria: "VALUE_IN_LIST",
    values: [["a", "b"], true],
    allowInvalid: false,
    helpText: null,
  });
  return document;
}

const jobOfTag = (row: Record<string, string>): string => row["verified for"]?.split(".")[0] ?? "";

test.each([2, 3, 4, 6])(
  "rows that a job has written in part, when Google failed from write %i on, are done when it is resumed, and not taken for typed @slow",
  async (nth) => {
    const document = await verifiedBefore(`half${nth}`);
    const started = await document.start({ fields: FIELDS, rows: { kind: "all" } });
    let writes = 0;
    const untrace = world.host.onTrace(({ event, detail }) => {
      if (event !== "call" || detail !== "Range.setValues" || ++writes !== nth) return;
      world.host.settings.faults = [
        { calls: ["Range.setValues", "RangeList.setValue", "SpreadsheetApp.flush"], chance: 1 },
      ];
    });
    await document.drive(started);
    untrace();
    world.host.settings.faults = [];
    const jobId = started.job.id;
    if ((await document.last()).state !== "finished")
      expect(await document.drive(await document.resume(jobId))).toMatchObject({ state: "finished", stop: null });
    expect(document.rows().map(jobOfTag)).toEqual(Array(ROWS).fill(jobId));
    // The third row keeps its old type in the cell that refuses the new one.
    const results = document.rows().map(({ email_status, type, verdict }) => [email_status, type, verdict]);
    const fresh = ["INVALID", "webmail", "Do not send"];
    expect(results.toSpliced(2, 1)).toEqual(Array(ROWS - 1).fill(fresh));
    expect(results[2]).toEqual([fresh[0], "professional", fresh[2]]);
    const summary = dataOf(await document.call("summariseJob", { jobId }));
    expect(summary).toMatchObject({ typedRows: 0, job: { done: ROWS }, left: { questions: 0 } });
    const names = Object.keys((document.document.save() as { properties: Record<string, string> }).properties);
    expect(names.filter((name) => name.startsWith("half:"))).toEqual([]);
  },
);

test("what somebody types beside six earlier answers is told by the dry run, and stays while the seventh job runs @slow", async () => {
  const document = world.open(contacts(3, "seventh"));
  for (let i = 0; i < 6; i++) await document.verify({ fields: FIELDS, rows: { kind: "all" } });
  const started = await document.start({ fields: FIELDS, rows: { kind: "all" } });
  document.user.keyboard.type(SHEET, cellOf(document, "Email type", 3), "mine");
  document.user.keyboard.type(SHEET, cellOf(document, "Verdict", 4), "call first");
  const plan = dataOf(await document.plan({ kind: "all" }, { column: 2, fields: FIELDS }));
  expect(plan.filledCells).toBe(2);
  expect(await document.drive(started)).toMatchObject({ state: "finished" });
  expect(document.rows()[1]).toMatchObject({ type: "mine" });
  expect(document.rows()[2]).toMatchObject({ verdict: "call first" });
});
