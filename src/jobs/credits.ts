import type { Charge, ChargeInAll } from "../asking/reply";
import { parse } from "../json";
import { ID_CHARACTERS, questionId } from "../pacing/turns";

// The ledger of a job: a question is held at its worst case before it is asked, settled when its cost is known, and
// counted once however often it is asked. The ledger stands in one property with everything else of the job that
// changes. So the limiter reads and writes it in the same hold of the lock as the turn.

/** A question that may have to be asked again, because its answer did not reach the page or the sheet. */
interface Held {
  halves: number;
  askNumber: number;
  isKnown: boolean;
  /**
   * True once an answer has come. Asked again, the question costs nothing more. What a lost answer has cost may still
   * be unknown.
   */
  isAnswered: boolean;
}

export interface Ledger {
  closedHalves: number;
  /** True if a forgotten question may have cost less. */
  isClosedUnsure: boolean;
  /** Questions whose first answer was free. */
  freeAnswers: number;
  /** The number of times that questions were taken to be asked. */
  askNumber: number;
  /** The time of the last turn. */
  atMs: number;
  /** Questions by name. The one that was asked longest ago comes first. */
  open: Map<string, Held>;
}

export interface Spent {
  halves: number;
  /**
   * The part of `halves` that is reserved for questions whose answers have not come. It may still be charged, or come
   * back.
   */
  heldHalves: number;
  /** False if some answers were lost: then `halves` is the most that the job can have cost. */
  isExact: boolean;
  /** The same for `halves` without `heldHalves`. */
  isSettledExact: boolean;
  freeAnswers: number;
}

export type JobState = "running" | "paused" | "stopped" | "finished";

/** What changes of a job while it goes on. It is changed only under the document lock. */
export interface Standing {
  /** Raised by whoever starts, resumes or ends the job. A driver of another epoch may not ask. */
  epoch: number;
  /** Nothing that was asked in this epoch or before is on its way. */
  landed: number;
  state: JobState;
  /** Why the job ended early; `""` if it did not. */
  reason: string;
  /** True while somebody undoes the job: nothing is written any more. */
  isUndoing?: boolean;
  capHalves: number | null;
  done: number;
  keyFingerprint: string;
  othersPaid?: boolean;
  ledger: Ledger;
}

/** The cost of one question to the job, as its answer tells. */
export type Cost = Omit<ChargeInAll, "halves"> & {
  /**
   * `null` if the service has certainly not done it. Then the question costs nothing, and is held again when it is
   * asked again.
   */
  halves: number | null;
};

const NO_COST: Cost = { halves: null, isKnown: true, isFree: false };

export const NO_LEDGER: Ledger = {
  closedHalves: 0,
  isClosedUnsure: false,
  freeAnswers: 0,
  askNumber: 0,
  atMs: 0,
  open: new Map(),
};

/**
 * A settled question takes one more character, which encodes its cost. There are enough letters for the most expensive
 * company.
 */
const COST_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const HELD = new RegExp(`.{${ID_CHARACTERS}}(?:[a-zA-Z]|\\(.*?\\))`, "g");

/**
 * A property holds 9 KB, of which the rest of a standing takes up to 900 bytes. There is room for the 780 questions
 * that a driver lets wait, bought and not written, and for those on their way: 80 that are held and 80 that are
 * settled, or 120 that are held.
 */
const MAX_OPEN_CHARACTERS = 8_300;

const standingName = (jobId: string): string => `state:${jobId}`;
const BILL = "cost:";
const billPrefix = (jobId: string): string => `${BILL}${jobId}.`;

/** The property in which a lane of a driver keeps the cost of its last asking. */
export const billName = (jobId: string, epoch: number, lane: number): string => `${billPrefix(jobId)}${epoch}.${lane}`;

export const billNames = (properties: Record<string, string>, jobId: string): string[] =>
  Object.keys(properties).filter((name) => name.startsWith(billPrefix(jobId)));

/** The bills of jobs that were undone while their lanes were asking. */
export const billsOfNobody = (properties: Record<string, string>, known: string[]): string[] =>
  Object.keys(properties).filter(
    (name) => name.startsWith(BILL) && known.every((jobId) => !name.startsWith(billPrefix(jobId))),
  );

/** Reads the standing of a job, with the bills of its lanes booked; `null` if the job was undone. */
export function readStanding(properties: Record<string, string>, jobId: string): Standing | null {
  const standing = readText(properties[standingName(jobId)]);
  if (!standing) return null;
  const bills = billNames(properties, jobId).map((name) => properties[name] ?? "");
  return { ...standing, ledger: bills.reduce(settleBill, standing.ledger) };
}

export function writeStanding(jobId: string, { ledger, ...standing }: Standing): Record<string, string> {
  const open = [...ledger.open].map(heldText).join("");
  return { [standingName(jobId)]: JSON.stringify({ ...standing, ledger: { ...ledger, open } }) };
}

export function spentOf({ closedHalves, isClosedUnsure, freeAnswers, open }: Ledger): Spent {
  const held = [...open.values()];
  const sum = (of: Held[]): number => of.reduce((all, { halves }) => all + halves, 0);
  return {
    halves: closedHalves + sum(held),
    heldHalves: sum(held.filter(({ isAnswered }) => !isAnswered)),
    isExact: !isClosedUnsure && held.every(({ isKnown }) => isKnown),
    isSettledExact: !isClosedUnsure && held.every(({ isKnown, isAnswered }) => isKnown || !isAnswered),
    freeAnswers,
  };
}

/**
 * Picks the questions that may be asked within a cap, in their order. Questions that were paid for cost nothing more.
 * @param worstHalves the most that one question can cost
 */
export function allowedBy(standing: Standing, names: string[], worstHalves: number): string[] {
  const { ledger, capHalves } = standing;
  let left = capHalves === null ? Infinity : capHalves - spentOf(ledger).halves;
  return names.filter((name) => {
    const more = moreFor(ledger.open.get(name), worstHalves);
    if (more > left) return false;
    left -= more;
    return true;
  });
}

const moreFor = (held: Held | undefined, worstHalves: number): number =>
  held?.isKnown ? 0 : Math.max(0, worstHalves - (held?.halves ?? 0));

/**
 * Holds questions at their worst case. If there is no room for all, those asked longest ago are forgotten; their cost
 * stays spent.
 */
export function hold(ledger: Ledger, names: string[], worstHalves: number, nowMs: number): Ledger {
  const askNumber = ledger.askNumber + 1;
  const open = new Map(ledger.open);
  for (const name of names) {
    const before = open.get(name);
    open.delete(name);
    const halves = (before?.halves ?? 0) + moreFor(before, worstHalves);
    const { isKnown = false, isAnswered = false } = before ?? {};
    open.set(name, { halves, askNumber, isKnown, isAnswered });
  }
  const oldest: Ledger["open"] = new Map();
  let characters = [...open].reduce((sum, each) => sum + heldText(each).length, 0);
  for (const each of open) {
    if (characters <= MAX_OPEN_CHARACTERS) break;
    characters -= heldText(each).length;
    oldest.set(...each);
    open.delete(each[0]);
  }
  return { ...close({ ...ledger, open: oldest }), askNumber, atMs: nowMs, open };
}

export function close(ledger: Ledger): Ledger {
  const { halves, isExact } = spentOf(ledger);
  return { ...ledger, closedHalves: halves, isClosedUnsure: !isExact, open: new Map() };
}

/** Closes what was answered. Other questions stay held, so that they count once when they are asked again. */
export function closeAnswered(ledger: Ledger): Ledger {
  const isAnswered = ([, held]: [string, Held]): boolean => held.isAnswered;
  const open = [...ledger.open];
  return {
    ...close({ ...ledger, open: new Map(open.filter(isAnswered)) }),
    open: new Map(open.filter((each) => !isAnswered(each))),
  };
}

/** `null` for a question that was never asked. */
export type CostBefore = Pick<Held, "halves" | "isKnown"> | null;

/**
 * Computes the whole cost of a question from what the service says about an answer.
 * @returns `null` if nobody knows: the question stays held at its worst case
 */
export function costOf(before: CostBefore, charge: Charge | ChargeInAll): Cost | null {
  if (charge === "unknown") return null;
  if (charge === "undone") return before ? { ...before, isFree: false } : NO_COST;
  // An answer that was lost may have cost more than the one that has come.
  if (typeof charge === "object")
    return charge.isKnown ? charge : { ...charge, halves: Math.max(before?.halves ?? 0, charge.halves) };
  const isFree = charge === 0;
  if (!before) return { halves: charge, isKnown: true, isFree };
  if (before.isKnown) return { halves: before.halves + charge, isKnown: true, isFree };
  // A charge now means that the lost answer was not charged.
  return isFree ? { halves: before.halves, isKnown: false, isFree } : { halves: charge, isKnown: true, isFree };
}

/**
 * The name of a question in a ledger. The service charges once for an address, and once for an id of a domain search.
 * Another team is charged again.
 * @param fingerprint of the key that pays
 */
export const nameInLedger = (fingerprint: string, id: string, anonId = ""): string =>
  questionId(fingerprint, id + anonId);

/** The cost of a question before it is asked. A question whose answer was lost has no bill, so it is still held. */
export const heldBefore = ({ open }: Ledger, name: string): CostBefore => {
  const held = open.get(name);
  return held ? { halves: held.halves, isKnown: held.isKnown } : null;
};

interface Bill {
  askNumber: number;
  costs: [name: string, cost: Cost][];
}

/** @param askNumber the number that the ledger gave when the questions were held */
export const writeBill = (askNumber: number, costs: Bill["costs"]): string => JSON.stringify({ askNumber, costs });

/** Booking a bill again changes nothing. */
export function settleBill(ledger: Ledger, bill: string): Ledger {
  const { askNumber, costs } = parse<Bill>(bill) ?? { askNumber: BOOKED, costs: [] };
  const open = new Map(ledger.open);
  let { freeAnswers } = ledger;
  for (const [name, { halves, isKnown, isFree }] of costs) {
    const held = open.get(name);
    // Once its bill is booked an asking is over; a later one has another number.
    if (held?.askNumber !== askNumber) continue;
    const isAnswered = held.isAnswered || isFree || (isKnown && halves !== null);
    if (halves === null) open.delete(name);
    else open.set(name, { halves, askNumber: BOOKED, isKnown, isAnswered });
    // A question that is asked again, because its answer was lost on its way into the sheet, is still one question.
    if (isFree && !held.isAnswered) freeAnswers++;
  }
  return { ...ledger, open, freeAnswers };
}

/** No call has this number. */
const BOOKED = 0;

function readText(text: string | undefined): Standing | null {
  const standing = parse<Standing & { ledger: { open: string } }>(text);
  return standing && { ...standing, ledger: { ...standing.ledger, open: readOpen(standing.ledger.open) } };
}

const heldText = ([name, { halves, askNumber, isKnown, isAnswered }]: [string, Held]): string => {
  const letter = isKnown && askNumber === BOOKED ? COST_LETTERS[halves] : undefined;
  return name + (letter ?? `(${halves}.${askNumber}${isKnown ? "k" : isAnswered ? "a" : "u"})`);
};

function readOpen(text: string): Ledger["open"] {
  const entries = text.match(HELD) ?? [];
  return new Map(
    entries.map((entry): [string, Held] => {
      const [name, held] = [entry.slice(0, ID_CHARACTERS), entry.slice(ID_CHARACTERS)];
      const booked = COST_LETTERS.indexOf(held);
      if (booked >= 0) return [name, { halves: booked, askNumber: BOOKED, isKnown: true, isAnswered: true }];
      const [halves, askNumber] = held.split(/\D/).slice(1).map(Number) as [number, number];
      return [name, { halves, askNumber, isKnown: held.endsWith("k)"), isAnswered: !held.endsWith("u)") }];
    }),
  );
}
