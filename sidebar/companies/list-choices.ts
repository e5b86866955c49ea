import type { ListColumn } from "../../src/company-search/list-column";
import type { SearchPreview } from "../../src/company-search/preview";
import type { LeaveOutChoice } from "../../src/jobs/protocol";
import type { PastChoices } from "../../src/jobs/views";
import { listedHeaders } from "../../src/service/field-words";
import { COMPANIES_PER_PAGE, MAX_PAGES } from "../../src/service/limits";
import { many, readCount, write } from "../format";

export type Found = Extract<SearchPreview, { state: "found" }>;

export interface ColumnOrder {
  order: readonly string[];
  left: readonly string[];
}

const FIRST_COLUMNS = 10;

/** The most wanted fields come first. Their names are guesses, because none are specified. */
const WANTED = [
  /^(?:company_)?name$/,
  /^(?:domain|website|url)$/,
  /^industr/,
  /^(?:size|headcount|employees)$/,
  /(?:^|\.)country$/,
  /(?:^|\.)city$/,
  /^founded/,
  /^revenue/,
  /^type$/,
  /^linkedin/,
  /^funding\.(?:stage|total)/,
  /^description$/,
];

/** Nobody reads ids, pictures and deeply nested fields. */
const UNREADABLE = /(?:^|[._])(?:id|oid|uuid|logo)$|\..*\./;

/** A list begins with the columns of the last one, or with the ten that most people want. */
export function firstChoices({ columns, chosenBefore }: Pick<Found, "columns" | "chosenBefore">): ColumnOrder {
  const names = columns.map(({ name }) => name);
  const before = chosenBefore.filter((name) => names.includes(name));
  if (before.length > 0) {
    const others = names.filter((name) => !before.includes(name));
    return { order: [...before, ...others], left: others };
  }
  const placeOf = (name: string): number => {
    const place = WANTED.findIndex((wanted) => wanted.test(name));
    return place < 0 ? WANTED.length + Number(UNREADABLE.test(name)) : place;
  };
  const order = [...names].sort((a, b) => placeOf(a) - placeOf(b));
  const filled = columns.filter(({ filled }) => filled > 0).map(({ name }) => name);
  // One of each kind: a domain or a website, a headcount or a size.
  const wanted = WANTED.flatMap((each) => order.find((name) => each.test(name) && filled.includes(name)) ?? []);
  const others = order.filter((name) => filled.includes(name) && !WANTED.some((each) => each.test(name)));
  const chosen = [...new Set([...wanted, ...others])].slice(0, FIRST_COLUMNS);
  return { order: [...new Set([...chosen, ...order])], left: order.filter((name) => !chosen.includes(name)) };
}

export const wantedColumns = ({ order, left }: ColumnOrder): string[] => order.filter((name) => !left.includes(name));

const PLACE = [/(?:^|\.)city$/, /(?:^|\.)country$/];

export interface Fact {
  header: string;
  /** The indexes of its cells in a row. */
  columns: number[];
}

/** Four facts fit into 300 px, in pairs one below the other. The place is the last. */
export function previewFacts(names: readonly string[], wanted: readonly string[]): Fact[] {
  const headers = listedHeaders(names);
  const place = PLACE.flatMap((part) => {
    const at = names.findIndex((name) => part.test(name));
    return at < 0 ? [] : [at];
  });
  const facts = wanted
    .map((name) => names.indexOf(name))
    .filter((at) => !place.includes(at))
    .map((at): Fact => ({ header: headers[at] ?? "", columns: [at] }));
  return place.length === 0 ? facts.slice(0, 4) : [...facts.slice(0, 3), { header: "Location", columns: place }];
}

export interface FormDraft {
  amount: string;
  unit: "pages" | "companies";
  cap: string;
  sheetName: string;
}

/** What is chosen for a list stays when its search is changed, or previewed again. */
export interface ListForm {
  draft: FormDraft;
  /** `null` for a new sheet. */
  place: Pick<ListColumn, "sheetId" | "sheetName"> | "finding" | null;
  leaveOut: LeaveOutChoice | null;
  /** The columns in their order; `null` until some are chosen here. */
  columns: string[] | null;
}

export const FIRST_FORM: ListForm = {
  draft: { amount: "", unit: "pages", cap: "", sheetName: "Companies" },
  place: null,
  leaveOut: null,
  columns: null,
};

/** The choices of an earlier list for another one, which goes into a new sheet, of the same name if that was new too. */
export function formOf({ choices, leaveOut }: Pick<PastChoices, "choices" | "leaveOut">): ListForm {
  if (choices.kind !== "companies") return FIRST_FORM;
  const { pages, capHalves, columns, target } = choices;
  const textOf = (count: number | null): string => (count === null ? "" : String(count));
  const { draft: first } = FIRST_FORM;
  const sheetName = target.kind === "new" ? target.sheetName : first.sheetName;
  const draft = { ...first, sheetName, amount: textOf(pages), cap: textOf(capHalves && capHalves / 2) };
  return { ...FIRST_FORM, draft, leaveOut, columns };
}

/** `pages` is `null` for all pages; `problem` is empty if the amount can be used. */
export function readAmount({ amount, unit }: Pick<FormDraft, "amount" | "unit">) {
  const per = unit === "pages" ? 1 : COMPANIES_PER_PAGE;
  const count = readCount(amount);
  const pages = count === null ? null : Math.ceil(count / per);
  const isUsable = amount.trim() === "" || (pages !== null && pages >= 1 && pages <= MAX_PAGES);
  return { pages, problem: isUsable ? "" : `Give a whole number from 1 to ${write(MAX_PAGES * per)}.` };
}

/** "30 companies are 2 pages of 25." Empty if no more come than are wanted. */
export function roundedText(draft: Pick<FormDraft, "amount" | "unit">): string {
  const count = readCount(draft.amount) ?? 0;
  const { pages, problem } = readAmount(draft);
  if (draft.unit === "pages" || problem !== "" || pages === null || count === pages * COMPANIES_PER_PAGE) return "";
  const are = count === 1 ? "company is" : "companies are";
  return `${write(count)} ${are} ${many(pages, "page")} of ${COMPANIES_PER_PAGE}: whole pages are paid for and added.`;
}
