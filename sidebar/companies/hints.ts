import type { SearchPreview } from "../../src/company-search/preview";
import type { NamedProblem } from "../../src/service/filters";

/** What the service's earlier answers tell about filters. It is kept with the user, for later searches. */
export interface Hints {
  /** Values that companies have, by the filter or leaf that takes them, the latest first. */
  seen: Readonly<Record<string, readonly string[]>>;
  needs: Readonly<Record<string, string>>;
  /** The account's plan when these were refused; another plan may permit them. */
  plan: string;
}

export const NO_HINTS: Hints = { seen: {}, needs: {}, plan: "" };

type Found = Extract<SearchPreview, { state: "found" }>;

/** The fields of companies that show values of a filter. Their names are guesses, as none are specified. */
export const SEEN_IN: Record<string, readonly string[]> = {
  company_industry: ["industry", "industries"],
  "company_funding.stage": ["funding.stage", "funding.last_stage", "funding_stage"],
  company_technology: ["technologies"],
  company_keywords: ["keywords"],
};

const MAX_SEEN = 150;

/** Texts of a preview are cut to this length, perhaps within a value. */
const CUT_CHARACTERS = 200;

/** The server keeps no more, in ASCII. */
const MAX_CHARACTERS = 8_400;

/** Reads what the server has kept; unreadable text counts as nothing. */
export function readHints(text: string): Hints {
  try {
    return { ...NO_HINTS, ...JSON.parse(text) };
  } catch {
    return NO_HINTS;
  }
}

/** Writes hints as the server keeps them: in ASCII, without the oldest values if they get too long. */
export function writeHints(hints: Hints): string {
  const text = JSON.stringify(hints).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (text.length <= MAX_CHARACTERS) return text;
  const shorter = Object.entries(hints.seen).map(([path, values]) => [
    path,
    values.slice(0, (values.length * 0.8) | 0),
  ]);
  return writeHints({ ...hints, seen: Object.fromEntries(shorter) });
}

/**
 * Adds the values of companies.
 * @param names the columns of `rows`
 */
export function learnValues(hints: Hints, names: readonly string[], rows: readonly (readonly unknown[])[]): Hints {
  const news = Object.entries(SEEN_IN).flatMap(([path, fields]) => {
    const texts = names.flatMap((name, at) => (fields.includes(name) ? rows.map((row) => String(row[at] ?? "")) : []));
    const values = texts.flatMap((text) => {
      const parts = text.split("; ").filter((part) => part !== "");
      return text.length >= CUT_CHARACTERS ? parts.slice(0, -1) : parts;
    });
    const known = hints.seen[path] ?? [];
    const isNew = values.some((value) => !known.includes(value));
    return isNew ? [[path, [...new Set([...values, ...known])].slice(0, MAX_SEEN)] as const] : [];
  });
  return news.length > 0 ? { ...hints, seen: { ...hints.seen, ...Object.fromEntries(news) } } : hints;
}

/** Adds the values of a first page's companies, and forgets plans that the accepted filters were said to need. */
export function learnFound(
  hints: Hints,
  { columns, rows, filters }: Pick<Found, "columns" | "rows" | "filters">,
): Hints {
  const { company, ...others } = filters;
  const accepted = [...Object.keys(others), ...Object.keys(company ?? {}).map((name) => `company.${name}`)];
  const needs = Object.entries(hints.needs).filter(([path]) => !accepted.includes(path));
  const learned = learnValues(
    hints,
    columns.map(({ name }) => name),
    rows,
  );
  return needs.length < Object.keys(hints.needs).length ? { ...learned, needs: Object.fromEntries(needs) } : learned;
}

export function learnRefused(hints: Hints, problems: readonly NamedProblem[], plan: string): Hints {
  const needs = problems.flatMap(({ path, plan: needed }) => (path && needed ? [[path, needed]] : []));
  if (needs.length === 0) return hints;
  return { ...hints, plan, needs: { ...(hints.plan === plan ? hints.needs : {}), ...Object.fromEntries(needs) } };
}

/** The plan that a filter needs beyond the account's; `""` if none is known. */
export const neededPlan = ({ needs, plan }: Hints, path: string, ofAccount: string): string =>
  plan === ofAccount ? (needs[path] ?? "") : "";

export function knownValues({ seen }: Hints, leafPath: string): string[] {
  const values = seen[leafPath] ?? seen[leafPath.replace(/\.(?:include|exclude)$/, "")] ?? [];
  return [...values].sort((a, b) => a.localeCompare(b));
}

const LEAST_ALIKE = 0.35;

/** The known values that are most like a text: "software" finds "Software Development". */
export function nearest(text: string, known: readonly string[], most = 3): string[] {
  return known
    .map((value) => ({ value, alike: likeness(text.toLowerCase(), value.toLowerCase()) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, most)
    .map(({ value }) => value);
}

/** The share of letter pairs that two texts have in common (Dice); more if one contains the other. */
function likeness(one: string, other: string): number {
  if (other.includes(one) || one.includes(other)) return 1 + 1 / (1 + Math.abs(one.length - other.length));
  const pairs = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2));
  const left = pairs(other);
  let common = 0;
  for (const pair of pairs(one)) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / Math.max(1, one.length + other.length - 2);
}

/** The offered location that is meant: the same text, or the only one of that name. */
export function matchLocation(typed: string, offered: readonly string[]): string | undefined {
  const plain = (text: string): string => text.trim().toLowerCase();
  const same = offered.find((name) => plain(name) === plain(typed));
  const named = offered.filter((name) => plain(name.split(",")[0] ?? "") === plain(typed));
  return same ?? (named.length === 1 ? named[0] : offered.length === 1 ? offered[0] : undefined);
}
