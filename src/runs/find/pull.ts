import { halvesForEmails, setSizeFor } from "../../service/domain-search";
import { continueSearch, type ServiceCall, searchDomain } from "../../service/operations";
import type { DomainSearch, FoundEmail } from "../../service/resources";
import type { SliceItem } from "../slices";
import type { FindOptions } from "../views";

/** One company while its emails are pulled, set by set. */
export interface Pull {
  item: SliceItem;
  /** By address, in the order of their arrival. Searching anew brings the same ones again. */
  held: Map<string, FoundEmail>;
  /** The first answer: what it says of the company stays. */
  first: DomainSearch | null;
  /** Emails asked for at a time. */
  setLimit: number;
  /** The way to the next set; `""` to search anew from the first one. */
  searchId: string;
  /** Emails that the search under way has brought. */
  searched: number;
  /** So many there must be, as the service has said. */
  expected: number;
  /** Sets that were lost. */
  losses: number;
  isDone: boolean;
}

/** A company of which nothing was asked yet. */
export const newPull = (item: SliceItem, { limit }: FindOptions): Pull => ({
  item,
  held: new Map(),
  first: null,
  setLimit: limit,
  searchId: "",
  searched: 0,
  expected: 0,
  losses: 0,
  isDone: false,
});

/** The next call. A continuation means "the next set": `takeSet` or `loseSet` has to follow, so that none is repeated. */
export const nextCall = (
  { item, setLimit, searchId }: Pull,
  { emailType, enrichment }: FindOptions,
): ServiceCall<DomainSearch> =>
  searchId === ""
    ? searchDomain({ company: item.text, limit: setLimit, emailType, companyEnrichment: enrichment.length > 0 })
    : continueSearch(searchId);

/** Takes in a set, and finds out how to go on. */
export function takeSet(pull: Pull, set: DomainSearch, limit: number): void {
  const isFirst = pull.searchId === "";
  const { email_list: emails, meta } = set;
  pull.first ??= set;
  pull.searched = emails.length + (isFirst ? 0 : pull.searched);
  for (const found of emails) {
    const key = typeof found.email === "string" ? found.email.trim().toLowerCase() : "";
    if (key !== "" && !pull.held.has(key)) pull.held.set(key, found);
  }
  const left = Number(meta.remaining_emails) || 0;
  if (isFirst) pull.expected = Math.max(pull.expected, Math.min(limit, pull.searched + left));
  const searchId = meta.more_results === true && emails.length > 0 ? String(meta.search_id ?? "") : "";
  pull.isDone = searchId === "" || pull.searched >= limit;
  if (pull.isDone) return;
  const size = Number(meta.limit) || emails.length;
  const exact = setSizeFor(limit, size);
  // Sets of this size would bring, and cost, more than was wished: smaller ones, the first of which are free again.
  const isTooMuch = isFirst && exact < size && halvesForEmails(pull.searched + left) > halvesForEmails(limit);
  if (isTooMuch) pull.setLimit = exact;
  pull.searchId = isTooMuch ? "" : searchId;
}

/** A set that did not come may have been sent: the search is begun anew. */
export function loseSet(pull: Pull): void {
  pull.losses++;
  pull.searchId = "";
}

/** Whether all emails have come that the service has spoken of, although sets were lost. */
export const isWhole = ({ held, expected, losses }: Pull): boolean => losses === 0 || held.size >= expected;
