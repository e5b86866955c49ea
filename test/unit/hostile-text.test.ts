import process from "node:process";
import { expect, test } from "@jest/globals";
import { VERIFICATION } from "../../src/formulas/questions";
import { givesOneValue } from "../../src/formulas/result-extent";
import { EMAIL_HEADER } from "../../src/header-words";
import { companyRow } from "../../src/jobs/kinds/company-rows";
import { isSame } from "../../src/lists/rows";
import { readInvalidError, readPlanError } from "../../src/service/filters";
import { companyProblem, domainProblem, emailProblem, isOwnWord } from "../../src/service/input-problems";
import { addressesIn, companyIn, emailDoubt } from "../../src/service/read-cell";
import { neutralText, readInput, typedCell } from "../../src/sheet/cell-text";
import { findColumns } from "../../src/sheet/find-column";
import { oneSpelling } from "../../src/spelling";

/** What cells, and the service's refusals, are read by. */
const READERS: Record<string, (text: string) => unknown> = {
  addressesIn,
  companyIn,
  emailDoubt,
  companyProblem,
  domainProblem,
  emailProblem,
  isOwnWord,
  readInput,
  oneSpelling,
  neutralText,
  typedCell,
  readPlanError,
  readInvalidError,
  givesOneValue: (text) => givesOneValue(`=${text}`),
  companyRow: (text) => companyRow({ domain: text, name: text }, ["domain", "name"], ""),
  isSame: (text) => isSame(new Date(0), text),
  findColumns: (text) => findColumns([[text], [text]], { header: EMAIL_HEADER, matches: () => false }),
  verification: (text) => VERIFICATION.problem(text, "alone"),
};

const PUMPS = [
  " ",
  "\n",
  "'",
  '"',
  "<",
  "a",
  "1",
  ".",
  "-",
  "/",
  "(",
  "{",
  "a(",
  "a.",
  ":",
  "@",
  "\u200b",
  "''",
  "mailto:",
  "a@b.cc ",
  "＠",
  "(at)",
  ".xn--a",
];

/** Beginnings after which expressions look for more, and ends that let them fail when they have read everything. */
const STARTS = ["", "a("];
const ENDS = ["x", ")>"];

/** Each pump before each other one, with a mark in between at which expressions take another turn. */
const PAIRS = PUMPS.flatMap((first) => PUMPS.map((second) => [first, second === "<" ? ">" : "<", second]));
const SINGLES = PUMPS.map((pump) => [pump]);

/**
 * Short ones first: what grows with a high power of the length fails before it would take hours. A square shows only in
 * long ones.
 */
const TEXTS = [
  { length: 100, forms: PAIRS },
  { length: 1_500, forms: PAIRS },
  { length: 50_000, forms: SINGLES },
];

const pumped = (form: string[], length: number): string =>
  form.map((part, i) => (i === 1 ? part : part.repeat(length / part.length))).join("");

/** Processor time for one text: a hundred times what is needed, and little beside what a square of the length takes. */
const MAX_MS = 300;

test.each(Object.entries(READERS))("%s reads any text of 50,000 characters at once @slow", (_, read) => {
  for (const { length, forms } of TEXTS) {
    for (const form of forms) {
      for (const around of STARTS.flatMap((start) => ENDS.map((end) => [start, end]))) {
        const text = around.join(pumped(form, length));
        const before = process.cpuUsage();
        read(text);
        const { user, system } = process.cpuUsage(before);
        if ((user + system) / 1_000 > MAX_MS) expect({ slow: form, length }).toBeNull();
      }
    }
  }
});
