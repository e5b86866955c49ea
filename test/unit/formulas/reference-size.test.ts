import { describe, expect, test } from "@jest/globals";
import { referenceSize } from "../../../src/formulas/result-extent";

describe("the size of a reference", () => {
  test.each([
    ["A2", 1, 1],
    ["$A$2", 1, 1],
    ["A2:A10", 9, 1],
    ["$A$2:$C10", 9, 3],
    ["C10:A2", 9, 3],
    ["A2:A", null, 1],
    ["A:B", null, 2],
    ["2:4", 3, null],
    ["List!A2:A9", 8, 1],
    ["'My: list'!Z1:AA2", 2, 2],
  ])("%s", (text, rows, columns) => {
    expect(referenceSize(text)).toEqual({ rows, columns });
  });

  test.each(["", '"text"', "UNIQUE(A2:A9)", "emails", "A", "{1,2}"])("is not known for %s", (text) => {
    expect(referenceSize(text)).toBeNull();
  });
});
