import { parseOptions, UsageError } from "../../local/command-line";
import { KINDS, type Kind } from "./scenario";

export interface SoakOptions {
  kinds: Kind[];
  seeds: number;
  from: number;
  /** The time after which it ends, however many seeds are left. */
  minutes: number | null;
  /** The number of jobs in one document, to count what stays behind; `null` for one job and what happens to it. */
  jobs: number | null;
  json: boolean;
  /** Tells everything that happens. */
  verbose: boolean;
  shrinks: boolean;
  sort: WorldSort;
}

/**
 * `watched`: new rows of a column are checked automatically instead of a first job; `protected`: the spreadsheet is
 * somebody else's, who protects parts of it.
 */
export type WorldSort = "ordinary" | "watched" | "protected";

const DEFAULT_SEEDS = 100;

export const SOAK_USAGE = `Usage: npm run soak -- [--kind ${KINDS.join("|")}] [--seeds N] [--from SEED] [--minutes N] [--jobs N]
                       [--watched|--protected] [--json] [--verbose] [--no-shrink]
--kind       worlds of this kind only
--seeds N    how many worlds of each kind; ${DEFAULT_SEEDS} when not given
--from SEED  the first one; 1 when not given
--minutes N  ends after this time, however many seeds are left
--jobs N     this many small jobs in one document, and what stays behind
--watched    new rows are checked automatically instead of a first job: of verify, find and enrich
--protected  the spreadsheet is somebody else's, who protects parts of it: all kinds but formulas
--json       prints what came of each world, and nothing else
--verbose    tells everything that happens
--no-shrink  prints a world that fails as it is, without making it smaller`;

/** @throws UsageError */
export function readOptions(args: string[]): SoakOptions {
  const { values } = parseOptions({
    args,
    options: {
      kind: { type: "string" },
      seeds: { type: "string", default: String(DEFAULT_SEEDS) },
      from: { type: "string", default: "1" },
      minutes: { type: "string" },
      jobs: { type: "string" },
      json: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      "no-shrink": { type: "boolean", default: false },
      watched: { type: "boolean", default: false },
      protected: { type: "boolean", default: false },
    },
  });
  const kinds = KINDS.filter((kind) => values.kind === undefined || values.kind === kind);
  if (kinds.length === 0) throw new UsageError(`--kind is one of ${KINDS.join(", ")}, not "${values.kind}".`);
  return {
    kinds,
    seeds: count("seeds", values.seeds),
    from: count("from", values.from),
    minutes: values.minutes === undefined ? null : count("minutes", values.minutes),
    jobs: values.jobs === undefined ? null : count("jobs", values.jobs),
    json: values.json,
    verbose: values.verbose,
    shrinks: !values["no-shrink"],
    sort: values.watched ? "watched" : values.protected ? "protected" : "ordinary",
  };
}

function count(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a number, not "${text}".`);
  return Number(text);
}
