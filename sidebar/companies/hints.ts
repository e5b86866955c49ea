import { asciiJson, parse } from "../../src/json";
import type { NamedProblem } from "../../src/service/filters";
import type { Found } from "./list-choices";

/** Earlier answers of the service give these hints. They are kept with the user. */
export interface Hints {
  /** The latest values come first, by the filter or leaf that takes them. */
  seen: Readonly<Record<string, readonly string[]>>;
  needs: Readonly<Record<string, string>>;
  /** The filters were refused with this plan; another one may permit them. */
  plan: string;
}

export const NO_HINTS: Hints = { seen: {}, needs: {}, plan: "" };

/** The names of these fields are guesses, because none are specified. */
export const SEEN_IN: Record<string, readonly string[]> = {
  company_industry: ["industry", "industries"],
  "company_funding.stage": ["funding.stage", "funding.last_stage", "funding_stage"],
  company_technology: ["technologies"],
  company_keywords: ["keywords"],
};

const MAX_SEEN = 150;

/** Previews cut texts at this length, perhaps within a value. */
const CUT_CHARACTERS = 200;

/** The server keeps no more, in ASCII. */
const MAX_CHARACTERS = 8_400;

export const readHints = (text: string): Hints => ({ ...NO_HINTS, ...parse<Hints>(text) });

/** The server keeps ASCII. The oldest values are dropped if the text gets too long. */
export function writeHints(hints: Hints): string {
  const text = asciiJson(hints);
  if (text.length <= MAX_CHARACTERS) return text;
  const shorter = Object.entries(hints.seen).map(([path, values]) => [
    path,
    values.slice(0, (values.length * 0.8) | 0),
  ]);
  return writeHints({ ...hints, seen: Object.fromEntries(shorter) });
}

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

/** Accepted filters need no higher plan, so what was said of it is forgotten. */
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

/** Returns `""` if no such plan is known. */
export const neededPlan = ({ needs, plan }: Hints, path: string, ofAccount: string): string =>
  plan === ofAccount ? (needs[path] ?? "") : "";

export function knownValues({ seen }: Hints, leafPath: string): string[] {
  const values = seen[leafPath] ?? seen[leafPath.replace(/\.(?:include|exclude)$/, "")] ?? [];
  return [...values].sort((a, b) => a.localeCompare(b));
}

const LEAST_ALIKE = 0.35;

/** "hospital & health care" is usually spelt "Hospital & Health Care". */
export const withCapitals = (text: string): string =>
  text.replace(/(?<=^|[ (/-])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** "software" finds "Software Development". */
export function nearest(text: string, known: readonly string[], most = 3): string[] {
  return known
    .map((value) => ({ value, alike: likeness(text.toLowerCase(), value.toLowerCase()) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, most)
    .map(({ value }) => value);
}

/** Returns the share of letter pairs in common (Dice); more if one text contains the other. */
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

/** Finds the same text, or the only location of that name. */
export function matchLocation(typed: string, offered: readonly string[]): string | undefined {
  const plain = (text: string): string => text.trim().toLowerCase();
  const same = offered.find((name) => plain(name) === plain(typed));
  const named = offered.filter((name) => plain(name.split(",")[0] ?? "") === plain(typed));
  return same ?? (named.length === 1 ? named[0] : offered.length === 1 ? offered[0] : undefined);
}
