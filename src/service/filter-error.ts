import { FILTER_CATALOGUE } from "./filter-catalogue";

/** Something that the service says of one filter. */
export interface NamedProblem {
  /** The filter's path; `null` when none is named. */
  path: string | null;
  message: string;
  /** The lowest plan that may use it; `null` when that is not what is missing. */
  plan: string | null;
}

/** What can be read beside a filter. */
const MAX_MESSAGE_CHARACTERS = 500;

const REFUSED_FOR_PLAN = /([A-Za-z_][\w.]*)\s*\(\s*([^()]+?)\s*\+\s*\)/g;
const LEADING_NAME = /^\s*([A-Za-z_][\w.]*)\s*:\s*/;

/** Takes apart the `filter_error` of `PLAN_REQUIRED`: `<filter> (<PLAN>+)` for each filter (specification 2.3). */
export function readPlanError(detail: string): NamedProblem[] {
  const problems: NamedProblem[] = [];
  detail.replace(REFUSED_FOR_PLAN, (whole, path: string, plan: string) => {
    problems.push({ path, plan, message: `This filter needs the plan ${plan} or a higher one.` });
    return whole;
  });
  return problems.length > 0 ? problems : [{ path: null, message: cut(detail), plan: null }];
}

/** Takes apart the `filter_error` of `INVALID_FILTERS`: a text that names the filter somewhere (specification 2.3). */
export function readInvalidError(detail: string): NamedProblem[] {
  const named = FILTER_CATALOGUE.map(({ path }) => path).filter((path) => mentions(detail, path));
  const leading = LEADING_NAME.exec(detail)?.[1];
  if (named.length === 0 && leading !== undefined) named.push(leading);
  const message = named.some((path) => detail.startsWith(path)) ? detail.replace(LEADING_NAME, "") : detail;
  const paths: (string | null)[] = named.length > 0 ? named : [null];
  return paths.map((path) => ({ path, message: cut(message), plan: null }));
}

const cut = (text: string): string =>
  text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : text;

/** As a whole word: `company_funding` is no mention of `company_funding_date`, `company_funding.stage` is one. */
function mentions(text: string, path: string): boolean {
  return new RegExp(`(?<!\\w)${path.replace(/\./g, "\\.")}(?!\\w)`).test(text);
}
