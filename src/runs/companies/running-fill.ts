import type { Refusal } from "../../result";
import { refusal } from "../run-refusal";
import type { FillParts } from "./fill-parts";
import { readProgress } from "./fill-progress";
import { type FillRecord, listFills } from "./fill-record";

/** A driver that lives comes back within seconds. */
const SILENT_MS = 60_000;

/**
 * Whether a driver that cannot go on, as its key is another one for example, leaves the fill to somebody else: to who
 * has had a turn since, or has resumed it with a key of their own.
 */
export function isOthers({ store, clock }: FillParts, fill: FillRecord, driverId: string): boolean {
  const { driver, atMs } = readProgress(store, fill.id);
  if (driver === null) return false;
  return driver.id === driverId ? fill.resumedMs > driver.sinceMs : atMs > clock.nowMs() - SILENT_MS;
}

/**
 * Whether somebody is filling a sheet just now: two fills at the same moment would not see each other's companies.
 * @param exceptFillId the one that asks
 */
export function findFiller({ store, clock }: FillParts, sheetId: number, exceptFillId = ""): Refusal | null {
  const isBusy = listFills(store).some(({ id, sheetId: its, state }) => {
    if (its !== sheetId || id === exceptFillId || state !== "running") return false;
    const { atMs, ticket } = readProgress(store, id);
    return atMs > clock.nowMs() - SILENT_MS || (ticket !== null && ticket.untilMs > clock.nowMs());
  });
  return isBusy ? refusal("FILL_BUSY") : null;
}
