import type { Charge, ChargeInAll } from "../asking/reply";
import { isObject, orNull, parse } from "../json";
import { ID_CHARACTERS, questionId } from "../pacing/turns";

// A question is held at its worst case before it is asked, settled when its cost is known, and counted once. The ledger
// shares a property with all that changes of a job, so the limiter updates it under the lock of the turn.

/** A question may have to be asked again, because its answer did not reach the page or the sheet. */
interface Held {
  halves: number;
  askNumber: number;
  isKnown: boolean;
  /** True once an answer has come: asking again is free, but what a lost answer has cost may be unknown. */
  isAnswered: boolean;
}

export const NO_LEDGER = {
  closedHalves: 0,
  /** True if a forgotten question may have cost less. */
  isClosedUnsure: false,
  /** Questions whose first answer was free. */
  freeAnswers: 0,
  /** Counts the calls that hold questions. */
  askNumber: 0,
  /** The time of the last turn. */
  atMs: 0,
  /** Every open question was first asked at this time or later. It may be older than all that are still open. */
  openSinceMs: 0,
  /** By name. The question that was asked longest ago comes first. */
  open: new Map<string, Held>(),
};
export type Ledger = typeof NO_LEDGER;

export interface Spent {
  halves: number;
  /** The part of `halves` for questions without an answer yet. It may be charged, or come back. */
  heldHalves: number;
  /** False if some answers were lost: then `halves` is the most that the job can have cost. */
  isExact: boolean;
  /** The same for `halves` without `heldHalves`. */
  isSettledExact: boolean;
  freeAnswers: number;
}

type JobState = "running" | "paused" | "stopped" | "finished";

/** Changes while the job goes on, only under the document lock. */
export interface Standing {
  /** Each start, resumption and undo raises it. A driver of another epoch may not ask. */
  epoch: number;
  /** Nothing that was asked in this epoch or before is on its way. */
  landed: number;
  state: JobState;
  /** Why the job ended early; `""` if it did not. */
  reason: string;
  /** While somebody undoes the job, nothing is written any more. */
  isUndoing?: boolean;
  capHalves: number | null;
  done: number;
  keyFingerprint: string;
  /** True if another key has paid before, so that the cost of the job is not one person's. */
  othersPaid?: boolean;
  ledger: Ledger;
}

export type Cost = Omit<ChargeInAll, "halves"> & {
  /** `null` if the service certainly has not done it. The question is then free, and held anew when asked again. */
  halves: number | null;
};

const NO_COST: Cost = { halves: null, isKnown: true, isFree: false };

/** One character encodes the cost of a settled question. The letters reach the most expensive company. */
const COST_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const HELD = new RegExp(`.{${ID_CHARACTERS}}(?:[a-zA-Z]|\\(.*?\\))`, "g");

/**
 * A property holds 9 KB, and the rest of a standing takes up to 900 bytes. This is room for the 780 bought questions
 * that a driver lets wait, and for those on their way: 80 held and 80 settled, or 120 held.
 */
const MAX_OPEN_CHARACTERS = 8_300;

const standingName = (jobId: string): string => `state:${jobId}`;
const BILL = "cost:";
const billPrefix = (jobId: string): string => `${BILL}${jobId}.`;

/** A lane of a driver keeps the cost of its last call here. */
export const billName = (jobId: string, epoch: number, lane: number): string => `${billPrefix(jobId)}${epoch}.${lane}`;

export const billNames = (properties: Record<string, string>, jobId: string): string[] =>
  Object.keys(properties).filter((name) => name.startsWith(billPrefix(jobId)));

/** The bills of jobs that were undone while their lanes were asking. */
export const billsOfNobody = (properties: Record<string, string>, known: string[]): string[] =>
  Object.keys(properties).filter(
    (name) => name.startsWith(BILL) && known.every((jobId) => !name.startsWith(billPrefix(jobId))),
  );

/** The standing of a job whose questions this key pays from now on; the same one if it has paid until now. */
export const paidBy = (standing: Standing, keyFingerprint: string): Standing =>
  standing.keyFingerprint === keyFingerprint
    ? standing
    : { ...standing, keyFingerprint, ...(spentOf(standing.ledger).halves > 0 && { othersPaid: true }) };

/** Books the bills of all lanes; `null` if the job was undone. */
export function readStanding(properties: Record<string, string>, jobId: string): Standing | null {
  const standing = readText(properties[standingName(jobId)]);
  if (!standing) return null;
  const bills = billNames(properties, jobId).map((name) => properties[name] ?? "");
  // What a bill that cannot be read has cost stays held.
  const settle = (ledger: Ledger, bill: string): Ledger => orNull(() => settleBill(ledger, bill)) ?? ledger;
  return { ...standing, ledger: bills.reduce(settle, standing.ledger) };
}

export function writeStanding(jobId: string, { ledger, ...standing }: Standing): Record<string, string> {
  const open = [...ledger.open].map(heldText).join("");
  return { [standingName(jobId)]: JSON.stringify({ ...standing, ledger: { ...ledger, open } }) };
}

/** @param tellsCosts false if the service does not tell whether an answer was free: then it is a maximum */
export function spentOf({ closedHalves, isClosedUnsure, freeAnswers, open }: Ledger, tellsCosts = true): Spent {
  const held = [...open.values()];
  const sum = (of: Held[]): number => of.reduce((all, { halves }) => all + halves, 0);
  const halves = closedHalves + sum(held);
  const isTold = !isClosedUnsure && (tellsCosts || halves === 0);
  return {
    halves,
    heldHalves: sum(held.filter(({ isAnswered }) => !isAnswered)),
    isExact: isTold && held.every(({ isKnown }) => isKnown),
    isSettledExact: isTold && held.every(({ isKnown, isAnswered }) => isKnown || !isAnswered),
    freeAnswers,
  };
}

/** Picks the questions that a cap allows, in their order. Those that were paid for cost nothing more. */
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

/** Holds questions at their worst case. Without room, the oldest are forgotten, but their cost stays spent. */
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
  const openSinceMs = ledger.open.size === 0 ? nowMs : ledger.openSinceMs;
  return { ...close({ ...ledger, open: oldest }), askNumber, atMs: nowMs, openSinceMs, open };
}

export function close(ledger: Ledger): Ledger {
  const { halves, isExact } = spentOf(ledger);
  return { ...ledger, closedHalves: halves, isClosedUnsure: !isExact, open: new Map() };
}

/** Closes what had no answer. Answers stay known, because asking again costs nothing more. */
export function closeUnanswered(ledger: Ledger): Ledger {
  const answered = new Map([...ledger.open].filter(([, { isAnswered }]) => isAnswered));
  const rest = new Map([...ledger.open].filter(([name]) => !answered.has(name)));
  return { ...close({ ...ledger, open: rest }), open: answered };
}

/**
 * The whole cost of a question; `null` if nobody knows it: the question stays held at its worst case.
 * @param before what the question has cost until now. If its answer was lost, it has no bill and is still held.
 */
export function costOf(before: Held | undefined, charge: Charge | ChargeInAll): Cost | null {
  if (charge === "unknown") return null;
  if (charge === "undone") return before ? { halves: before.halves, isKnown: before.isKnown, isFree: false } : NO_COST;
  // An answer that was lost may have cost more than the one that has come.
  if (typeof charge === "object")
    return charge.isKnown ? charge : { ...charge, halves: Math.max(before?.halves ?? 0, charge.halves) };
  const isFree = charge === 0;
  if (!before) return { halves: charge, isKnown: true, isFree };
  if (before.isKnown) return { halves: before.halves + charge, isKnown: true, isFree };
  // A charge now means that the lost answer was not charged.
  return isFree ? { halves: before.halves, isKnown: false, isFree } : { halves: charge, isKnown: true, isFree };
}

/** The service charges each team once for an address, or for an id of a domain search, so the paying key counts. */
export const nameInLedger = (fingerprint: string, id: string, anonId = ""): string =>
  questionId(fingerprint, id + anonId);

interface Bill {
  askNumber: number;
  /** The same in earlier versions. */
  asking?: number;
  costs: [name: string, cost: Cost][];
}

/** @param askNumber the number that the ledger gave when the questions were held */
export const writeBill = (askNumber: number, costs: Bill["costs"]): string => JSON.stringify({ askNumber, costs });

/** Booking a bill again changes nothing. */
export function settleBill(ledger: Ledger, bill: string): Ledger {
  const { asking, askNumber = asking, costs = [] } = parse<Partial<Bill>>(bill) ?? {};
  const open = new Map(ledger.open);
  let { freeAnswers } = ledger;
  for (const [name, { halves, isKnown, isFree }] of costs) {
    const held = open.get(name);
    // A call is over once its bill is booked. A later one has another number.
    if (!held || held.askNumber !== askNumber) continue;
    const isAnswered = held.isAnswered || isFree || (isKnown && halves !== null);
    if (halves === null) open.delete(name);
    else open.set(name, { halves, askNumber: BOOKED, isKnown, isAnswered });
    // A question is still one when it is asked again, because its answer was lost on its way into the sheet.
    if (isFree && !held.isAnswered) freeAnswers++;
  }
  return { ...ledger, open, freeAnswers };
}

/** No call has this number. */
const BOOKED = 0;

function readText(text: string | undefined): Standing | null {
  const standing = parse<Standing & { ledger: { open: string; asking?: number } }>(text);
  if (!isObject(standing?.ledger)) return null;
  const { open, asking = 0, askNumber = asking, ...ledger } = standing.ledger;
  return { ...standing, ledger: { ...NO_LEDGER, ...ledger, askNumber, open: readOpen(String(open)) } };
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
