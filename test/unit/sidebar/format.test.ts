import { describe, expect, test } from "@jest/globals";
import {
  columnText,
  headerText,
  readCount,
  readNumber,
  usableLocale,
  write,
  writeMoment,
  writeRenewal,
} from "../../../sidebar/format";

describe("numbers", () => {
  test.each([
    [9812, "en-US", "9,812"],
    [9812, "de-DE", "9.812"],
    [0, "en-US", "0"],
    [null, "en-US", "–"],
  ])("%j is written in %s as %s", (count, locale, text) => {
    expect(write(count, locale)).toBe(text);
  });

  test.each([
    ["400", 400],
    [" 1,000 ", 1000],
    ["1.000", 1000],
    ["1 000 000", 1_000_000],
    ["1.5", null],
    ["0,500", null],
    ["0.500", null],
    ["-3", null],
    ["", null],
    ["many", null],
    ["1e3", null],
  ])("%j is read as %j", (typed, count) => {
    expect(readCount(typed, "en-US")).toBe(count);
  });

  test.each(["en-US", "de-DE", "de-CH", "fr-FR", "en-IN", "sv-SE", "ar-EG", "fa-IR", "hi-IN-u-nu-deva"])(
    "are read as %s writes them",
    (locale) => {
      for (const count of [0, 7, 1_000, 12_345, 100_000, 1_234_567]) {
        const text = write(count, locale);
        expect([text, readCount(text, locale), readNumber(text, locale)]).toEqual([text, count, count]);
      }
      for (const number of [-3, 12.5, 1_234.5, -0.5]) expect(readNumber(write(number, locale), locale)).toBe(number);
    },
  );

  test.each([
    ["1,500", "en-US", 1500],
    ["1,500", "de-DE", 1.5],
    ["1.500", "de-DE", 1500],
    ["1.500", "en-US", 1.5],
    ["0,500", "de-DE", 0.5],
    ["0.500", "de-DE", 0.5],
    ["0,500", "en-US", 0.5],
    ["0.500", "en-US", 0.5],
    ["2,5", "en-US", 2.5],
    [" 2.5 ", "de-DE", 2.5],
    ["-10", "en-US", -10],
    [".5", "en-US", 0.5],
    ["1,000,000.25", "en-US", 1_000_000.25],
    ["1.000.000", "en-US", 1_000_000],
    ["1,00", "en-US", 1],
    ["10e3", "en-US", null],
    ["1,2,3", "en-US", null],
    ["--5", "en-US", null],
    ["", "en-US", null],
    [".", "en-US", null],
    ["ten", "en-US", null],
  ])("%j in %s is the number %j", (typed, locale, number) => {
    expect(readNumber(typed, locale)).toBe(number);
  });
});

test("a language that is no tag gives way to the browser's default", () => {
  expect([usableLocale("de-CH"), usableLocale("en-US@posix"), usableLocale("")]).toEqual([
    "de-CH",
    undefined,
    undefined,
  ]);
});

describe("the renewal", () => {
  const at = "2026-12-03T12:00:00+00:00";
  test.each([
    [12, at, "en-GB", "Renews in 12 days, on 3 December 2026"],
    [1, at, "en-GB", "Renews in 1 day, on 3 December 2026"],
    [0, null, "en-GB", "Renews today"],
    [null, at, "en-US", "Renews on December 3, 2026"],
    [30, at, "fr-FR", "Renews in 30 days, on 3 December 2026"],
    [null, at, "de-DE", "Renews on 3 December 2026"],
    [5, "soon", "en-GB", "Renews in 5 days"],
    [null, null, "en-GB", ""],
  ])("in %j days at %j is told in %s as %j", (days, date, locale, text) => {
    expect(writeRenewal(days, date, locale)).toBe(text);
  });
});

test("a moment is told by its time today, by its day this year, and with its year before", () => {
  const nowMs = new Date(2026, 10, 21, 16, 0).getTime();
  const write = (...at: [number, number, number, number, number]): string =>
    writeMoment(new Date(...at).getTime(), nowMs, "en-GB");
  expect(write(2026, 10, 21, 14, 2)).toBe("today 14:02");
  expect(write(2026, 10, 19, 14, 2)).toBe("19 Nov, 14:02");
  expect(write(2025, 10, 21, 9, 5)).toBe("21 Nov 2025, 09:05");
  expect(writeMoment(new Date(2026, 9, 19, 14, 2).getTime(), nowMs, "de-DE")).toBe("19 Oct, 14:02");
});

test("a column has its letter, and a long name of which only the beginning is known ends in a sign of it", () => {
  const long = "Address for invoices and reminders of the main office in the ";
  expect(columnText({ letter: "B", header: "Email" })).toBe("B: Email");
  expect(columnText({ letter: "B", header: "" })).toBe("Column B");
  expect(headerText(long.slice(0, 60))).toBe(`${long.slice(0, 59)}…`);
  expect(headerText(long.slice(0, 59))).toBe(long.slice(0, 59));
});
