import { expect } from "@jest/globals";
import type { UserSession } from "../../../local/apps-script/host-document";
import type { HostSettings } from "../../../local/apps-script/settings";
import { OWNER } from "./flow-world";

/** Something that a person does in the middle of a script. */
export type Act = (keyboard: UserSession["keyboard"]) => void;

/** Calls before which a sheet may have changed since it was looked at. */
export const SHEET_CALLS =
  /^(Range\.(get|set|clear|addDeveloperMetadata)|RangeList\.|Sheet\.(getLast|getMax|insert|delete|hide|show)|DeveloperMetadata|SpreadsheetApp\.flush|UrlFetchApp)/;

/** The person at the keyboard, who acts between two host calls. */
export interface PersonInBetween {
  /** To be among the settings of the world. */
  betweenCalls: NonNullable<HostSettings["betweenCalls"]>;
  /** Does something once, before the n-th call of this name from now on. */
  onCall(name: string, count: number, act: Act): void;
  /** Takes back what they were about to do. */
  rest(): void;
  /**
   * Does the same before each `step`-th of the `SHEET_CALLS`, in one try of `attempt` each, until a try is over before.
   * Each round begins one call later than the one before, so that many acts together meet every moment.
   * @param attempt calls are counted from when it calls `begin`
   * @returns how many calls there were, to the step
   */
  actAtEveryMoment(act: Act, step: number, attempt: (at: number, begin: () => void) => Promise<void>): Promise<number>;
}

export function createPersonInBetween(): PersonInBetween {
  let next: { act: Act; isMeant: (name: string) => boolean; left: number } | null = null;
  let rounds = 0;
  return {
    betweenCalls(_index, name, document) {
      if (!next?.isMeant(name) || --next.left > 0) return;
      const { act } = next;
      next = null;
      act(document.as(OWNER).keyboard);
    },
    onCall(name, count, act) {
      next = { act, isMeant: (called) => called === name, left: count };
    },
    rest() {
      next = null;
    },
    async actAtEveryMoment(act, step, attempt) {
      for (let at = 1 + (rounds++ % step); ; at += step) {
        await attempt(at, () => {
          next = { act, isMeant: (called) => SHEET_CALLS.test(called), left: at };
        });
        if (next === null) continue;
        next = null;
        return at;
      }
    },
  };
}

/** Presses again after a refusal that says that somebody keeps moving columns. */
export async function patiently<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (thrown) {
    expect(String(thrown)).toMatch(/COLUMNS_CHANGED|COLUMNS_MOVING|UNDO_MOVED/);
    return work();
  }
}
