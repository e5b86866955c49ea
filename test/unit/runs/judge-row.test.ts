import { describe, expect, test } from "@jest/globals";
import { judgeRow, type ListRow, type RowRules } from "../../../src/runs/judge-row";
import { emailProblem } from "../../../src/service/recognise";
import { readAnsweredFor, writeAnsweredFor, writeWanted } from "../../../src/sheet/answered-for";
import { readInput } from "../../../src/sheet/input";

const rules: RowRules = {
  runId: "r2",
  rows: { kind: "todo" },
  alsoFoundValid: false,
  today: 100,
  problem: emailProblem,
};
type Cells = Omit<ListRow, "input"> & { input: string };
const row = (changes: Partial<Cells> = {}): ListRow => {
  const cells: Cells = { input: "Ann@Acme.example ", status: "", answeredFor: "", anonId: "", foundStatus: "" };
  const { input, ...others } = { ...cells, ...changes };
  return { ...others, input: readInput(input) };
};
const answered = (key: string, runId = "r1", day = 90, isRefused = false): string =>
  writeAnsweredFor({ key, runId, day, isRefused });
const KEY = "ann@acme.example";

describe("a row of a run", () => {
  test("is to be asked by its address without blanks and letter case", () => {
    expect(judgeRow(row(), rules)).toEqual({ state: "todo", key: KEY, text: "Ann@Acme.example" });
  });

  test.each([
    ["blank", { input: " \u200b" }],
    ["waiting", { input: "#N/A" }],
    ["waiting", { input: "Loading..." }],
    ["malformed", { input: "ann at acme" }],
    ["foundValid", { foundStatus: "VALID" }],
    ["todo", { foundStatus: "UNVERIFIED" }],
    ["done", { status: "VALID", answeredFor: answered(KEY) }],
    ["done", { status: "error: INTERNAL_ERROR", answeredFor: answered(KEY) }],
    ["done", { status: "", answeredFor: answered(KEY, "r1", 90, true) }],
    ["todo", { status: "", answeredFor: answered(KEY) }],
    ["todo", { status: "VALID", answeredFor: answered("other@acme.example") }],
    ["todo", { status: "VALID", answeredFor: "" }],
  ])("is %s when it holds %j", (state, changes) => {
    expect(judgeRow(row(changes), rules).state).toBe(state);
  });

  test.each<[string, RowRules["rows"], Partial<Cells>]>([
    ["todo", { kind: "all" }, { status: "VALID", answeredFor: answered(KEY) }],
    ["done", { kind: "all" }, { status: "VALID", answeredFor: answered(KEY, "r2") }],
    ["todo", { kind: "older", days: 10 }, { status: "VALID", answeredFor: answered(KEY) }],
    ["done", { kind: "older", days: 11 }, { status: "VALID", answeredFor: answered(KEY) }],
    ["todo", { kind: "failed" }, { status: "error: HTTP_500", answeredFor: answered(KEY) }],
    ["done", { kind: "failed" }, { status: "VALID", answeredFor: answered(KEY) }],
    ["unwanted", { kind: "failed" }, {}],
    ["todo", { kind: "selected", spans: [] }, { answeredFor: writeWanted("r2") }],
    ["unwanted", { kind: "selected", spans: [] }, { answeredFor: writeWanted("r1") }],
    ["unwanted", { kind: "visible" }, {}],
    ["todo", { kind: "visible" }, { status: "VALID", answeredFor: answered("old@acme.example", "r2") }],
  ])("is %s for the choice %j when it holds %j", (state, rows, changes) => {
    expect(judgeRow(row(changes), { ...rules, rows }).state).toBe(state);
  });
});

test("what a hidden cell says is read as it was written, and nothing else is read", () => {
  const mark = { runId: "k3f9", day: 21_915, key: 'a:b."c"@acme.example', isRefused: false };
  expect(readAnsweredFor(writeAnsweredFor(mark))).toEqual(mark);
  expect(readAnsweredFor(writeAnsweredFor({ ...mark, isRefused: true }))).toEqual({ ...mark, isRefused: true });
  for (const cell of ["", "ann@acme.example", writeWanted("k3f9"), 5, undefined])
    expect(readAnsweredFor(cell)).toBeNull();
});
