import { describe, expect, test } from "@jest/globals";
import { isDomain, isPossibleEmail } from "../../../src/service/input-problems";
import { COMPANY_HEADER, EMAIL_HEADER, findColumns, findWaitingColumns } from "../../../src/sheet/find-column";

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
