import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { formatCsv, ListError, readCsvFile } from "../../../local/lists/csv-file";

const folder = mkdtempSync(path.join(tmpdir(), "lists-"));
const write = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

describe("a CSV file", () => {
  test.each([
    ["commas and line feeds", "Name,Email\nAda,ada@a.example\n"],
    ["semicolons and CRLF", "Name;Email\r\nAda;ada@a.example\r\n"],
    ["tabs", "Name\tEmail\nAda\tada@a.example\n"],
    ["a byte order mark", "\uFEFFName,Email\r\nAda,ada@a.example\r\n"],
    [
      "quotes, delimiters and line breaks inside a cell",
      'Name,Email\n"Ada ""A"", Ltd.","ada@a.example\nsecond line"\n',
    ],
    ["one column", "Email\nada@a.example\n"],
    ["blank rows in the middle", "Name,Email\n,\nAda,ada@a.example\n"],
  ])("comes back as it was: %s", async (name, text) => {
    expect(formatCsv(await readCsvFile(write(`${name.slice(0, 8)}.csv`, text)))).toBe(text);
  });

  test.each([
    ["tabs", "Name\tEmail\nAda\tada@a.example\n", "\t"],
    ["semicolons around commas", 'Email;Firm\nAda <ada@a.example>;"A; B"\n"a@a.example, b@a.example";C\n', ";"],
    ["commas beside amounts", "Email;Turnover\nada@a.example;3,5\nbob@a.example;4,5\n", ";"],
  ])("that is short is taken apart at its %s", async (name, text, delimiter) => {
    const file = await readCsvFile(write(`${name.slice(0, 4)}-short.csv`, text));
    expect(file.delimiter).toBe(delimiter);
    expect(new Set(file.rows.map((row) => row.length))).toEqual(new Set([2]));
  });

  test("in Windows-1252 keeps its quotation marks, apostrophes and signs of money", async () => {
    const bytes = Buffer.from("Name;Email\n\x93A\x94 \x80 O\x92Brien, M\xfcller;a@b.example\n", "latin1");
    expect((await readCsvFile(write("old.csv", bytes))).rows[1]?.[0]).toBe("“A” € O’Brien, Müller");
  });

  test.each(["sep=;\r\n", "sep=;\r", '"sep=;"\n'])(
    "may name its separator in a line of its own, which is no row: %j",
    async (line) => {
      const text = `${line}Name;Email\r\nAda, Bob;ada@a.example\r\n`;
      const file = await readCsvFile(write("sep.csv", line.endsWith("\r") ? text.replace(/\r\n/g, "\r") : text));
      expect(file.rows).toEqual([
        ["Name", "Email"],
        ["Ada, Bob", "ada@a.example"],
      ]);
    },
  );

  test.each([
    ["\r\n", "\n"],
    ["\n", "\r\n"],
    ["\n", "\r"],
  ])("may end its header in %j and its rows in %j", async (first, others) => {
    const rows = [
      ["Name", "Email"],
      ["Ada", "ada@a.example"],
      ["Bob\nB.", "bob@a.example"],
      ["Cy", "cy@a.example"],
    ];
    const [header = "", ...below] = formatCsv({ rows, delimiter: ",", newline: "|", startsWithMark: false }).split("|");
    const file = await readCsvFile(write("mixed.csv", header + first + below.join(others)));
    expect(file.rows).toEqual(rows);
    expect(file.newline).toBe(first);
  });

  test("begins at its first row that holds anything", async () => {
    const { rows } = await readCsvFile(write("top.csv", "\n,\nName,Email\n\nAda,ada@a.example\n,\n\n"));
    expect(rows).toEqual([["Name", "Email"], [""], ["Ada", "ada@a.example"]]);
  });

  test("keeps its last row when no line break follows it", async () => {
    expect((await readCsvFile(write("end.csv", "Email\nada@a.example"))).rows).toEqual([["Email"], ["ada@a.example"]]);
  });

  test("is read in the encodings of spreadsheet programs", async () => {
    const latin = write("latin.csv", Buffer.from("Name,Email\nZo\xeb,zoe@a.example\n", "latin1"));
    const utf16 = write("utf16.csv", Buffer.from("\uFEFFName,Email\nZoë,zoe@a.example\n", "utf16le"));
    expect((await readCsvFile(latin)).rows[1]).toEqual(["Zoë", "zoe@a.example"]);
    expect((await readCsvFile(utf16)).rows[1]).toEqual(["Zoë", "zoe@a.example"]);
    const bigEndian = write("utf16be.csv", Buffer.from("\uFEFFName\tEmail\nZoë\tzoe@a.example\n", "utf16le").swap16());
    expect((await readCsvFile(bigEndian)).rows[1]).toEqual(["Zoë", "zoe@a.example"]);
  });

  test.each([
    ["there is none", () => path.join(folder, "missing.csv"), "There is no file"],
    ["it is a folder", () => folder, "is a folder"],
    ["it has no bytes", () => write("empty.csv", ""), "is empty"],
    ["a quotation mark stays open", () => write("open.csv", 'Name\nAda\n"Bob\nCy\n'), "a quotation mark in row 3"],
    [
      "it is a workbook",
      () => write("book.xlsx", Buffer.from("PK\x03\x04\x14\0\x06\0", "latin1")),
      "is not a CSV file. Save it as",
    ],
    ["it holds only blanks", () => write("blank.csv", "\uFEFF\r\n , \r\n"), "is empty"],
  ])("is refused in one sentence when %s", async (_what, file, reason) => {
    const reading = readCsvFile(file());
    await expect(reading).rejects.toThrow(ListError);
    await expect(reading).rejects.toThrow(reason);
  });
});
