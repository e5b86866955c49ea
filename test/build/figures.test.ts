import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";
import type { Figure } from "../../scripts/bench/figures";
import { FILTER_CATALOGUE } from "../../src/service/filters";

const read = (name: string): string => readFileSync(path.join(PROJECT_ROOT, name), "utf8");

/** The last whole run of the bench, a figure a line. */
const FIGURES = read("docs/bench.ndjson")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Figure);

/** @throws if the bench measures no such figure any more */
function measuredOf(section: string, name: string, model: string | null = "documented"): number {
  const figure = FIGURES.find((each) => each.section === section && each.name === name && each.model === model);
  if (!figure || figure.value === null) throw new Error(`docs/bench.ndjson has no "${name}" (${section}, ${model}).`);
  return figure.value;
}

const SLOW = ["slow", "serialised"];

const verified = ["documented", ...SLOW].map((model) => measuredOf("verify", "share of 400 a minute", model));
const foundSlowly = SLOW.map((model) => measuredOf("find", "share of 1000 a minute, start and end included", model));
const filledSlowly = SLOW.map((model) => measuredOf("fill", "pages a minute", model));
const loopHours = 10_000 / measuredOf("verify", "a loop, row after row: rows a minute") / 60;

/** A sentence with figures, and what the bench says of each. No promise is rounded up. */
const SENTENCES: [name: string, sentence: RegExp, measured: number[]][] = [
  [
    "calls of a list that repeats",
    /10,000 rows with 4,000 different addresses: ([\d,]+) calls, not 10,000/,
    [measuredOf("repeated", "calls for 10000 rows with 4000 different emails")],
  ],
  [
    "time and refusals of a long list",
    /10,000 different addresses: less than (\d+) minutes, not (\d+) hours, and (\d+) refused calls/,
    [
      Math.ceil(measuredOf("verify", "from Start pressed to the last result")),
      Math.floor(loopHours),
      measuredOf("verify", "refused as too fast (429)"),
    ],
  ],
  [
    "verifying",
    /verifies at (\d+) to (\d+) % of 400 a minute/,
    [Math.floor(Math.min(...verified)), Math.floor(Math.max(...verified))],
  ],
  [
    "finding",
    /finds emails at (\d+) % of 1,000/,
    [Math.floor(measuredOf("find", "share of 1000 a minute, start and end included"))],
  ],
  ["filling", /fills (\d+) pages a minute where 120 are permitted/, [Math.floor(measuredOf("fill", "pages a minute"))]],
  [
    "a slow Google",
    /three times as slow it finds at (\d+) to (\d+) % and fills (\d+) pages/,
    [Math.floor(Math.min(...foundSlowly)), Math.floor(Math.max(...foundSlowly)), Math.floor(Math.min(...filledSlowly))],
  ],
  [
    "executions that overlap",
    /some (\d+) verifications a minute/,
    [Math.floor(measuredOf("closed", "bound script, executions that overlap: emails a minute") / 10) * 10],
  ],
];

describe("the README's figures are those of the last bench", () => {
  const text = read("README.md").replace(/\s+/g, " ");

  test.each(SENTENCES)("%s", (_, sentence, measured) => {
    const [, ...told] = sentence.exec(text) ?? [];
    expect(told.map((figure) => Number(figure.replace(",", "")))).toEqual(measured);
  });
});

test("docs/reliability.md has the figures of the last bench", () => {
  const rows = [
    ...read("docs/reliability.md").matchAll(/^\| `(\w+)`: (.+?) \| ([\d.,]+) +\| ([\d.,]+) +\| ([\d.,]+) +\|$/gm),
  ];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, section = "", name = "", ...told] of rows) {
    const measured = ["documented", ...SLOW].map((model) => measuredOf(section, name.trim(), model));
    expect([section, name.trim(), ...told.map(Number)]).toEqual([section, name.trim(), ...measured]);
  }
});

test.each(["README.md", "CHANGELOG.md"])("%s counts the filters of company search", (name) => {
  const told = [...read(name).matchAll(/\b(\d+) filters\b/g)].map(([, figure]) => Number(figure));
  expect(told).toEqual([FILTER_CATALOGUE.length]);
});
