import { describe, expect, test } from "@jest/globals";
import { type Acts, wrongAfter } from "./moved-lists";

const ROWS: Acts["what"] = ["insertRow", "moveRow", "sort"];
const COLUMNS: Acts["what"] = ["insertColumn", "moveColumn"];
const SEEDS = 1_000;

/** The worlds that end wrong, each with what somebody did and what is wrong. */
const endWrong = (acts: Acts): string[] =>
  Array.from({ length: SEEDS }, (_, seed) => {
    const told = wrongAfter(seed, acts);
    return told.length === 0 ? [] : [`${seed}: ${told.slice(0, 5).join(", ")}`];
  }).flat();

describe("in a list of random cells everything of somebody's stays, and no result is beside another's input", () => {
  test.each<[string, Acts]>([
    ["rows are inserted, moved or sorted just before a write", { what: ROWS, before: 1, after: 0 }],
    [
      "rows are inserted, moved, sorted or deleted just after it",
      { what: [...ROWS, "deleteRow"], before: 0, after: 1 },
    ],
    ["rows are inserted, moved or sorted both before and after it", { what: ROWS, before: 1, after: 1 }],
    ["columns are inserted or moved just before it", { what: COLUMNS, before: 1, after: 0 }],
    ["columns are inserted or moved just after it", { what: COLUMNS, before: 0, after: 1 }],
    ["nobody does anything", { what: ROWS, before: 0, after: 0 }],
  ])("when %s", (_, acts) => {
    expect(endWrong(acts)).toEqual([]);
  });

  // Nothing tells rows or columns apart that hold nearly the same, nor a row with a result and no input from a cleared one.
  test.each<[string, Acts, number]>([
    ["a row is deleted just before it", { what: ["deleteRow"], before: 1, after: 0 }, 3],
    [
      "rows are inserted, moved, sorted or deleted both before and after it",
      { what: [...ROWS, "deleteRow"], before: 1, after: 1 },
      2,
    ],
    [
      "rows are inserted, moved or sorted once or more often in the middle of it",
      { what: ROWS, before: 0, during: 0.4, after: 0 },
      14,
    ],
    ["columns are inserted or moved both before and after it", { what: COLUMNS, before: 1, after: 1 }, 8],
    ["rows and columns are, both before and after it", { what: [...ROWS, ...COLUMNS], before: 1, after: 1 }, 29],
  ])("but for some of 1,000, when %s", (_, acts, some) => {
    expect(endWrong(acts).slice(some)).toEqual([]);
  });
});
