/** A question that may have to be asked again: its answer may not have come, or not stand in the sheet. */
export interface OpenQuestion {
  /** The most that it can have cost the run until now. */
  halves: number;
  /** The last one in which it was asked. */
  turn: number;
}

/** What a run has spent, question by question as far as they may come again. */
export interface Held {
  /** For questions that are forgotten. */
  spentHalves: number;
  /** How often questions have been taken to be asked. */
  turn: number;
  /** By name, the longest unasked first. */
  open: Map<string, OpenQuestion>;
}

/** What a question can have cost, as its answer has told: its name, half credits, and the turn it was asked in. */
export type Cost = [name: string, halves: number, turn: number];

/** As `questionId` makes them; numbers follow in base 36. */
const NAME_CHARACTERS = 8;
const HALVES_CHARACTERS = 2;
const TURN_CHARACTERS = 3;
const CHARACTERS = NAME_CHARACTERS + HALVES_CHARACTERS + TURN_CHARACTERS;
const MOST_TURNS = 36 ** TURN_CHARACTERS;

/** A driver has bought fewer than 500 that are not written; a property holds 9 KB (facts 2.5), and so many are 8. */
const MOST_OPEN = 600;

/** The most a run can have spent. */
export const spentOf = ({ spentHalves, open }: Held): number =>
  [...open.values()].reduce((sum, { halves }) => sum + halves, spentHalves);

/** How much more has to be reserved to ask a question for at most `halves`: what comes again is free (specification 8.1). */
export const moreFor = ({ open }: Held, name: string, halves: number): number =>
  Math.max(0, halves - (open.get(name)?.halves ?? 0));

/** Reserves what questions cost at most that are asked now. The longest unasked ones are forgotten: they stay spent. */
export function hold(held: Held, names: string[], halves: number): Held {
  const turn = (held.turn + 1) % MOST_TURNS;
  const open = new Map(held.open);
  let { spentHalves } = held;
  for (const name of names) {
    const before = open.get(name)?.halves ?? 0;
    open.delete(name);
    open.set(name, { halves: Math.max(before, halves), turn });
  }
  for (const [name, oldest] of [...open].slice(0, Math.max(0, open.size - MOST_OPEN))) {
    spentHalves += oldest.halves;
    open.delete(name);
  }
  return { spentHalves, turn, open };
}

/** Books what answers have told; of a question that was asked again since, its last answer tells. */
export function book(held: Held, costs: Cost[]): Held {
  const open = new Map(held.open);
  for (const [name, halves, turn] of costs) {
    const before = open.get(name);
    if (before?.turn !== turn) continue;
    if (halves === 0) open.delete(name);
    else open.set(name, { halves: Math.min(before.halves, halves), turn });
  }
  return { ...held, open };
}

/** Nothing comes again. */
export const close = (held: Held): Held => ({ ...held, spentHalves: spentOf(held), open: new Map() });

/** As short as it can be kept: one after the other, each of the same length. */
export const writeOpen = (open: Held["open"]): string =>
  [...open]
    .map(([name, { halves, turn }]) => name + digits(halves, HALVES_CHARACTERS) + digits(turn, TURN_CHARACTERS))
    .join("");

/** What `writeOpen` has written; a piece that is cut off is left out. */
export function readOpen(text: string): Held["open"] {
  const open: Held["open"] = new Map();
  for (let at = 0; at + CHARACTERS <= text.length; at += CHARACTERS) {
    const turnAt = at + NAME_CHARACTERS + HALVES_CHARACTERS;
    const halves = Number.parseInt(text.slice(at + NAME_CHARACTERS, turnAt), 36);
    open.set(text.slice(at, at + NAME_CHARACTERS), {
      halves,
      turn: Number.parseInt(text.slice(turnAt, at + CHARACTERS), 36),
    });
  }
  return open;
}

const digits = (value: number, length: number): string => value.toString(36).padStart(length, "0");
