import { createContext } from "preact";
import { useRef, useState } from "preact/hooks";
import { sleep } from "../server";
import type { Session } from "../session";
import { type Draft, type Problems, WRITE_PLACE } from "./draft";
import { matchLocation, nearest } from "./hints";

/** Places have to be written as the service writes them (service.location-names). */
export const isLocation = (path: string): boolean => path.startsWith("company_location_search");

/** The service wants at least this many letters. */
export const FEWEST_LETTERS = 2;

/** For a misspelt name, suggestions are looked up by its first letters. */
const FIRST_LETTERS = 4;

/** Pasted values that are checked at a time; each call takes a second on Google. */
const LANES = 4;

/** All calls to the service share one pace, so a check may have to wait for its turn. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];

const SHOWN_PLACES = 6;

/** Returns `null` if the service offers no places to anybody, so that any text may be right. */
export async function askLocations(
  call: Session["call"],
  text: string,
  waitsMs: readonly number[] = [],
): Promise<string[] | null> {
  if (text.trim().length < FEWEST_LETTERS) return [];
  let result = await call("suggestLocations", text.trim());
  for (const waitMs of waitsMs) {
    if (result.ok || result.code !== "NO_TURN") break;
    await sleep(waitMs);
    result = await call("suggestLocations", text.trim());
  }
  return result.ok && result.data !== null ? result.data.map(({ name }) => name) : null;
}

/** `near` are places that may be meant. `isShared` is true if several places have this name. */
export type Look = { state: "checking" } | UnknownLook;

type UnknownLook = { state: "unknown"; near: readonly string[]; isShared: boolean };

export interface Places {
  /** Replaces each place by the service's own name for it. */
  check(typed: readonly string[]): void;
  /** Returns `undefined` for a place that is right, or that could not be checked. */
  look(place: string): Look | undefined;
}

export const PlacesContext = createContext<Places>({ check: () => {}, look: () => undefined });

/** Checks places while the user goes on. `onMeant` replaces typed text by the service's name. */
export function usePlaces(call: Session["call"], onMeant: (typed: string, meant: string) => void) {
  const looks = useRef(new Map<string, Look>());
  const waiting = useRef<string[]>([]);
  const lanes = useRef(new Set<Promise<void>>());
  const latest = useRef(onMeant);
  latest.current = onMeant;
  const [, setTimes] = useState(0);
  const note = (place: string, look: Look | null): void => {
    if (look) looks.current.set(place, look);
    else looks.current.delete(place);
    setTimes((times) => times + 1);
  };
  const ask = (text: string): Promise<string[] | null> => askLocations(call, text, WAITS_MS);
  const checkOne = async (typed: string): Promise<void> => {
    const offered = await ask(typed);
    if (offered === null) {
      // The other places cannot be checked either. The search will tell.
      for (const unchecked of [typed, ...waiting.current.splice(0)]) note(unchecked, null);
      return;
    }
    const meant = matchLocation(typed, offered);
    if (meant !== undefined) {
      note(typed, null);
      return latest.current(typed, meant);
    }
    const isShared = offered.length > 0;
    const near = isShared ? offered : nearest(typed, (await ask(typed.slice(0, FIRST_LETTERS))) ?? []);
    note(typed, { state: "unknown", near: near.slice(0, SHOWN_PLACES), isShared });
  };
  const runLane = async (): Promise<void> => {
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) await checkOne(next);
  };
  return {
    look: (place: string): Look | undefined => looks.current.get(place),
    check(typed: readonly string[]): void {
      for (const place of typed.filter((each) => !looks.current.has(each))) {
        note(place, { state: "checking" });
        waiting.current.push(place);
        if (lanes.current.size >= LANES) continue;
        const lane = runLane().finally(() => lanes.current.delete(lane));
        lanes.current.add(lane);
      }
    },
    async settle(): Promise<void> {
      while (lanes.current.size > 0) await Promise.all(lanes.current);
    },
  };
}

export function placesUnknown(draft: Draft, { look }: Pick<Places, "look">): Problems {
  const problems: Record<string, string> = {};
  for (const [path, typed] of Object.entries(draft)) {
    if (!isLocation(path) || !Array.isArray(typed)) continue;
    const named = (isMeant: (look: UnknownLook) => boolean): string =>
      (typed as readonly string[])
        .filter((place) => {
          const looked = look(place);
          return looked?.state === "unknown" && isMeant(looked);
        })
        .map((place) => `“${place}”`)
        .join(", ");
    const shared = named(({ isShared }) => isShared);
    const misspelt = named(({ isShared, near }) => !isShared && near.length > 0);
    const unlike = named(({ near }) => near.length === 0);
    const texts = [
      shared && `${shared} may mean several places. Pick one.`,
      misspelt && `Not known to the service: ${misspelt}. Pick a place from the list, or remove it.`,
      unlike && `Not known to the service: ${unlike}. ${WRITE_PLACE}`,
    ].filter(Boolean);
    if (texts.length > 0) problems[path] = texts.join(" ");
  }
  return problems;
}
