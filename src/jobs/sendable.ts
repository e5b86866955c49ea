import { isAmong, type Keys } from "../service/input-problems";
import { EMAIL_STATUSES } from "../service/result-words";
import {
  type JudgedAddress,
  type Verdict,
  type VerdictFacts,
  type VerdictSwitches,
  verdictOf,
  verdictOfReason,
  verdictOfStatus,
  verdictSaid,
  verdictWrittenWith,
} from "../service/verdict";

// Decides which rows of a verified list may be mailed, and why the others may not.

/** Rows of these piles are in the list only if the user ticks their pile. */
export const OPTIONAL_PILES = [
  "misspelt",
  "catchAll",
  "role",
  "gibberish",
  "longAgo",
  "otherRisk",
  "unwanted",
] as const;
export type OptionalPile = (typeof OPTIONAL_PILES)[number];

/** Each row of a list is in exactly one pile. */
export const PILES = [
  "ok",
  ...OPTIONAL_PILES,
  "leftOut",
  "duplicate",
  "disposable",
  "bounces",
  "notKnown",
  "noResult",
  "waiting",
  "noAddress",
] as const;
export type Pile = (typeof PILES)[number];

export interface RowToSend {
  row: number;
  /** The same for all spellings of an address; `null` in a row without one. */
  address: string | null;
  /** True if a formula in the cell is loading or in error, so it may hold an address later. */
  isWaiting: boolean;
  /** The key of the address in the cell. The service may have been asked about a corrected one. */
  own: string | null;
  /** The keys of the addresses that the row says not to write to. */
  unwanted: string[];
  /** The columns that say so. */
  unwantedBy: number[];
  /** The address that was verified, even if the cell says more. */
  shown: string;
  /** `""` if nothing tells the status of this address. */
  status: string;
  /** True if the results are about an earlier content of the cell. */
  isChanged: boolean;
  /** The answer's columns that the list has, and the domain of the address. */
  facts: VerdictFacts;
  verdict: string;
  reason: string;
}

const PILE_OF_VERDICT: Record<Verdict, Pile> = {
  "OK to send": "ok",
  Risky: "otherRisk",
  "Do not send": "bounces",
  "Not known": "notKnown",
};

/** How cautious a verdict is. Rows with a 1 are in the list if their box is ticked, rows with a 2 never are. */
const CAUTION: Record<Verdict, number> = { "OK to send": 0, Risky: 1, "Do not send": 2, "Not known": 2 };

/** If nothing tells who has written a verdict, one that forbids to send counts as typed: that is the safe reading. */
function isTyped({ verdict, reason }: Pick<RowToSend, "verdict" | "reason">): boolean {
  const [said, written] = [verdictSaid(verdict), verdictWrittenWith(reason)];
  // No word of ours: it may say anything.
  if (said === null) return verdict !== "";
  return written === null ? said === "Do not send" : said !== written;
}

/** A row that a person has judged counts more than one with a result, and that more than any other. */
const weightOf = (row: RowToSend): number => (isTyped(row) ? 2 : row.status === "" ? 0 : 1);

/**
 * A verdict that a person has typed decides. Otherwise the columns of the answer count, or the verdict's column if it
 * is more cautious. Without a reason nobody knows who wrote a verdict, so it can only make the list more cautious.
 */
function pileOf({ status, facts, verdict, reason }: RowToSend, switches: VerdictSwitches): Pile {
  if (status === "") return "noResult";
  const judged: JudgedAddress = EMAIL_STATUSES.includes(status)
    ? verdictOf({ ...facts, email_status: status }, switches)
    : verdictOfStatus(status);
  const pile: Pile = judged.sign;
  const said = verdictSaid(verdict);
  // No word of ours: it may say anything.
  if (said === null) return verdict !== "" && mayBeTaken(pile) ? "noResult" : pile;
  if (said === judged.verdict) return pile;
  if (isTyped({ verdict, reason })) return PILE_OF_VERDICT[said];
  if (CAUTION[said] <= CAUTION[judged.verdict]) return pile;
  if (verdictWrittenWith(reason) === null) return PILE_OF_VERDICT[said];
  // A rule that was switched off since no longer counts.
  const ofReason = verdictOfReason(reason, switches);
  return ofReason?.sign ?? pile;
}

/** One row may spell an address as its cell does, another one as it was asked. Both are meant. */
const addressesOf = (rows: readonly RowToSend[], isMeant: (key: string) => boolean): Set<string | null> =>
  new Set(rows.flatMap(({ address, own }) => ([address, own].some((key) => key && isMeant(key)) ? [address] : [])));

/** The addresses that must not be written to. Any of their rows may say so. */
export function findUnwanted(rows: readonly RowToSend[]): Set<string | null> {
  const refused = new Set(rows.flatMap((each) => each.unwanted));
  return addressesOf(rows, (key) => refused.has(key));
}

/** The columns that say so of these rows' addresses, in the order of the sheet. */
export function refusingColumns(rows: readonly RowToSend[], unwanted: readonly number[]): number[] {
  const those = new Set(unwanted);
  const addresses = new Set(rows.flatMap(({ row, address }) => (those.has(row) ? [address] : [])));
  const keys = new Set(rows.flatMap(({ address, own }) => (addresses.has(address) ? [address, own] : [])));
  const columns = rows.flatMap((each) => (each.unwanted.some((key) => keys.has(key)) ? each.unwantedBy : []));
  return [...new Set(columns)].sort((a, b) => a - b);
}

/** One row stands for each address and the others are its duplicates, so each pile counts what its box adds. */
export function sortIntoPiles(
  rows: readonly RowToSend[],
  leftOut: Keys,
  switches: VerdictSwitches,
): Record<Pile, number[]> {
  const piles = Object.fromEntries(PILES.map((pile) => [pile, [] as number[]])) as Record<Pile, number[]>;
  const chosen = new Map<string, RowToSend>();
  for (const each of rows) {
    const before = each.address === null ? undefined : chosen.get(each.address);
    if (each.address !== null && (!before || weightOf(before) < weightOf(each))) chosen.set(each.address, each);
  }
  const out = addressesOf(rows, (key) => isAmong(key, leftOut));
  const unwanted = findUnwanted(rows);
  for (const each of rows) {
    const { row, address, isWaiting } = each;
    if (address === null) piles[isWaiting ? "waiting" : "noAddress"].push(row);
    else if (out.has(address)) piles.leftOut.push(row);
    else if (chosen.get(address) !== each) piles.duplicate.push(row);
    else {
      const pile = pileOf(each, switches);
      piles[unwanted.has(address) && mayBeTaken(pile) ? "unwanted" : pile].push(row);
    }
  }
  return piles;
}

const mayBeTaken = (pile: Pile): boolean => pile === "ok" || OPTIONAL_PILES.some((optional) => optional === pile);

export const rowsToSend = (piles: Record<Pile, number[]>, taken: readonly OptionalPile[]): number[] =>
  [...piles.ok, ...OPTIONAL_PILES.filter((pile) => taken.includes(pile)).flatMap((pile) => piles[pile])].sort(
    (a, b) => a - b,
  );
