import type { JobState, Spent } from "./views";

// The ledger of a job: a question is held at its worst case before it is asked, settled when its cost is known, and
// counted once however often it is asked. It is kept in one property together with all else of the job that changes, so
// that the limiter reads and writes it in the same hold of the lock as the turn.

/** A question that may have to be asked again: its answer may not have come to the page, or not stand in the sheet. */
interface Held {
  /** The most it has cost the job until now. */
  halves: number;
  /** The asking it was last held for. */
  asking: number;
  /** True once an answer has told what it cost. */
  isKnown: boolean;
}

/** The spending of a job. */
export interface Ledger {
  /** For questions that are forgotten. */
  closedHalves: number;
  /** True if a forgotten one may have cost less. */
  isClosedUnsure: boolean;
  /** Questions whose cost an answer has told, each once. */
  answered: number;
  freeAnswers: number;
  /** The number of times that questions were taken to be asked. */
  asking: number;
  /** The time of its last turn. */
  atMs: number;
  /** By name, the longest unasked first. */
  open: Map<string, Held>;
}

/** All of a job that changes while it goes on; changed only under the document lock. */
export interface Standing {
  /** Raised by whoever starts, resumes or ends the job: a driver of another epoch may not ask. */
  epoch: number;
  /** Nothing that was asked in this epoch or before is on its way. */
  landed: number;
  state: JobState;
  reason: string;
  capHalves: number | null;
  /** Questions whose results are in the sheet, as its drivers have last counted them. */
  done: number;
  /** Of the key that pays. */
  keyFingerprint: string;
  ledger: Ledger;
}

/** The cost of one question to the job, as its answer tells. */
export interface Cost {
  /** `null` if the service has certainly not done it: it costs nothing, and is held again when it is asked again. */
  halves: number | null;
  isKnown: boolean;
  isFree: boolean;
}

export const NO_LEDGER: Ledger = {
  closedHalves: 0,
  isClosedUnsure: false,
  answered: 0,
  freeAnswers: 0,
  asking: 0,
  atMs: 0,
  open: new Map(),
};

/** As `questionId` makes them; numbers follow in base 36. */
const NAME_CHARACTERS = 8;
const HALVES_CHARACTERS = 2;
const ASKING_CHARACTERS = 3;
const HELD_CHARACTERS = NAME_CHARACTERS + HALVES_CHARACTERS + ASKING_CHARACTERS + 1;
const MOST_ASKINGS = 36 ** ASKING_CHARACTERS - 1;

/** A driver has bought fewer than 500 questions that are not written. A property holds 9 KB; so many take 8. */
const MOST_OPEN = 580;

const standingName = (jobId: string): string => `state:${jobId}`;
const notePrefix = (jobId: string): string => `cost:${jobId}.`;

/** The property in which a lane of a driver tells the cost of its last asking. */
export const noteName = (jobId: string, epoch: number, lane: number): string => `${notePrefix(jobId)}${epoch}.${lane}`;

/** The notes of a job among all properties. */
export const noteNames = (properties: Record<string, string>, jobId: string): string[] =>
  Object.keys(properties).filter((name) => name.startsWith(notePrefix(jobId)));

/** Reads how a job stands, with the notes of its lanes booked; `null` when it was undone. */
export function readStanding(properties: Record<string, string>, jobId: string): Standing | null {
  const standing = readText(properties[standingName(jobId)]);
  if (!standing) return null;
  const notes = noteNames(properties, jobId).map((name) => properties[name] ?? "");
  return { ...standing, ledger: notes.reduce(settle, standing.ledger) };
}

/** The property that `readStanding` reads. */
export function writeStanding(jobId: string, { ledger, ...standing }: Standing): Record<string, string> {
  const { open, ...rest } = ledger;
  const packed = [...open].map(
    ([name, { halves, asking, isKnown }]) =>
      name + digits(halves, HALVES_CHARACTERS) + digits(asking, ASKING_CHARACTERS) + (isKnown ? "k" : "u"),
  );
  return { [standingName(jobId)]: JSON.stringify({ ...standing, ledger: { ...rest, open: packed.join("") } }) };
}

/** Sums up what a job has spent until now. */
export function spentOf({ closedHalves, isClosedUnsure, freeAnswers, open }: Ledger): Spent {
  const held = [...open.values()];
  return {
    halves: held.reduce((sum, { halves }) => sum + halves, closedHalves),
    isExact: !isClosedUnsure && held.every(({ isKnown }) => isKnown),
    freeAnswers,
  };
}

/**
 * The questions that may be asked within a cap, in their order. What has been paid for comes again for nothing.
 * @param worstHalves the most that one can cost
 */
export function allowedBy(standing: Standing, names: string[], worstHalves: number): string[] {
  const { ledger, capHalves } = standing;
  let left = capHalves === null ? Number.POSITIVE_INFINITY : capHalves - spentOf(ledger).halves;
  return names.filter((name) => {
    const more = moreFor(ledger.open.get(name), worstHalves);
    if (more > left) return false;
    left -= more;
    return true;
  });
}

const moreFor = (held: Held | undefined, worstHalves: number): number =>
  held?.isKnown ? 0 : Math.max(0, worstHalves - (held?.halves ?? 0));

/** Holds questions at their worst case. The longest unasked ones are forgotten: they stay spent. */
export function hold(ledger: Ledger, names: string[], worstHalves: number, nowMs: number): Ledger {
  const asking = (ledger.asking % MOST_ASKINGS) + 1;
  const open = new Map(ledger.open);
  for (const name of names) {
    const before = open.get(name);
    open.delete(name);
    const halves = (before?.halves ?? 0) + moreFor(before, worstHalves);
    open.set(name, { halves, asking, isKnown: before?.isKnown ?? false });
  }
  const oldest = [...open].slice(0, Math.max(0, open.size - MOST_OPEN));
  return { ...close({ ...ledger, open: new Map(oldest) }), asking, atMs: nowMs, open: without(open, oldest) };
}

const without = (open: Ledger["open"], gone: [string, Held][]): Ledger["open"] => {
  for (const [name] of gone) open.delete(name);
  return open;
};

/** Forgets all questions: none of them is asked again. */
export function close(ledger: Ledger): Ledger {
  const { halves, isExact } = spentOf(ledger);
  return { ...ledger, closedHalves: halves, isClosedUnsure: !isExact, open: new Map() };
}

/**
 * Computes the cost of a question in all, from the service's words about this answer.
 * @param before as it was held before it was asked, `null` if it never was
 * @param chargedHalves what this answer has cost, 0 if it was free
 */
export function costOf(before: { halves: number; isKnown: boolean } | null, chargedHalves: number): Cost {
  const isFree = chargedHalves === 0;
  // A charge now means that nothing was charged for an answer that was lost.
  if (!before) return { halves: chargedHalves, isKnown: true, isFree };
  if (before.isKnown) return { halves: before.halves + chargedHalves, isKnown: true, isFree };
  return isFree
    ? { halves: before.halves, isKnown: false, isFree }
    : { halves: chargedHalves, isKnown: true, isFree: false };
}

/** A question that the service has certainly not done costs no more than it had before. */
export const costOfNothing = (before: { halves: number; isKnown: boolean } | null): Cost =>
  before ? { ...before, isFree: false } : { halves: null, isKnown: true, isFree: false };

/** A question whose answer was lost stays held: nothing is noted of it. */
export const heldBefore = ({ open }: Ledger, name: string): { halves: number; isKnown: boolean } | null => {
  const held = open.get(name);
  return held ? { halves: held.halves, isKnown: held.isKnown } : null;
};

/**
 * A note of what one asking has cost: `asking` and, for each name of 8 characters, half credits and a letter.
 * @param asking as the ledger counted it when the questions were held
 */
export function writeNote(asking: number, costs: [name: string, cost: Cost][]): string {
  const entries = costs.map(([name, { halves, isKnown, isFree }]) => {
    const letter = halves === null ? "x" : isFree ? "f" : "k";
    return name + digits(halves ?? 0, HALVES_CHARACTERS) + (isKnown ? letter : letter.toUpperCase());
  });
  return `${asking.toString(36)}:${entries.join("")}`;
}

/** Books a note. Booked again, it changes nothing. */
function settle(ledger: Ledger, note: string): Ledger {
  const [askingText = "", entries = ""] = note.split(":");
  const asking = Number.parseInt(askingText, 36);
  const open = new Map(ledger.open);
  let { answered, freeAnswers } = ledger;
  const width = NAME_CHARACTERS + HALVES_CHARACTERS + 1;
  for (let at = 0; at + width <= entries.length; at += width) {
    const name = entries.slice(at, at + NAME_CHARACTERS);
    const letter = entries[at + width - 1] ?? "";
    const held = open.get(name);
    // An asking is over once its note is booked: a later one has another number.
    if (held?.asking !== asking) continue;
    const halves = Number.parseInt(entries.slice(at + NAME_CHARACTERS, at + width - 1), 36);
    if (letter === "x") open.delete(name);
    else open.set(name, { halves, asking: BOOKED, isKnown: letter === letter.toLowerCase() });
    if (letter !== "x" && !held.isKnown) answered++;
    if (letter.toLowerCase() === "f") freeAnswers++;
  }
  return { ...ledger, open, answered, freeAnswers };
}

/** No asking has this number. */
const BOOKED = 0;

function readText(text: string | undefined): Standing | null {
  try {
    const { ledger, ...standing } = JSON.parse(text ?? "null");
    return { ...standing, ledger: { ...ledger, open: readOpen(ledger.open) } };
  } catch {
    return null;
  }
}

function readOpen(text: string): Ledger["open"] {
  const open: Ledger["open"] = new Map();
  for (let at = 0; at + HELD_CHARACTERS <= text.length; at += HELD_CHARACTERS) {
    const numbers = at + NAME_CHARACTERS;
    open.set(text.slice(at, numbers), {
      halves: Number.parseInt(text.slice(numbers, numbers + HALVES_CHARACTERS), 36),
      asking: Number.parseInt(
        text.slice(numbers + HALVES_CHARACTERS, numbers + HALVES_CHARACTERS + ASKING_CHARACTERS),
        36,
      ),
      isKnown: text[at + HELD_CHARACTERS - 1] === "k",
    });
  }
  return open;
}

const digits = (value: number, length: number): string => value.toString(36).padStart(length, "0");
