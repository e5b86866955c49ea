import { describe, expect, test } from "@jest/globals";
import { listSheet } from "../../../local/workbench/list-sheet";

describe("the sheet of a person's list", () => {
  test("holds numbers as numbers and everything else as text", () => {
    const { rows } = listSheet("/lists/My leads.csv", [["00123", "7", "-2.5", "=1+1", "", "1e5"]]);
    const values = ["00123", 7, -2.5, "=1+1", null, "1e5"];
    expect(rows).toEqual([values.map((value) => (value === null ? null : { value }))]);
  });

  test.each([
    ["My leads.csv", "My leads"],
    ["a[1]*.csv", "a 1"],
    ["[].csv", "List"],
  ])("is named after its file: %s", (file, name) => {
    expect(listSheet(file, [["Email"]]).name).toBe(name);
  });

  test("has columns as wide as their texts, within limits", () => {
    const { columnWidthsPx } = listSheet("l.csv", [
      ["Zip", "Email"],
      ["1", "ann.longname@company.example", "x".repeat(99)],
    ]);
    expect(columnWidthsPx?.[0]).toBe(100);
    expect(columnWidthsPx?.[1]).toBeGreaterThan(200);
    expect(columnWidthsPx?.[2]).toBe(300);
  });

  test.each([
    [["Name", "E-mail"], 1],
    [["Ann", "ann@company.example"], undefined],
    [["Name", ""], undefined],
    [["Ann", "12"], undefined],
  ])("keeps the header %j in view: %p", (header, frozenRows) => {
    expect(listSheet("l.csv", [header, ["x", "y"]]).frozenRows).toBe(frozenRows);
  });
});
