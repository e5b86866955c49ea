import type { Assertion } from "./assertion";

/** An assertion with what was seen. */
export interface Finding {
  assertion: Assertion;
  seen: string;
}

export const isSame = ({ assertion, seen }: Finding): boolean => assertion.expected === seen;

/** Leaves room in an issue for a few words of one's own. */
const LONGEST_TEXT = 5_000;

/** Details are shortened until everything fits. */
const DETAIL_LENGTHS = [300, 150, 80, 40, 20];

/** Email addresses, and words as long as Google's ids of files and scripts. */
const PERSONAL = /(?<![\w.+-])[\w.+-]+@[\w.-]+|[\w-]{25,}/g;

function shorten(text: string, length: number): string {
  const clean = text.replace(PERSONAL, "[left out]").replace(/\s+/g, " ");
  return clean.length > length ? `${clean.slice(0, length)}…` : clean;
}

/**
 * The text to paste into an issue: at most 5,000 characters, nothing personal. It tells in full what differs from
 * docs/google.md, and of the rest the names.
 * @param heading version, day and language
 * @param times of Google's calls, as `npm run bench -- --model FILE` takes them
 */
export function writeReport(
  heading: string,
  findings: Finding[],
  wanted: number,
  times: Record<string, unknown> = {},
): string {
  const others = findings.filter((finding) => !isSame(finding));
  const settled = findings.filter((finding) => isSame(finding) && finding.assertion.settles);
  const same = findings.filter((finding) => isSame(finding) && !finding.assertion.settles);
  const write = (length: number): string =>
    [
      heading,
      `${findings.length} of ${wanted} checked; ${others.length} differ from docs/google.md.`,
      ...others.map(
        ({ assertion: { id, expected, settles }, seen }) =>
          `- ${id}${settles ? " (settles)" : ""}: expected ${shorten(expected, length)}; seen ${shorten(seen, length)}`,
      ),
      `Settled as assumed: ${namesOf(settled)}`,
      `As documented: ${namesOf(same)}`,
      ...(Object.keys(times).length > 0 ? [`Times (ms): ${JSON.stringify(times)}`] : []),
    ].join("\n");
  const texts = DETAIL_LENGTHS.map(write);
  const fitting = texts.find((text) => text.length <= LONGEST_TEXT);
  return fitting ?? `${(texts[texts.length - 1] ?? "").slice(0, LONGEST_TEXT - 1)}…`;
}

/** Parts of one fact share its name: `cache:missing,get-all`. */
function namesOf(findings: Finding[]): string {
  const parts = new Map<string, string[]>();
  for (const { assertion } of findings) {
    const [fact = "", part] = assertion.id.replace(/^google\./, "").split(":");
    parts.set(fact, [...(parts.get(fact) ?? []), ...(part === undefined ? [] : [part])]);
  }
  return (
    [...parts].map(([fact, names]) => (names.length === 0 ? fact : `${fact}:${names.join(",")}`)).join(" ") || "none"
  );
}
