import { describe, expect, test } from "@jest/globals";
import { renameSheetIn } from "../../../local/apps-script/formulas/shift-formula";

describe("a formula whose sheet is renamed", () => {
  test.each([
    ["=Leads!A1+leads!$B$2:C3", "=People!A1+People!$B$2:C3"],
    ["='Leads'!A1", "=People!A1"],
    ['=Leads!A1&"Leads!A1"&"a ""Leads!"""', '=People!A1&"Leads!A1"&"a ""Leads!"""'],
    ["=OldLeads!A1+'My Leads'!A1+Leads2!A1", "=OldLeads!A1+'My Leads'!A1+Leads2!A1"],
  ])("%s becomes %s", (formula, expected) => {
    expect(renameSheetIn(formula, "Leads", "People")).toBe(expected);
  });

  test.each([
    ["Ann's list", "='Ann''s list'!A1"],
    ["2026", "='2026'!A1"],
    ["AB12", "='AB12'!A1"],
    ["Straße", "='Straße'!A1"],
    ["A_list.2", "=A_list.2!A1"],
  ])("the name %s is quoted where it has to be", (newName, expected) => {
    expect(renameSheetIn("='My list'!A1", "My list", newName)).toBe(expected);
  });
});
