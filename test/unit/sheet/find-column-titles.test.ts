import { describe, expect, test } from "@jest/globals";
import { COMPANY_HEADER, EMAIL_HEADER } from "../../../src/header-words";
import { isDomain, isPossibleEmail } from "../../../src/service/input-problems";
import { findColumns, headingRows } from "../../../src/sheet/find-column";
import type { CellValue } from "../../../src/sheet/table";

const EMAILS = { header: EMAIL_HEADER, matches: isPossibleEmail };
const DOMAINS = { header: COMPANY_HEADER, matches: isDomain };
const NAMES = { header: COMPANY_HEADER, matches: (text: string) => !COMPANY_HEADER.test(text), isNamedOnly: true };

/** Rows as wide as the widest. */
function sheet(...rows: string[][]): string[][] {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? ""));
}

const COMPANIES = [
  ["Acme", "Oslo", "Ann", "CEO"],
  ["Birch", "Kiel", "Bob", "CTO"],
  ["Cedar", "Rome", "Cem", "CFO"],
];
const ADDRESSES = ["ann", "bob", "cem"].map((name) => [name, `${name}@acme.example`, `${name}'s town`]);

const firstOf = (rows: string[][], columns: number): string[][] => rows.map((row) => row.slice(0, columns));

describe("companies are named by a title", () => {
  test.each([
    ["a header of a group", ["Company", "", "Contact"], ["Name", "City", "First"]],
    ["one far above its columns", ["Company", "", "", "Contact"], ["Partner", "City", "First", "Phone"]],
    ["whole, above names", ["Unternehmen"], ["Name", "Ort"]],
    ["alone in its column, above names", ["Unternehmen"], ["Name"]],
    ["with a word, above customers", ["Our companies"], ["Customer", "Town"]],
    ["alone in its column, above customers", ["Our companies"], ["Customer"]],
    ["as wide as the list, above customers", ["Our companies", "by Ann"], ["Customer", "Town"]],
    ["of a list", ["Company list"], ["Partner", "Bezirk"]],
    ["of a list and a year", ["Target account list 2026"], ["Partner", "Bezirk", "Wer"]],
    ["of a year", ["Companies 2026"], ["Partner", "Bezirk", "Wer"]],
    ["of websites", ["Web shops in Norway"], ["Partner", "Bezirk"]],
  ])("%s, and the row below it is the header", (_, title, header) => {
    const rows = sheet(title, header, ...firstOf(COMPANIES, header.length));
    expect(findColumns(rows, NAMES)[0]).toMatchObject({ column: 1, header: header[0], headerRow: 2, isNamed: true });
  });

  test("and the header stands below a blank row", () => {
    const rows = sheet(["Company list"], [], ["Partner", "Bezirk"], ...firstOf(COMPANIES, 2));
    expect(findColumns(rows, NAMES)[0]).toMatchObject({ column: 1, header: "Partner", headerRow: 3 });
  });

  test("and the header stands above their websites", () => {
    const list = ["a.example", "b.example", "c.example"].map((domain) => [domain, "Oslo", "Ann"]);
    const rows = sheet(["Company", "", "Contact"], ["Name", "City", "First"], ...list);
    expect(findColumns(rows, DOMAINS)[0]).toMatchObject({ column: 1, header: "Name", headerRow: 2, isNamed: true });
  });

  test.each([[["Company contacts"]], [["Company contacts", "by Ann"]]])("but not people: %j", (title) => {
    const rows = sheet(title, ["Name", "Email"], ["Ann Lee", "ann@acme.example"], ["Bob Ray", "bob@acme.example"]);
    expect(findColumns(rows, NAMES)).toEqual([]);
  });
});

describe("companies are named in other languages", () => {
  test.each([
    ...[
      "Firmenname",
      "Firmen",
      "Unternehmensname",
      "Raison sociale",
      "Sociétés",
      "Socie\u0301te\u0301",
      "Bedrijfsnaam",
    ],
    ...["Name der Firma", "Nom de l'entreprise", "Ragione sociale", "Razón social", "firmen_name"],
  ])("by %s", (header) => {
    const rows = sheet(["Nr", header, "Bezirk"], ...COMPANIES.map((row) => ["1", ...row.slice(0, 2)]));
    expect(findColumns(rows, NAMES)[0]).toMatchObject({ column: 2, headerRow: 1, isNamed: true });
  });
});

describe("a column that nothing names has its header", () => {
  test.each([
    ["in the row with usual headers", ["Wer", "Ort", "Land"], 1],
    ["in the row of its own usual header", ["Kundenname", "Bezirk"], 1],
    ["among usual ones", ["Business", "City", "Country"], 1],
    ["nowhere, if a single other cell is one", ["Birch", "Contact"], 0],
    ["nowhere, if there is none", ["Birch", "Kiel"], 0],
  ])("%s", (_, first, row) => expect(headingRows(sheet(first, ...firstOf(COMPANIES, first.length)))(1)).toBe(row));

  test("and not in a row below companies", () => {
    expect(headingRows(sheet(["Acme"], ["Position"], ["Globex"], ["Initech"]))(1)).toBe(0);
  });
});

describe("the first company of a list is no header", () => {
  test.each([
    ["the only header", ["", "Company"], ["Ann", "Acme", "CEO"], 2],
    ["the only header, and a kind", ["Company"], ["Acme", "Contact"], 1],
    ["a header beside kinds", ["Company", "Segment", "Channel"], ["Acme", "Customer", "Phone"], 1],
    ["a header beside kinds that come again", ["Company", "Segment", "Channel"], ["Acme", "Client", "Email"], 1],
    ["a header beside a nameless column of kinds", ["Company", "", "Channel"], ["Acme", "Customer", "Phone"], 1],
    ["a header with a word, beside a nameless column", ["Company legal name", "", "Town"], ["Acme", "AS", "Oslo"], 1],
  ])("below %s", (_, header, first, column) => {
    const rows = sheet(header, first, ["Birch", "Birch", "Bern"], ["Cedar", "Client", "Email"]);
    expect(findColumns(rows, NAMES)[0]).toMatchObject({ column, headerRow: 1 });
  });
});

describe("a row of notes above the first address is no header", () => {
  test.each([
    ["a nameless column", [["Name", "Kontakt", ""]], ["ann", "call her", "a note"], 1],
    ["a blank row", [["Name", "Kontakt", "Town"], []], ["ann", "call her", "Oslo"], 1],
    ["unknown words and a nameless column", [["Wer", "Draht", ""]], ["ann", "call her", "a note"], 1],
    ["unknown words and a blank row", [["Wer", "Draht", "Wo"], []], ["ann", "call her", "Oslo"], 1],
    ["a column without a header", [["Name", "", "Role"]], ["ann", "call her", "CEO"], 0],
    ["a header of contacts", [["Name", "Contact"]], ["ann", "email"], 1],
  ] as [string, string[][], string[], number][])("below %s", (_, header, note, headerRow) => {
    expect(findColumns(sheet(...header, note, ...ADDRESSES), EMAILS)[0]).toMatchObject({ column: 2, headerRow });
  });

  test("in a column by itself", () => {
    const rows = [["Contact"], ["email"], ...ADDRESSES.map(([, address = ""]) => [address])];
    expect(findColumns(rows, EMAILS)[0]).toMatchObject({ headerRow: 1, header: "Contact" });
  });
});

test.each(["E-mailadres", "E-mailadresse", "Emailadresse", "Mailadresse", "mail address"])(
  "%s names a column in which few cells hold addresses",
  (header) => {
    const rows = [
      ["Naam", header],
      ["Ann", "none"],
      ["Bob", "none"],
      ["Cem", "cem@acme.example"],
    ];
    expect(findColumns(rows, EMAILS)[0]).toMatchObject({ column: 2, headerRow: 1, isNamed: true });
  },
);

describe("the first row of a list without a header is data, even if it holds usual headers", () => {
  const day = new Date(2026, 10, 30);
  test.each([
    ["an address", "ann@acme.example", ["bob@birch.example", "n/a"]],
    ["a website", "acme.example", ["https://birch.example/about", "cedar.example"]],
    ["a date", day, [day, ""]],
    ["a date in words", "30.11.2026", ["1.12.2026", ""]],
  ] as [string, CellValue, CellValue[]][])("beside %s", (_, data, [second = "", third = ""]) => {
    const rows: CellValue[][] = [
      ["Customer", "Phone", "Acme", data],
      ["Client", "Visit", "Birch", second],
      ["Partner", "Letter", "Cedar", third],
    ];
    expect([1, 2, 3, 4].map(headingRows(rows))).toEqual([0, 0, 0, 0]);
  });

  test("nor is a word in the place of an address a header", () => {
    const rows = [
      ["Customer", "acme.example", "none"],
      ["Client", "birch.example", "bob@birch.example"],
      ["Partner", "", "cem@cedar.example"],
    ];
    expect(findColumns(rows, EMAILS)).toMatchObject([{ column: 3, headerRow: 0 }]);
  });

  test.each([
    ["years", [2025, 2026], [12_000, 15_500]],
    ["numbers of months", [1, 2], [120, 1500]],
    ["months of a year, above numbers", [202601, 202602], [1200, 2300]],
    ["sizes, above numbers", ["51-200", "201-500"], [120, 1500]],
    ["days, above ticks", [day, day], ["x", ""]],
    ["days in words, above numbers", ["31.12.2025", "30.06.2026"], ["12.500", 15_500]],
    ["a site, above ticks", ["shop.example", "market.example"], ["yes", "no"]],
    ["names of fields", ["location.city", "location.country"], ["Oslo", "Norway"]],
    ["an address that is asked for questions, above a list", ["Questions: ann@acme.example", ""], ["x", ""]],
  ] as [string, CellValue[], CellValue[]][])("but a header may hold %s", (_, head, data) => {
    const rows: CellValue[][] = [
      ["Customer", "Phone", ...head],
      ["Acme", "12", ...data],
      ["Birch", "13", ...data],
    ];
    expect([1, 2, 3, 4].map(headingRows(rows))).toEqual([1, 1, 1, 1]);
  });
});
