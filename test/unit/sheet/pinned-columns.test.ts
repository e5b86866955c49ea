import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { ID_FORM } from "../../../src/google";
import {
  answeredForMark,
  answersIn,
  groupOf,
  inputMark,
  isClaimed,
  isClaimedBy,
  isPasted,
  outputMark,
  pinnedColumns,
  readAnsweredFor,
  withoutJob,
  writeAnsweredFor,
  writeClaim,
} from "../../../src/sheet/pinned-columns";
import { columnLetter, spansOf } from "../../../src/sheet/table";

const marks = [
  { column: 5, value: outputMark("k1", "type") },
  { column: 2, value: inputMark("k1") },
  { column: 3, value: outputMark("k1", "email_status") },
  { column: 9, value: outputMark("k1", "email_status") },
  { column: 6, value: answeredForMark("k1") },
  { column: 7, value: inputMark("k2") },
];

describe("pinned columns", () => {
  test("belong to the list they were made for; of a copied column the first one counts", () => {
    expect(pinnedColumns(marks, "k1")).toEqual({
      group: "k1",
      input: 2,
      answeredFor: 6,
      anonId: null,
      foundStatus: null,
      lastVerified: null,
      foundType: null,
      foundBy: null,
      outputs: [
        { field: "email_status", column: 3 },
        { field: "type", column: 5 },
      ],
    });
    expect(pinnedColumns(marks, "k2")).toMatchObject({ input: 7, answeredFor: null, outputs: [] });
  });

  test("name the list that a kind of job has over a column of inputs, and none over another column", () => {
    const inputs = ["k1_verify:in", "k2_find:in"].map((value) => ({ column: 2, value }));
    const all = [...inputs, { column: 3, value: "k1_verify=status" }];
    expect(["verify", "find", "enrich"].map((kind) => groupOf(all, 2, kind))).toEqual(["k1_verify", "k2_find", null]);
    expect(groupOf(all, 3, "verify")).toBeNull();
  });
});

test("a row that a job is to do is told from what somebody pastes, for every id of the form that jobs have", () => {
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^${ID_FORM}$`)), (id) => {
      const cell = writeClaim(id);
      expect([isClaimed(cell), isClaimedBy(cell, id), isPasted(cell)]).toEqual([true, true, false]);
    }),
    { seed: 36 },
  );
  expect(["why?", "ann@acme.example?", "3f9c1a"].map((cell) => [isClaimed(cell), isPasted(cell)])).toEqual(
    Array(3).fill([false, true]),
  );
});

test("a key that was written in another form of its letters is read in the one that all keys have", () => {
  const written = writeAnsweredFor({
    jobId: "3f9c1a",
    day: 21_000,
    checks: [],
    key: "jose\u0301@xn--mnchen-3ya.example",
  });
  expect(readAnsweredFor(written)?.key).toBe("jos\u00e9@m\u00fcnchen.example");
});

test.each([
  ["a word and a number", ["anna smith\n089.123456", "call\nv2.0 later", "anna\n12.5.2020", "anna ab12cd.5 smith"]],
  [
    "a tag of a hidden cell",
    ["x f9b109.21915.56:acme.example", "f9b109.7:a \\f9b109.7!a f9b109.7:a", "x \\\\f9b109.7:a"],
  ],
])("a key with blanks and line breaks is read as it was written, also where %s follows one", (_, keys) => {
  for (const key of keys) {
    const cell = writeAnsweredFor({ jobId: "aaaaaa", day: 7, checks: [1], key });
    expect(readAnsweredFor(cell)?.key).toBe(key);
    const again = writeAnsweredFor({ jobId: "bbbbbb", day: 8, checks: [2], key }, cell);
    expect(answersIn(again).map((answer) => [answer.jobId, answer.key])).toEqual([
      ["bbbbbb", key],
      ["aaaaaa", key],
    ]);
  }
});

describe("a claim in front of an earlier answer", () => {
  const answer = writeAnsweredFor({ jobId: "aaaaaa", day: 7, checks: [1, 2], key: "ann@acme.example" });
  const claimed = writeClaim("bbbbbb", answer);

  test("leaves the answer to be read", () => {
    expect([isClaimed(claimed), isClaimedBy(claimed, "bbbbbb"), isPasted(claimed)]).toEqual([true, true, false]);
    expect(readAnsweredFor(claimed)).toEqual(readAnsweredFor(answer));
  });

  test("takes the place of another claim, and of what was pasted", () => {
    expect(writeClaim("cccccc", claimed)).toBe(writeClaim("cccccc", answer));
    expect(writeClaim("cccccc", "own text")).toBe(writeClaim("cccccc"));
  });

  test("goes alone when its job is undone, and stays when the other one is", () => {
    expect(withoutJob(claimed, "bbbbbb")).toBe(answer);
    expect(withoutJob(claimed, "aaaaaa")).toBe(writeClaim("bbbbbb"));
    expect(withoutJob(answer, "aaaaaa")).toBe("");
  });
});

test("numbers are grouped into spans, over gaps that are small enough", () => {
  expect(spansOf([5, 1, 2, 9])).toEqual([
    { from: 1, to: 2 },
    { from: 5, to: 5 },
    { from: 9, to: 9 },
  ]);
  expect(spansOf([5, 1, 2, 9], 2)).toEqual([
    { from: 1, to: 5 },
    { from: 9, to: 9 },
  ]);
  expect(spansOf([])).toEqual([]);
});

test.each([
  [1, "A"],
  [26, "Z"],
  [27, "AA"],
  [703, "AAA"],
])("column %i is %s", (column, letter) => {
  expect(columnLetter(column)).toBe(letter);
});
