import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../../local/project-root";
import { traitsOf } from "../../../src/jobs/rows";
import { VERDICTS } from "../../../src/service/result-words";
import { USUAL_SWITCHES, type VerdictFacts, verdictOf } from "../../../src/service/verdict";

const textOf = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), "utf8");

const VALID = { email_status: "VALID", type: "professional", disposable: false, gibberish: false };
const RECOVERED = { ...USUAL_SWITCHES, recoveredIsRisky: true };

/** What each line of the tables speaks of; whatever stands in a later line holds as well. */
const LINES: [words: RegExp, facts: VerdictFacts[]][] = [
  [/did not answer/, [{ email_status: "INVALID", email_sub_status: "smtp_timed_out" }]],
  [
    /takes no mail, or the address does not exist/,
    [{ email_status: "INVALID", email_sub_status: "no_mx_records" }, { email_status: "INVALID" }],
  ],
  [/no status/, [{ email_status: "" }]],
  [/throw-away/, [{ disposable: true, email_status: "CATCH_ALL" }]],
  [/misspelt/, [{ domain: "gmial.com", email_status: "CATCH_ALL" }, { domain: "GMIAL.com" }]],
  [/takes any address: CATCH_ALL/, [{ email_status: "CATCH_ALL" }]],
  [/VALID on a catch-all domain/, [{ catch_all: true }]],
  [/role's address/, [{ type: "generic" }]],
  [/random characters/, [{ gibberish: true }]],
  [/VALID otherwise/, [{}]],
];

const expectVerdicts = (rows: { words: string; verdict: string }[]): void => {
  expect(rows.map(({ words }) => LINES.findIndex(([each]) => each.test(words)))).toEqual(LINES.map((_, i) => i));
  for (const [i, [, facts]] of LINES.entries())
    for (const each of facts)
      expect({ line: i, verdict: verdictOf({ ...VALID, ...each }, RECOVERED).verdict }).toEqual({
        line: i,
        verdict: rows[i]?.verdict,
      });
};

test("the guide shows the rules as they are, each in the colour of its column", () => {
  const [, table = ""] = textOf("sidebar/guide.html").split("What each verdict means");
  const cells = /<td>([^<]+)<\/td>\s*<td style="background: (#\w+)">([^<]+)<\/td>/g;
  const rows = [...(table.split("</table>")[0] ?? "").matchAll(cells)];
  expectVerdicts(rows.map(([, words = "", , verdict = ""]) => ({ words, verdict })));
  const colours = Object.fromEntries(traitsOf("verify").coloursOf("verdict"));
  for (const [, , colour, verdict = ""] of rows)
    expect({ verdict, colour }).toEqual({ verdict, colour: colours[verdict] });
  expect(Object.keys(colours)).toEqual([...VERDICTS]);
});

test("the guide says what becomes of an address of a misspelt provider", () => {
  const [, said = ""] = /Left unticked, ([^<]+)/.exec(textOf("sidebar/guide.html")) ?? [];
  const told = [...said.replace(/\s+/g, " ").matchAll(/(Do not send|Risky)(?: even)? if it is ([A-Z]+)/g)];
  expect(told).toHaveLength(2);
  for (const [, verdict, status = ""] of told)
    expect(verdictOf({ ...VALID, email_status: status, email: "ann@gmial.com" }, RECOVERED).verdict).toBe(verdict);
});

test("so does the page about verdicts", () => {
  const rows = [...textOf("docs/verdict.md").matchAll(/^\| (it.+?|its.+?|the.+?) +\| ([A-Z][A-Za-z ]+?) +\|$/gm)];
  expectVerdicts(rows.map(([, words = "", verdict = ""]) => ({ words, verdict })));
});
