import { orNull } from "../json";
import { type Refusal, refusal } from "../result";
import { FREE_AGAIN_MS } from "../service/limits";
import { close, type Ledger, readStanding, type Standing, spentOf } from "./credits";
import { ownFingerprint } from "./own-key";
import type { KindName } from "./protocol";
import { type Job, listRecords, readJob, type World, watchName } from "./record";
import { isActive, kindOf } from "./step";
import type { JobView } from "./views";

/** The youngest job comes first. */
export function listJobs(world: World): JobView[] {
  const properties = world.store.all();
  return viewJobs(world, listRecords(properties), properties);
}

export function viewJob(world: World, jobId: string): JobView | Refusal {
  const properties = world.store.all();
  const record = readJob(properties, jobId);
  return record ? viewOf(world, record, properties) : refusal("JOB_GONE");
}

export const viewOf = (
  world: World,
  record: Job,
  properties: Record<string, string>,
  how?: ViewOptions,
): JobView | Refusal => viewJobs(world, [record], properties, how)[0] ?? refusal("JOB_GONE");

interface ViewOptions {
  /** The fingerprint of the caller's key; `null` without a key. */
  fingerprint?: string | null;
  nameOf?(sheetId: number): string;
}

/** The sidebar opens only when this has come, so all properties are read in one call. */
export function viewJobs(
  world: World,
  records: Job[],
  properties: Record<string, string>,
  { fingerprint = ownFingerprint(world), nameOf = world.book.sheetName }: ViewOptions = {},
): JobView[] {
  return records.flatMap((record): JobView[] => {
    const standing = readStanding(properties, record.id);
    if (!standing) return [];
    const { id, choices, title, startedMs, toAsk, place, list } = record;
    const { epoch, state, reason, capHalves, keyFingerprint, done } = standing;
    const nowMs = world.clock.nowMs();
    const kind = kindOf(choices.kind);
    const sheetId = place?.sheetId ?? list?.sheetId ?? 0;
    return [
      {
        id,
        kind: choices.kind,
        operation: kind.operation,
        epoch,
        state,
        isActive: isActive(standing, nowMs),
        reason,
        startedMs,
        title,
        sheetId,
        sheetName: nameOf(sheetId),
        list: list && { sheetId: list.sheetId, sheetName: nameOf(list.sheetId) },
        fields: choices.kind === "companies" ? choices.columns : choices.fields,
        find:
          choices.kind === "find"
            ? { limit: choices.limit, emailType: choices.emailType, enrichment: choices.enrichment }
            : null,
        capHalves,
        halvesPerQuestion: kind.worstHalves(choices),
        spent: spentOf(ledgerOfToday(standing, choices.kind, nowMs), kind.tellsCosts),
        isYourKey: fingerprint === keyFingerprint,
        isWatch: watchName(id) in properties,
        toAsk,
        done,
        written: orNull(() => kind.written?.(record, properties) ?? null),
      },
    ];
  });
}

/** A page or a trigger drives one resumption for less than a day. */
const LONGEST_RESUMPTION_MS = 24 * 60 * 60 * 1_000;

/** Pages that are no longer free may be paid for twice, so what a lost answer may have cost stays spent. */
export function ledgerOfToday({ ledger }: Standing, kind: KindName, nowMs: number): Ledger {
  const isFreeAgain = kind !== "companies" || nowMs - ledger.openSinceMs < FREE_AGAIN_MS - LONGEST_RESUMPTION_MS;
  return isFreeAgain ? ledger : close(ledger);
}

/** The driver books what was counted with its next call. */
export const withDone = (job: JobView, counted = 0): JobView => ({ ...job, done: Math.max(job.done, counted) });
