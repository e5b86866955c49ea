import { describe, expect, test } from "@jest/globals";
import { COMPANY_HEADER, EMAIL_HEADER } from "../../../src/header-words";
import { isDomain, isPossibleEmail } from "../../../src/service/input-problems";
import {
  filledColumns,
  findColumns,
  findWaitingColumns,
  type InputKind,
  knownText,
  shortened,
} from "../../../src/sheet/find-column";
import type { CellValue } from "../../../src/sheet/table";

const EMAILS = { header: EMAIL_HEADER, matches: isPossibleEmail };
const COMPANIES = { header: COMPANY_HEADER, matches: isDomain };

describe("the column of emails", () => {
  test.each(["Email", "E-mail address", "mail", "EMAIL_ADDRESS", "Work e-mail", "Courriel", "correo electrónico"])(
    "is found by the header %s",
    (header) => {
      const rows = [["Name", "Notes", header]].concat([["Ann", "see bob@acme.example", "ann@acme.example"]]);
      expect(findColumns(rows, EMAILS)[0]).toMatchObject({ column: 3, header, headerRow: 1, isNamed: true });
    },
  );

  test("is found by what it holds, with or without a header", () => {
    const rows = [
      ["Ann", "ann@acme.example"],
      ["Bob", ""],
      ["Cem", "cem@acme.example"],
    ];
    expect(findColumns(rows, EMAILS)).toMatchObject([{ column: 2, headerRow: 0, share: 1 }]);
    expect(findColumns([["who", "where"], ...rows], EMAILS)).toMatchObject([{ column: 2, headerRow: 1 }]);
  });

  test("is found below titles, notes and blank rows", () => {
    const list = [
      ["Name", "Work email", "Role"],
      ["Ann", "n/a", "CEO"],
      ["Bob", "bob@acme.example", ""],
    ];
    const titles = [
      ["Emails of the fair", "", ""],
      ["", "emails, exported today", ""],
      ["", "", ""],
    ];
    expect(findColumns([...titles, ...list], EMAILS)).toMatchObject([
      { column: 2, header: "Work email", headerRow: 4 },
    ]);
    const unnamed = [["Autumn fair"], ["Name", "Contact", "Role"], ...list.slice(1)];
    expect(findColumns(unnamed, EMAILS)).toMatchObject([{ column: 2, header: "Contact", headerRow: 2 }]);
  });

  test("keeps a header that is the only one of its row", () => {
    const rows = [
      ["", "Email", ""],
      ["Ann", "n/a", "CEO"],
      ["Bob", "bob@acme.example", "CTO"],
    ];
    expect(findColumns(rows, EMAILS)).toMatchObject([{ column: 2, header: "Email", headerRow: 1 }]);
  });

  test("is the one that is named, even if another holds more addresses", () => {
    const rows = [
      ["Contact", "Email"],
      ["ann@acme.example", "ann@acme.example"],
      ["bob@acme.example", "n/a"],
    ];
    expect(findColumns(rows, EMAILS).map(({ column }) => column)).toEqual([2, 1]);
  });

  test("is none in a list of towns, nor where a header alone says so", () => {
    const rows = [
      ["Email", "Town"],
      ["", "Oslo"],
    ];
    expect(findColumns(rows, EMAILS)).toEqual([]);
    expect(findColumns([], EMAILS)).toEqual([]);
  });
});

test("a column of companies is found by its websites", () => {
  const rows = [
    ["Name", "Website"],
    ["Acme", "https://acme.example/about"],
    ["Umbra", "umbra.test"],
  ];
  expect(findColumns(rows, COMPANIES)[0]).toMatchObject({ column: 2, isNamed: true, share: 1 });
});

test("a column of company names is found below a title that could be a name itself", () => {
  const rows = [["Autumn fair"], ["Company", "Town"], ["Acme Tools", "Oslo"], ["Quiet Holdings", "Bergen"]];
  const names = { header: COMPANY_HEADER, matches: () => true, isNamedOnly: true };
  const isName = (text: string) => !COMPANY_HEADER.test(text);
  expect(findColumns(rows, { ...names, matches: isName })[0]).toMatchObject({ column: 1, headerRow: 2 });
});

test("a header of two rows ends with the row that names the column last, not with a company named like one", () => {
  const names = { header: COMPANY_HEADER, matches: (text: string) => !COMPANY_HEADER.test(text), isNamedOnly: true };
  const list = [
    ["Acme Tools", "Oslo"],
    ["Quiet Holdings", "Bergen"],
  ];
  const two = [["Company", "Place"], ["Company name", "Town"], ...list];
  expect(findColumns(two, names)[0]).toMatchObject({ column: 1, header: "Company name", headerRow: 2 });
  const one = [["Company", "Town"], ["Sites & Firm Account Tools", "Oslo"], ...list];
  expect(findColumns(one, names)[0]).toMatchObject({ column: 1, header: "Company", headerRow: 1 });
  const numbered = [["Company", "Town"], ["Company 1", "Oslo"], ...list];
  expect(findColumns(numbered, names)[0]).toMatchObject({ column: 1, header: "Company", headerRow: 1 });
});

describe("below a title of several cells", () => {
  const below = (title: CellValue[][], header: string[], inputs: CellValue[]) =>
    [...title, header, ...inputs.map((input) => [...header.slice(1).map(() => "Ann Lee"), input])] as CellValue[][];
  const domains = ["a.example", "b.example", "c.example", "d.example", "e.example"];
  const emails = domains.map((domain) => `ann@${domain}`);
  const names = ["Acme Tools", "Quiet Holdings", "Umbra"];
  const NAMES = { header: COMPANY_HEADER, matches: (text: string) => !COMPANY_HEADER.test(text), isNamedOnly: true };
  const title = ["Kundenliste", "Stand 11/2026", ""];

  test.each([
    ["any word", [title], ["Name", "Ort", "Kunde"], domains, COMPANIES, 2],
    ["a word for websites", [title], ["Name", "Ort", "Website"], domains, COMPANIES, 2],
    ["a word for emails", [title], ["Name", "Ort", "E-Mail"], emails, EMAILS, 2],
    ["a word for companies", [title], ["Name", "Ort", "Firma"], names, NAMES, 2],
    [
      "any word, below the title",
      [["Kundenliste", "", "Stand 11/2026"]],
      ["Name", "Ort", "Kunde"],
      domains,
      COMPANIES,
      2,
    ],
    ["a name, below the title", [["Kundenliste", "", "Stand 11/2026"]], ["Name", "Ort", "Firma"], names, NAMES, 2],
    ["a word below a date", [["Verteiler", new Date(0)]], ["Name", "E-Mail"], emails, EMAILS, 2],
    ["any word below a date", [["Verteiler", new Date(0)]], ["Name", "Kontakt"], emails, EMAILS, 2],
    ["any word below a day", [["Verteiler", "Stand 11/2026"]], ["Name", "Kontakt"], emails, EMAILS, 2],
    ["a name below a title as wide", [["Liste", "Firmen von Ann"]], ["Name", "Firma"], names, NAMES, 2],
    [
      "any word below a title with a word",
      [["Ann", "", "Company list"]],
      ["Name", "Ort", "Kunde"],
      domains,
      COMPANIES,
      2,
    ],
    [
      "any word after a blank row",
      [
        ["Kundenliste", "von Ann"],
        ["", ""],
      ],
      ["Name", "Kunde"],
      domains,
      COMPANIES,
      3,
    ],
    ["a word in the only column", [["Kundenliste"], ["von Ann"]], ["Website"], domains, COMPANIES, 3],
    ["two words below a title as wide", [["Verteiler", "von Ann"]], ["Name", "Email address"], emails, EMAILS, 2],
    ["any word below two titles", [title, ["von", "Ann", ""]], ["Name", "Ort", "Kunde"], domains, COMPANIES, 3],
    ["a word above a blank cell", [title], ["Name", "Ort", "E-Mail"], ["", "", ...emails], EMAILS, 2],
    ["a word above what is no input", [title], ["Name", "Ort", "Kontakt"], ["n/a", "-", ...emails], EMAILS, 2],
  ] as [string, CellValue[][], string[], CellValue[], InputKind, number][])(
    "the header is %s",
    (_, titles, header, inputs, kind, headerRow) => {
      const rows = below(titles, header, inputs);
      expect(findColumns(rows, kind)[0]).toMatchObject({ column: header.length, headerRow, header: header.at(-1) });
    },
  );

  test("the header of the shorter of two tables is found, too", () => {
    const left = [["Kunden", ""], ["Name", "Seite"], ...domains.map((domain) => ["Ann", domain])];
    const right = [
      ["Lieferanten", ""],
      ["Name", "Seite"],
      ["Bob", "north.example"],
    ];
    const rows = left.map((row, i) => [...row, "", ...(right[i] ?? ["", ""])]);
    expect(findColumns(rows, COMPANIES)).toMatchObject([
      { column: 2, headerRow: 2, header: "Seite" },
      { column: 5, headerRow: 2, header: "Seite" },
    ]);
    const swapped = rows.map(([a = "", b = "", gap = "", c = "", d = ""]) => [b, a, gap, d, c]);
    expect(findColumns(swapped, COMPANIES)).toMatchObject([{ headerRow: 2 }, { headerRow: 2 }]);
  });
});

describe("rows of a list are no header", () => {
  test.each([
    ["the first row of a list without a header", [["Ann", "ann@acme.example"]], 0],
    [
      "a text that stands for an address",
      [
        ["Name", "Contact", ""],
        ["Ann", "n/a", "CEO"],
      ],
      1,
    ],
    [
      "a text below a column without a name",
      [
        ["Name", "", "Role"],
        ["Ann", "-", "CEO"],
      ],
      0,
    ],
    [
      "a text with a word of emails",
      [
        ["Name", "Contact"],
        ["Ann", "no email"],
      ],
      1,
    ],
    [
      "a text below a named column beside a nameless one",
      [
        ["Name", "E-Mail-Adresse", ""],
        ["Ann", "no email", "CEO"],
      ],
      1,
    ],
    [
      "a text after a blank row",
      [
        ["Name", "Contact"],
        ["Ann", "none"],
        ["", ""],
        ["Cem", "lost"],
      ],
      1,
    ],
    [
      "a header that was sorted into it",
      [
        ["Ann", "ann@acme.example"],
        ["Name", "Email"],
      ],
      0,
    ],
  ])("not %s", (_, top, headerRow) => {
    const rows = [...top, ["Bob", "bob@acme.example", "CTO"], ["Eve", "eve@acme.example", "CIO"]];
    expect(findColumns(rows, EMAILS)[0]).toMatchObject({ column: 2, headerRow });
  });

  test("not a name far below a header of names", () => {
    const NAMES = { header: COMPANY_HEADER, matches: (text: string) => !COMPANY_HEADER.test(text), isNamedOnly: true };
    const rows = ["Acme", "Birch", "Cedar", "Delta", "Elm", "Company"].map((name) => [name, "Oslo"]);
    expect(findColumns(rows, NAMES)).toEqual([]);
  });
});

describe("of several columns with such a name", () => {
  const columns = (...all: string[][]): string[][] =>
    Array.from({ length: Math.max(...all.map((each) => each.length)) }, (_, row) => all.map((each) => each[row] ?? ""));
  const times = (count: number, text: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => text(i));
  const email = (i: number) => `ann${i}@acme.example`;
  const firstColumn = (rows: string[][], kind: InputKind) => findColumns(rows, kind)[0]?.column;

  test("the one with more addresses comes first, even if some cells hold none", () => {
    const most = ["E-Mail", ...times(11, email), "n/a", "none", "-"];
    const few = ["E-Mail", "", ...times(3, email)];
    expect(firstColumn(columns(most, few), EMAILS)).toBe(1);
    expect(firstColumn(columns(few, most), EMAILS)).toBe(2);
    expect(firstColumn(columns(["E-Mail 2", email(0)], ["E-Mail", ...times(9, email), "n/a"]), EMAILS)).toBe(2);
  });

  test("one in which few cells hold addresses comes last", () => {
    const notes = ["Email notes", ...times(8, (i) => `called ${i}`), ...times(4, email)];
    expect(firstColumn(columns(notes, ["Email", ...times(3, email)]), EMAILS)).toBe(2);
  });

  test("a private one comes after the other, however many it holds", () => {
    expect(firstColumn(columns(["Private email", ...times(9, email)], ["Email", email(0)]), EMAILS)).toBe(2);
  });

  test("the one with more websites comes first", () => {
    const sites = ["Website", ...times(9, (i) => `acme${i}.example`), "n/a"];
    expect(firstColumn(columns(["Domain", "acme.example"], sites), COMPANIES)).toBe(2);
  });

  test("names are read from the one that is named nothing else, else from the first that is not nearly empty", () => {
    const NAMES = { header: COMPANY_HEADER, matches: (text: string) => !COMPANY_HEADER.test(text), isNamedOnly: true };
    const name = (i: number) => `Acme Tools ${i}`;
    const sizes = ["Company size", ...times(12, (i) => `${i} people`)];
    expect(firstColumn(columns(sizes, ["Company", ...times(10, name)]), NAMES)).toBe(2);
    const former = ["Company (old)", name(0)];
    expect(firstColumn(columns(former, ["Company (new)", ...times(10, name)], sizes), NAMES)).toBe(2);
  });
});

test("a day is no name of a column: what is shown of it depends on the time zone", () => {
  const day = new Date(2026, 0, 10);
  const rows: CellValue[][] = [
    ["Name", day],
    ["Ann", "ann@acme.example"],
  ];
  expect(findColumns(rows, EMAILS)).toMatchObject([{ column: 2, headerRow: 1, header: "" }]);
  expect(filledColumns(rows, () => 1)).toMatchObject([{ header: "Name" }, { header: "", headerRow: 1 }]);
  expect([shortened(day), knownText(day), knownText(2026)]).toEqual(["", "", "2026"]);
});

describe("columns that wait for their first content", () => {
  test("are those with a name and nothing below it, private ones last", () => {
    const form = [["Timestamp", "Personal email", "Work email"]];
    expect(findWaitingColumns(form, [EMAILS])).toMatchObject([
      { column: 3, headerRow: 1 },
      { column: 2, headerRow: 1 },
    ]);
  });

  test("also hold what is no such content where the sheet has none at all", () => {
    const noAddress = [
      ["Name", "Email"],
      ["Ann", "n/a"],
    ];
    expect(findWaitingColumns(noAddress, [EMAILS])).toMatchObject([{ column: 2, headerRow: 1 }]);
    const elsewhere = [
      ["Site", "Account"],
      ["acme.example", "1001"],
    ];
    expect(findWaitingColumns(elsewhere, [COMPANIES])).toEqual([]);
  });
});
