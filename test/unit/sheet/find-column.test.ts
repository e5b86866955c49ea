import { describe, expect, test } from "@jest/globals";
import { isDomain, isPossibleEmail } from "../../../src/service/input-problems";
import { COMPANY_HEADER, EMAIL_HEADER, findColumns } from "../../../src/sheet/find-column";

const EMAILS = { header: EMAIL_HEADER, matches: isPossibleEmail };
const COMPANIES = { header: COMPANY_HEADER, matches: isDomain };

describe("the column of emails", () => {
  test.each(["Email", "E-mail address", "mail", "EMAIL_ADDRESS", "Work e-mail", "Courriel", "correo electrónico"])(
    "is found by the header %s",
    (header) => {
      const rows = [["Name", "Notes", header]].concat([["Ann", "see bob@acme.example", "ann@acme.example"]]);
      expect(findColumns(rows, EMAILS)[0]).toMatchObject({ column: 3, header, hasHeader: true, isNamed: true });
    },
  );

  test("is found by what it holds, with or without a header", () => {
    const rows = [
      ["Ann", "ann@acme.example"],
      ["Bob", ""],
      ["Cem", "cem@acme.example"],
    ];
    expect(findColumns(rows, EMAILS)).toMatchObject([{ column: 2, hasHeader: false, share: 1 }]);
    expect(findColumns([["who", "where"], ...rows], EMAILS)).toMatchObject([{ column: 2, hasHeader: true }]);
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
