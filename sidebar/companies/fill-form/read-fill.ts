import { readCount } from "../../format/numbers";

/** The form as typed; empty amounts mean no limit. */
export interface FillDraft {
  amount: string;
  unit: "pages" | "companies";
  /** Credits. */
  cap: string;
  sheetName: string;
}

/** Specification 8.3. */
const COMPANIES_PER_PAGE = 25;
const MOST_PAGES = 1_000;

/** What the form asks for; `null` is all there is, or no limit. */
export function readFill({ amount, unit, cap }: Pick<FillDraft, "amount" | "unit" | "cap">): {
  pages: number | null;
  capHalves: number | null;
  problems: Partial<Record<"amount" | "cap", string>>;
} {
  const problems: Partial<Record<"amount" | "cap", string>> = {};
  const per = unit === "pages" ? 1 : COMPANIES_PER_PAGE;
  const count = amount.trim() === "" ? null : readCount(amount);
  const credits = cap.trim() === "" ? null : readCount(cap);
  const pages = count === null ? null : Math.ceil(count / per);
  if (amount.trim() !== "" && (pages === null || pages < 1 || pages > MOST_PAGES)) {
    problems.amount = `Give a whole number from 1 to ${MOST_PAGES * per}.`;
  }
  if (cap.trim() !== "" && credits === null) problems.cap = "Give a whole number.";
  return { pages, capHalves: credits === null ? null : 2 * credits, problems };
}
