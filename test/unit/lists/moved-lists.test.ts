import { describe, expect, test } from "@jest/globals";
import { type Acts, wrongAfter } from "./moved-lists";

const ROWS: Acts["what"] = ["insertRow", "moveRow", "sort"];
const COLUMNS: Acts["what"] = ["insertColumn", "moveColumn"];
const SEEDS = 1_000;

/** The worlds that end wrong, each with what somebody did and what is wrong. */
const endWrong = (what: Acts["what"], before: number, after: number): string[] =>
  Array.from({ length: SEEDS }, (_, seed) => {
    const told = wrongAfter(seed, { what, before, after });
    return told.length === 0 ? [] : [`${seed}: ${told.slice(0, 5).join(", ")}`];
  }).flat();

describe("in a list of random cells everything of somebody's stays, and no result is beside another's input", () => {
  test.each<[string, Acts["what"], number, number]>([
    ["rows are inserted, moved or sorted just before a write", ROWS, 1, 0],
    ["rows are inserted, moved, sorted or deleted just after it", [...ROWS, "deleteRow"], 0, 1],
    ["columns are inserted or moved just before it", COLUMNS, 1, 0],
    ["columns are inserted or moved just after it", COLUMNS, 0, 1],
    ["nobody does anything", ROWS, 0, 0],
  ])("when %s", (_, what, before, after) => {
    expect(endWrong(what, before, after)).toEqual([]);
  });

  // Nothing tells rows or columns apart that hold nearly the same, nor a row with a result and no input from a cleared one.
  test.each<[string, Acts["what"], number, number, number]>([
    ["a row is deleted just before it", ["deleteRow"], 1, 0, 3],
    ["rows are inserted, moved or sorted both before and after it", ROWS, 1, 1, 3],
    ["columns are inserted or moved both before and after it", COLUMNS, 1, 1, 9],
    ["rows and columns are, both before and after it", [...ROWS, ...COLUMNS], 1, 1, 52],
  ])("but for some of 1,000, when %s", (_, what, before, after, some) => {
    expect(endWrong(what, before, after).slice(some)).toEqual([]);
  });
});
