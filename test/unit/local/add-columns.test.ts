import { describe, expect, test } from "@jest/globals";
import { addColumns } from "../../../local/try/verify-list";

describe("the answers of a list", () => {
  test("stand behind its columns, under their names", () => {
    const list = [
      ["Email", "Town"],
      ["ada@a.example", "Oslo"],
    ];
    expect(addColumns(list, 1, ["email_status"], [["VALID"]])).toEqual([
      ["Email", "Town", "email_status"],
      ["ada@a.example", "Oslo", "VALID"],
    ]);
  });

  test("stay in their column when rows are shorter than others", () => {
    expect(addColumns([["Email"], ["a@a.example", "x"]], 1, ["s"], [["VALID"]])).toEqual([
      ["Email", "", "s"],
      ["a@a.example", "x", "VALID"],
    ]);
  });

  test("stand below the titles of a list, and name themselves in its header", () => {
    const list = [["Leads"], ["Email", "Town"], ["ada@a.example", "Oslo"]];
    expect(addColumns(list, 2, ["s"], [["VALID"]])).toEqual([
      ["Leads", "", ""],
      ["Email", "Town", "s"],
      ["ada@a.example", "Oslo", "VALID"],
    ]);
  });

  test("get no header where the list has none", () => {
    expect(addColumns([["a@a.example"]], 0, ["s"], [["VALID"]])).toEqual([["a@a.example", "VALID"]]);
  });

  test("never take the name of a column that is there", () => {
    expect(addColumns([["Email", "Email_Status", "email_status_2"]], 1, ["email_status"], [])).toEqual([
      ["Email", "Email_Status", "email_status_2", "email_status_3"],
    ]);
  });
});
