import type { ScanRequest } from "../jobs/protocol";
import type { Scan } from "../jobs/views";

/** Later scans find only what people have changed, which is little, so each reads up to 10,000 rows. */
const STRETCHES_OF_A_LATER_SCAN = 25;

export type Stretches = Pick<ScanRequest, "stretch" | "stretches">;

/**
 * The first pass finds the work, later ones what was edited, moved, inserted or lost. The last one finds nothing, and may
 * read the list while the last answers are still on their way into it.
 */
export function createScans(stretchesInAll: number) {
  let stretches = stretchesInAll;
  let next = 0;
  let pass = 1;
  let work = 0;
  let isUnderWay = false;
  return {
    next(): Stretches | null {
      if (isUnderWay || next >= stretches) return null;
      // One stretch more than there were, because rows may have been added since.
      const later = Math.min(STRETCHES_OF_A_LATER_SCAN, stretches - next + 1);
      return { stretch: next, stretches: pass === 1 ? 1 : later };
    },
    begin(): void {
      isUnderWay = true;
    },
    take(scan: Scan, scanned: number, found: number): void {
      isUnderWay = false;
      next = scan.stretch + scanned;
      // A scan of several stretches tells only whether there are more.
      stretches = pass === 1 ? scan.stretches : Math.max(stretches, scan.stretches);
      work += found;
    },
    fail(): void {
      isUnderWay = false;
    },
    isPassOver: () => !isUnderWay && next >= stretches,
    /** True if the pass is over and has found work, or if something has happened since that only another pass shows. */
    isPassWanted: () => !isUnderWay && next >= stretches && work > 0,
    wantPass(): void {
      work++;
    },
    /** @returns false if the last pass found nothing, so that nothing is left */
    beginPass(): boolean {
      if (work === 0) return false;
      pass++;
      work = 0;
      next = 0;
      return true;
    },
  };
}
