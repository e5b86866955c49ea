import { splitSearch } from "../../service/check-search";
import { COMPANIES_PER_PAGE, MOST_PAGES } from "../../service/company-search";
import type { CompanyPage } from "../../service/resources";
import type { FillWish } from "./views";

/** How much one search finds. */
export interface PageTotals {
  companies: number;
  /** That can be had: at most 1000 (specification 8.3). */
  pages: number;
}

/** The totals that came with a page; what is no number counts as nothing. */
export function readTotals({ pagination }: Pick<CompanyPage, "pagination">): PageTotals {
  const companies = countOf(pagination.total_count);
  const pages = countOf(pagination.total_page) || Math.ceil(companies / COMPANIES_PER_PAGE);
  return { companies, pages: Math.min(MOST_PAGES, pages) };
}

/** The pages of all searches of a wish; `null` when not all of them are counted. */
export function countedPages({ filters, totals }: Pick<FillWish, "filters" | "totals">): number | null {
  return totals && totals.counted >= splitSearch(filters).length ? totals.pages : null;
}

const countOf = (value: unknown): number => (typeof value === "number" && value > 0 ? Math.floor(value) : 0);
