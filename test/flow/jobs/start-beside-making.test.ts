import { expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { openFillDocument } from "../companies/fill-document";
import { enrichChoices } from "./enrich-document";
import { findChoices } from "./find-document";
import { type JobDocument, jobWorld } from "./job-document";
import { shown } from "./lists";

// A job is started, or its start is refused, while another one makes its columns in the same sheet at Google's own speed.

const world = jobWorld({ settings: { latencyMs: documentedMs } });

const LIST = [
  ["Name", "Email", "Mid", "Website", "Have", "Note"],
  ...[0, 1, 2].map((i) => [
    `N${i}`,
    `p${i}.valid@reliable.example`,
    `m${i}`,
    `beside${i}.example`,
    i === 0 ? "beside0.example" : "",
    `note${i}`,
  ]),
];
const COMPANIES = { column: 4, header: "Website", sample: ["beside0.example", "beside1.example"] };

const leavingOut = (document: JobDocument) => {
  const leaveOut = { sheetId: document.sheetId, column: 5, first: "Have" };
  return enrichChoices(document, { ...COMPANIES, leaveOut });
};

test.each([
  [
    "a search",
    [4_980, 5_020, 5_440, 5_660, 5_840, 6_620, 6_860],
    (document: JobDocument) => findChoices(document, COMPANIES),
  ],
  ["one with a column to leave out", [4_300, 4_700, 5_100, 5_500, 6_100], leavingOut],
])("%s spoils no column of the other job, and an undo of both leaves nothing @slow", async (_, momentsMs, choices) => {
  for (const ms of momentsMs) {
    const document = world.open(LIST);
    const first = await document.start({ column: 2, header: "Email", fields: ["email_status", "type"] });
    const driven = document.drive(first);
    await document.clock.sleep(ms);
    const second = await document.tryStart(choices(document));
    await (second.ok ? Promise.all([driven, document.drive(second.data)]) : driven);
    const [header = []] = shown(document);
    expect([ms, header.filter((name) => name === "Email status")]).toEqual([ms, ["Email status"]]);
    if (second.ok) await document.undo(second.data.job.id);
    await document.undo(first.job.id);
    expect([ms, shown(document)]).toEqual([ms, LIST]);
  }
});

test("the first results of a list are written while its columns still get their widths", async () => {
  const document = openFillDocument(world);
  const calls: { event: string; detail: string; executionId: number }[] = [];
  const untrace = world.host.onTrace((each) => calls.push(each));
  await document.fill({ pages: 3 });
  untrace();
  const [widening] = calls.filter(({ detail }) => detail === "Sheet.setSize");
  const isOfWidening = ({ executionId }: { executionId: number }): boolean => executionId === widening?.executionId;
  const last = calls.findLastIndex(isOfWidening);
  const beside = calls
    .slice(
      calls.findIndex((each) => each === widening),
      last,
    )
    .filter((each) => !isOfWidening(each));
  expect(beside.map(({ detail }) => detail)).toContain("DeveloperMetadata.find");
});
