import { describe, expect, test } from "@jest/globals";
import { companyInput } from "../../../../src/runs/find/company-input";

describe("a company's cell", () => {
  test.each([
    ["acme.example", "acme.example"],
    [" https://www.Acme.example:8080/about?x=1#y ", "acme.example"],
    ["ACME.example.", "acme.example"],
    ["www.acme.example", "acme.example"],
    ["www.example", "www.example"],
    ["shop.acme.example", "shop.acme.example"],
    ["Acme   Tools\u00a0Ltd", "acme tools ltd"],
  ])("%j is asked as the company %j", (cell, key) => {
    expect(companyInput(cell)).toMatchObject({ kind: "text", key });
  });

  test("is sent as it was written", () => {
    expect(companyInput(" https://www.Acme.example/about")).toMatchObject({ text: "https://www.Acme.example/about" });
  });

  test.each([
    "not finished",
    "not finished: =X",
    "error: CANT_FIND_DOMAIN",
    "not a company: a name has 3 to 75 characters",
    "#N/A",
    "Loading…",
  ])("%j is no company and never asked", (cell) => {
    expect(companyInput(cell)).toEqual({ kind: "unchanged", value: cell });
  });

  test("may be blank, or a company whose name only begins like our words", () => {
    expect(companyInput(" ")).toEqual({ kind: "blank" });
    expect(companyInput("not another agency").kind).toBe("text");
  });
});
