import type { Refusal } from "../../result";
import { makeListColumns } from "../append/prepare-sheet";
import { openForAnyRun, openForRun } from "../open-for-run";
import { isRefused, notRunning, refusal } from "../run-refusal";
import { giveBack } from "../spending";
import { COMPANY_LIST } from "./company-list";
import type { FillParts } from "./fill-parts";
import { type FillRecord, forgetSearches, listFills, readFill, writeFill } from "./fill-record";
import { fillView } from "./fill-view";
import { findFiller, isOthers } from "./running-fill";
import type { FillEndRequest, FillView } from "./views";

/** Credits given back late are only counted as spent. */
const LOCK_WAIT_MS = 5_000;

/**
 * Pauses, stops or finishes a fill. A slice under way ends and is written. A driver that had to give up does not end
 * what somebody else goes on with.
 */
export function endFill(parts: FillParts, request: FillEndRequest): FillView | Refusal {
  const { store, clock, lock } = parts;
  const fill = readFill(store, request.fillId);
  if (!fill) return refusal("RUN_GONE");
  if (lock.tryLock(LOCK_WAIT_MS)) {
    try {
      giveBack(store, fill.id, request, clock.nowMs());
    } finally {
      lock.release();
    }
  }
  const hasGivenUp = request.state === "paused" && request.reason !== "";
  if (hasGivenUp && isOthers(parts, fill, request.driverId)) return fillView(parts, fill, sheetNameOf(parts, fill));
  const ended: FillRecord = { ...fill, state: request.state, reason: request.reason };
  writeFill(store, ended);
  if (ended.state !== "paused") forgetSearches(store, fill.id);
  return fillView(parts, ended, sheetNameOf(parts, ended));
}

/**
 * Goes on with a fill: makes again the columns that are gone.
 * @param withOwnKey the user agrees to spend the credits of another key than the one it was started with
 * @param capHalves what it may spend in all from now on; left as it is if `undefined`
 */
export function resumeFill(
  parts: FillParts,
  fillId: string,
  withOwnKey: boolean,
  capHalves: number | null | undefined,
): FillView | Refusal {
  const { store, book, clock } = parts;
  const fill = readFill(store, fillId);
  if (!fill) return refusal("RUN_GONE");
  if (fill.state === "finished" || fill.state === "stopped") return notRunning(fill);
  const service = withOwnKey ? openForAnyRun(parts) : openForRun(parts, fill);
  if (isRefused(service)) return service;
  const table = book.table(fill.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const filler = findFiller(parts, fill.sheetId, fill.id);
  if (filler) return filler;
  const refused = makeListColumns(
    parts,
    { kind: COMPANY_LIST, columns: fill.columns },
    { ...fill, hasMadeSheet: false },
  );
  if (refused) return refused;
  const resumed: FillRecord = {
    ...fill,
    capHalves: capHalves === undefined ? fill.capHalves : capHalves,
    keyFingerprint: service.fingerprint,
    state: "running",
    reason: "",
    resumedMs: clock.nowMs(),
  };
  writeFill(store, resumed);
  return fillView(parts, resumed, table.name());
}

/** The fills of this spreadsheet, the youngest first. */
export function findFills(parts: FillParts): FillView[] {
  return listFills(parts.store).map((fill) => fillView(parts, fill, sheetNameOf(parts, fill)));
}

const sheetNameOf = ({ book }: FillParts, { sheetId }: FillRecord): string => book.table(sheetId)?.name() ?? "";
