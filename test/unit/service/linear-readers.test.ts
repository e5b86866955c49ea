import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { readLeftOut } from "../../../src/jobs/leave-out";
import { traitsOf } from "../../../src/jobs/rows";
import { addressesIn, companyIn, emailDoubt } from "../../../src/service/read-cell";
import { readInput } from "../../../src/sheet/cell-text";

type Method = (...args: unknown[]) => unknown;

/** What goes through a text from one end to the other. */
const OF_TEXTS = [
  "slice",
  "replace",
  "split",
  "trim",
  "indexOf",
  "lastIndexOf",
  "includes",
  "toLowerCase",
  "startsWith",
];

/** Counts the characters that some work goes through. A search by a pattern is linear by another test, whatever the pattern. */
function charactersRead(work: () => void): number {
  let read = 0;
  const restore: (() => void)[] = [];
  const count = (prototype: object, name: string, lengthOf: (self: unknown, args: unknown[]) => number): void => {
    const methods = prototype as Record<string, Method>;
    const original = methods[name] as Method;
    methods[name] = function counted(this: unknown, ...args: unknown[]) {
      read += lengthOf(this, args);
      return original.apply(this, args);
    };
    restore.push(() => {
      methods[name] = original;
    });
  };
  const own = (text: unknown): number => (text as string).length;
  for (const name of OF_TEXTS) count(String.prototype, name, own);
  count(String.prototype, "charAt", () => 1);
  // Not `exec`: a pattern that splits or replaces would then call it once for each character.
  count(RegExp.prototype, "test", (_, [text]) => String(text).length);
  try {
    work();
  } finally {
    for (const back of restore) back();
  }
  return read;
}

/** Long enough to tell, and short enough for many of them. */
const CHARACTERS = 1_000;

const READERS: Record<string, (cell: string) => unknown> = {
  addressesIn,
  companyIn,
  emailDoubt,
  readInput,
  leftOutAddresses: (cell) => readLeftOut([cell, cell], "addresses"),
  leftOutCompanies: (cell) => readLeftOut([cell, cell], "companies"),
  ...Object.fromEntries(
    (["verify", "find"] as const).flatMap((kind) => {
      const { readInput: read, oddityOf, problem } = traitsOf(kind);
      return [
        [`input of ${kind}`, read],
        [`oddity of ${kind}`, (cell: string) => oddityOf(cell, true)],
        [`problem of ${kind}`, problem],
      ];
    }),
  ),
};

test.each(Object.entries(READERS))(
  "%s takes a time in proportion to the cell, whatever is repeated in it @slow",
  (_, read) => {
    const sign = fc.constantFrom(..."<>()[]\"'.,;:|@ \n\t\u200b＠a1-/", "at", "a@b.co", "mailto:", "https://", "www.");
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 3 }), sign, sign, (unit, first, last) => {
        const cellOf = (characters: number): string => {
          const text = unit.join("");
          return first + text.repeat(Math.floor(characters / text.length)) + last;
        };
        const [half, whole] = [CHARACTERS, 2 * CHARACTERS].map((characters) =>
          charactersRead(() => void read(cellOf(characters))),
        ) as [number, number];
        // Twice the cell takes twice as long, and some steps besides.
        expect(whole).toBeLessThanOrEqual(2.2 * half + CHARACTERS);
      }),
      { seed: 36, numRuns: 250 },
    );
  },
);
