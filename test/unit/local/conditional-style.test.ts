import { describe, expect, test } from "@jest/globals";
import type { ConditionalFormat } from "../../../local/apps-script/extras/extras";
import { conditionalStyle, type ShownValue } from "../../../local/workbench/conditional-style";

const rule = (criteria: string, values: unknown[], style: Record<string, unknown> = { background: "#aa0000" }) =>
  ({ sheetId: 0, areas: [{ row: 2, column: 3, rows: 2, columns: 1 }], criteria, values, style }) as ConditionalFormat;
const applies = (format: ConditionalFormat, shown: ShownValue) =>
  conditionalStyle([format], 2, 3, () => shown) !== null;

describe("the style that conditional formats give a cell", () => {
  test.each([
    ["TEXT_EQUAL_TO", ["valid"], ["VALID", "valid"], ["INVALID", "", null, 5]],
    ["TEXT_CONTAINS", ["error"], ["error: X", "An ERROR"], ["fine", null]],
    ["TEXT_STARTS_WITH", ["not"], ["not finished"], ["is not", null]],
    ["NUMBER_GREATER_THAN", [3], [4, 3.5], [3, "4", null]],
    ["NUMBER_LESS_THAN", [3], [2, -1], [3, "2", null]],
    ["NUMBER_EQUAL_TO", [3], [3], [4, "3", null]],
    ["CELL_EMPTY", [], [null, undefined, ""], ["x", 0, false]],
    ["CELL_NOT_EMPTY", [], ["x", 0, false], [null, ""]],
    ["CUSTOM_FORMULA", ["=TRUE"], [], ["x", null]],
  ])("%s %j holds for %j and not for %j", (criteria, values, holdsFor, notFor) => {
    expect(holdsFor.filter((shown) => !applies(rule(criteria, values), shown))).toEqual([]);
    expect(notFor.filter((shown) => applies(rule(criteria, values), shown))).toEqual([]);
  });

  test("stops at the edges of the rule's areas", () => {
    const at = (row: number, column: number) => conditionalStyle([rule("CELL_NOT_EMPTY", [])], row, column, () => "x");
    expect([at(1, 3), at(4, 3), at(2, 2), at(2, 4)]).toEqual([null, null, null, null]);
    expect([at(2, 3), at(3, 3)]).toEqual([{ background: "#aa0000" }, { background: "#aa0000" }]);
  });

  test("takes each property from the first rule that gives it", () => {
    const formats = [
      rule("CELL_NOT_EMPTY", [], { background: "#111111", bold: true }),
      rule("CELL_NOT_EMPTY", [], { background: "#222222", fontColor: "#333333", italic: true }),
    ];
    expect(conditionalStyle(formats, 2, 3, () => "x")).toEqual({
      background: "#111111",
      fontColor: "#333333",
      fontWeight: "bold",
      fontStyle: "italic",
    });
  });
});
