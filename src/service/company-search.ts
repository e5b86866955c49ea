/** The limits of a company search (specification 8.3). */
export const COMPANIES_PER_PAGE = 25;
export const MOST_PAGES = 1_000;
export const MOST_LIST_ENTRIES = 500;

/** One credit for a page with at least one company (specification 8.1). */
export const HALVES_PER_PAGE = 2;

/** The same page is free for the team for so long (specification 8.1). */
export const FREE_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000;
