import type { Look } from "../../src/runs/slices";

/** Afterwards looks are only to find what people have changed meanwhile: several chunks at once. */
const CHUNKS_OF_A_LATER_LOOK = 5;

/** So many next chunks are offered: the first that nobody else holds is taken. */
const OFFERED_CHUNKS = 60;

/**
 * Which rows have been looked at. The first pass finds the work, later ones what was edited, moved, inserted or left by
 * others; a pass that finds nothing is the last.
 */
export function createPasses() {
  let toLook: number[] = [0];
  let chunks = 1;
  let number = 1;
  let found = 0;
  let busy = new Set<number>();
  const underWay = new Set<number>();

  function offered(): number[] {
    return toLook.filter((chunk) => !underWay.has(chunk)).slice(0, OFFERED_CHUNKS);
  }

  return {
    isFirst: () => number === 1,
    /** What the next look asks for; `null` when everything is looked at, or nothing may be had now. */
    next(): { wanted: number[]; count: number } | null {
      // Two looks at the same time have to take different chunks.
      const wanted = underWay.size > 0 ? offered().filter((chunk) => !busy.has(chunk)) : offered();
      const count = number === 1 ? 1 : CHUNKS_OF_A_LATER_LOOK;
      if (wanted.length === 0) return null;
      for (const chunk of wanted.slice(0, count)) underWay.add(chunk);
      return { wanted, count };
    },
    /** @param work rows that have something to be done */
    take(wanted: number[], look: Look, work: number): void {
      for (const chunk of wanted) underWay.delete(chunk);
      for (let chunk = chunks; chunk < look.chunks; chunk++) toLook.push(chunk);
      chunks = look.chunks;
      busy = new Set(look.busy);
      toLook = toLook.filter((chunk) => !look.taken.includes(chunk) && chunk < chunks);
      found += work + look.busy.length;
    },
    fail(wanted: number[]): void {
      for (const chunk of wanted) underWay.delete(chunk);
    },
    /** Something found earlier is to be found again. */
    expectMore(): void {
      found++;
    },
    isLooking: () => underWay.size > 0,
    isOver: () => toLook.length === 0 && underWay.size === 0,
    /** Chunks are left, but all in others' hands. */
    isBusyOnly: () => toLook.length > 0 && toLook.every((chunk) => busy.has(chunk)),
    /** @returns false when the last pass has found nothing and so nothing is left */
    startNext(): boolean {
      if (found === 0) return false;
      number++;
      found = 0;
      toLook = Array.from({ length: chunks }, (_, chunk) => chunk);
      return true;
    },
  };
}

export type Passes = ReturnType<typeof createPasses>;
