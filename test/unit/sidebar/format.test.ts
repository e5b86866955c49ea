import { describe, expect, test } from "@jest/globals";
import { readCount, usableLocale, write, writeMoment, writeRenewal } from "../../../sidebar/format";

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
    ["-3", null],
    ["", null],
    ["many", null],
    ["1e3", null],
  ])("%j is read as %j", (typed, count) => {
    expect(readCount(typed)).toBe(count);
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
    [null, at, "de-DE", "Renews on 3. Dezember 2026"],
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
});
