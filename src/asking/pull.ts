import type { Clock } from "../google";
import { countIn } from "../json";
import type { Limiter } from "../pacing/limiter";
import { nextWaitMs } from "../pacing/turns";
import { isAccountFailure, isSurelyUndone, retryReason, type ServiceError } from "../service/errors";
import { COMPANY_REFUSALS, halvesForEmails, setSizeFor } from "../service/limits";
import {
  continueSearch,
  type DomainSearch,
  type EmailSearch,
  type FoundEmail,
  nextSetOf,
  type Outcome,
  type ServiceCall,
  type ServiceClient,
  searchDomain,
} from "../service/operations";
import { type Charge, type ChargeInAll, failed, tellRefusals } from "./reply";

/** A search ends after this many losses without a new email. Starting anew costs only calls (service.domain-price). */
const MAX_LOSSES = 3;

/** No address is longer than this, so the rest of a longer text is not needed to tell it from others. */
const MAX_ADDRESS_CHARACTERS = 1_000;

/** @param attempts earlier attempts that failed; they count as losses */
export const newPull = (search: EmailSearch, attempts = 0) => ({
  search,
  attempts,
  /** By address, in the order of arrival. A search begun anew brings the same emails again. */
  found: new Map<string, FoundEmail>(),
  /** The first answer holds the details of the company. */
  first: null as DomainSearch | null,
  setLimit: search.limit,
  /** The id that brings the next set; `""` to search anew from the first one. */
  searchId: "",
  searched: 0,
  /** The most emails that one search has brought. Those without an address are charged for as well. */
  sent: 0,
  expected: 0,
  /** Counts lost sets, in all and since the last new email. */
  losses: 0,
  vainLosses: 0,
  isDone: false,
  hasMore: false,
  /** True if the service has more emails but does not send them. */
  isCut: false,
  lastError: null as ServiceError | null,
  error: null as ServiceError | null,
  isUnsure: false,
});
export type Pull = ReturnType<typeof newPull>;

const isOpen = ({ isDone, error }: Pull): boolean => !isDone && error === null;

/** True if all announced emails have come, even if sets were lost on the way. */
export const isWhole = ({ isDone, isCut, losses, found, expected }: Pull): boolean =>
  isDone && !isCut && (losses === 0 || found.size >= expected);

/**
 * Pulls sets until all companies have theirs, or an account failure ends it.
 * @param awaitTurn returns the open companies whose turn has come; none if no turn comes in time
 * @param latestStartMs no wait for another attempt lasts longer than this
 */
export function pullSets(
  pulls: Pull[],
  { client, limiter, clock }: { client: ServiceClient; limiter: Limiter; clock: Clock },
  awaitTurn: (open: Pull[], round: number) => Pull[],
  latestStartMs: number,
): ServiceError[] {
  const errors: ServiceError[] = [];
  for (let round = 0; ; round++) {
    const open = pulls.filter(isOpen);
    const granted = open.length > 0 ? awaitTurn(open, round) : [];
    if (granted.length === 0) return errors;
    const outcomes = client.askAll<DomainSearch>(granted.map(nextCall));
    const waitMs = Math.max(...granted.map((pull, i) => takeOutcome(pull, outcomes[i] as Outcome<DomainSearch>)));
    tellRefusals(limiter, outcomes);
    errors.push(...outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error])));
    if (errors.some(isAccountFailure) || clock.nowMs() + waitMs > latestStartMs) return errors;
    if (waitMs > 0) clock.sleep(waitMs);
  }
}

/** A continuation means "the next set", so it is never sent twice. */
const nextCall = ({ search, setLimit, searchId }: Pull): ServiceCall<DomainSearch> =>
  searchId === "" ? searchDomain({ ...search, limit: setLimit }) : continueSearch(searchId);

/** @returns the wait before a lost search is begun anew; 0 if none was lost */
function takeOutcome(pull: Pull, outcome: Outcome<DomainSearch>): number {
  pull.lastError = outcome.ok ? null : outcome.error;
  if (outcome.ok) {
    takeSet(pull, outcome.result);
    return 0;
  }
  const { error } = outcome;
  if (!isSurelyUndone(error)) pull.isUnsure = true;
  const isBegun = pull.first !== null;
  if (isBegun) lose(pull);
  // A set that did not come may have been sent, so the search is begun anew.
  pull.searchId = "";
  const reason = retryReason(error);
  // A failure of the very first call is about the company, or the caller decides what to do.
  if (!isBegun || isInVain(pull) || reason === null) {
    pull.error = error;
    return 0;
  }
  return nextWaitMs(reason, pull.losses) ?? 0;
}

function lose(pull: Pull): void {
  pull.losses++;
  pull.vainLosses++;
}

const isInVain = ({ vainLosses, attempts }: Pull): boolean => vainLosses + attempts >= MAX_LOSSES;

export function takeSet(pull: Pull, set: DomainSearch): void {
  const { limit } = pull.search;
  const isFirst = pull.searchId === "";
  const { email_list: emails, meta } = set;
  pull.first ??= set;
  pull.searched = emails.length + (isFirst ? 0 : pull.searched);
  pull.sent = Math.max(pull.sent, pull.searched);
  for (const each of emails) {
    const key = typeof each.email === "string" ? each.email.trim().toLowerCase().slice(0, MAX_ADDRESS_CHARACTERS) : "";
    if (key === "" || pull.found.has(key)) continue;
    pull.found.set(key, each);
    pull.vainLosses = 0;
  }
  const left = countIn(meta.remaining_emails);
  if (isFirst) pull.expected = Math.max(pull.expected, Math.min(limit, pull.searched + (left ?? 0)));
  const searchId = nextSetOf(meta);
  pull.hasMore = meta.more_results === true;
  const isAll = !pull.hasMore || pull.searched >= limit;
  const isLost = !isAll && emails.length === 0;
  if (isLost) lose(pull);
  pull.isCut = (!isAll && searchId === "") || (isLost && isInVain(pull));
  pull.isDone = isAll || pull.isCut;
  if (pull.isDone) return;
  const size = countIn(meta.limit) || emails.length;
  const exact = setSizeFor(limit, size);
  // Sets of this size would bring, and cost, more than was wanted. So smaller ones are asked for; the first is free
  // again. If the service does not say how many are left, there may be as many.
  const isSmaller = exact < Math.min(size, pull.setLimit);
  const isDearer = left === null || halvesForEmails(pull.searched + left) > halvesForEmails(limit);
  const isTooMuch = isFirst && isSmaller && isDearer;
  if (isTooMuch) pull.setLimit = exact;
  pull.searchId = isTooMuch ? "" : searchId;
}

// The service does not name the cost. It follows from the number of emails, however often they were asked for.

const REFUSED: ChargeInAll = { halves: 0, isKnown: true, isFree: false };

export function chargeOfPull(pull: Pull): Charge | ChargeInAll {
  const { found, sent, first, error, isUnsure } = pull;
  const halves = halvesForEmails(Math.max(found.size, sent));
  if (isWhole(pull)) return { halves, isKnown: true, isFree: halves === 0 };
  // A lost answer would have held the same refusal of the company, and cost nothing either.
  if (first === null && error !== null && COMPANY_REFUSALS.includes(error.code)) return REFUSED;
  if (isUnsure) return "unknown";
  return halves === 0 ? "undone" : { halves, isKnown: false, isFree: false };
}

export function chargeOfSearch(outcome: Outcome<DomainSearch>): Charge | ChargeInAll {
  if (!outcome.ok) return COMPANY_REFUSALS.includes(outcome.error.code) ? REFUSED : failed(outcome.error).charge;
  const halves = halvesForEmails(outcome.result.email_list.length);
  return { halves, isKnown: true, isFree: halves === 0 };
}
