/** A lane that hardly waits for its turn leaves turns unused (design 5). */
const SHORT_WAIT_MS = 500;

/** A lane that waits so long is one too many. */
const LONG_WAIT_MS = 8_000;

/**
 * At the service's usual answering time of 2 s. Simulated best with 8 (design 5); in the bench 8 are now and then all
 * busy when a turn comes, which costs up to half a percent and, by turns that begin at once, single 429s.
 */
export const FIRST_LANES = 9;

/** `google.script.run` has no more calls under way at the same time (facts 3.4). */
export const MOST_LANES = 10;

/** Domain searches answer sooner; a writer and a look have their calls beside these lanes. */
export const FINDING_LANES = { first: 7, most: MOST_LANES - 2 };

/** While formulas are asking as well: the lock has to be theirs most of the time (design 5). */
const SHARED_LANES = 4;

/**
 * How many slices are kept in flight: it follows how long they wait for their turn, on average over all lanes.
 * @param most lanes, when other calls have to fit beside them
 */
export function createLaneCount(first = FIRST_LANES, most = MOST_LANES) {
  let lanes = first;
  // The first round says nothing: all lanes begin at the same moment and queue up for their turns.
  let skipped = 0;
  let waits: number[] = [];
  let isShared = false;
  return {
    lanes: () => (isShared ? Math.min(SHARED_LANES, lanes) : lanes),
    /** Tells whether formulas of the same spreadsheet are asking. */
    noteOthers(areAsking: boolean): void {
      isShared = areAsking;
    },
    noteWait(waitedMs: number): void {
      if (skipped++ < first) return;
      waits.push(waitedMs);
      if (waits.length < lanes) return;
      const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
      waits = [];
      if (mean < SHORT_WAIT_MS) lanes = Math.min(most, lanes + 1);
      if (mean > LONG_WAIT_MS) lanes = Math.max(1, lanes - 1);
    },
  };
}
