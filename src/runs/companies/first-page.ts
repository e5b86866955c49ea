import type { Refusal } from "../../result";
import { ServiceError } from "../../service/errors";
import { searchCompanies } from "../../service/operations";
import type { CompanyFilters, CompanyPage } from "../../service/resources";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";

/** Somebody is waiting: what gets no turn by then says so. */
const LATEST_START_MS = 30_000;

/** The first page of a search: 1 credit, unless it was bought before or there is none. */
export function askFirstPage(parts: FillParts, filters: CompanyFilters): CompanyPage | ServiceError | Refusal {
  const { clock, newId } = parts;
  try {
    const { client, limiterOf } = parts.openService();
    const limiter = limiterOf("search-company", () => false);
    const latestStartMs = clock.nowMs() + LATEST_START_MS;
    const { granted } = limiter.awaitTurn({ ids: [newId()], latestStartMs, superseded: new Map() });
    const outcome = granted.length > 0 ? client.askAll([searchCompanies(filters, 1)])[0] : undefined;
    if (!outcome) return refusal("NO_TURN");
    if (!outcome.ok && outcome.error.status === 429) limiter.noteRefusals(1);
    return outcome.ok ? outcome.result : outcome.error;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Whether a search is valid, and no company is like that. */
export const findsNothing = (page: CompanyPage | ServiceError | Refusal): boolean =>
  page instanceof ServiceError && page.code === "NO_RESULTS";
