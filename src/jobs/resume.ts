import { isSheetLeased } from "../lists/sheet-lease";
import { takeOutHelpers } from "../lists/visible-rows";
import { isRefused, type Refusal, refusal } from "../result";
import { paidBy, readStanding, type Standing } from "./credits";
import { unlessGone } from "./kinds/column";
import { forgetLeftOut, readLeftOutAnew } from "./leave-out";
import { openAnyService } from "./own-key";
import type { ResumeRequest } from "./protocol";
import { changeStanding, type Job, readKnownNow, sheetsOf, type World } from "./record";
import { isActive, isRunWithOtherKey, kindOf } from "./step";
import { ledgerOfToday, viewOf, withDone } from "./view-jobs";
import type { Scan, StartedJob } from "./views";

/**
 * Resumes a job and raises its epoch, whoever drove it before. This takes the key that pays, also to raise the limit,
 * or the consent to pay with another one. A list of companies may get more pages.
 * @param capNow gives the limit under the document lock, or a reason to refuse, which comes before all others; by
 * default it is the limit of the request
 */
export function resumeJob(
  world: World,
  { jobId, withOwnKey, capHalves, pages, seen }: ResumeRequest,
  capNow: (standing: Standing) => number | null | Refusal = (before) =>
    capHalves === undefined ? before.capHalves : capHalves,
): StartedJob | Refusal {
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  let stateBefore: Standing["state"] = "paused";
  const resume = (standing: Standing, job: Job): Standing | Refusal => {
    const nowMs = world.clock.nowMs();
    const cap = capNow(standing);
    if (isRefused(cap)) return cap;
    if (standing.state !== "running") stateBefore = standing.state;
    if (standing.isUndoing && isBeingUndone(world, job)) return refusal("BUSY");
    const own = paidBy(standing, service.fingerprint);
    if (isRunWithOtherKey(world.store.all(), job, service.fingerprint, nowMs)) return refusal("COLUMN_TAKEN");
    // With the same key nothing is paid twice, and a call whose answer was lost comes again.
    if (own !== standing) {
      if (seen && (standing.epoch !== seen.epoch || (isActive(standing, nowMs) && !seen.isActive)))
        return refusal("JOB_TAKEN_OVER");
      if (!withOwnKey) return refusal("OTHER_KEY");
    }
    return {
      ...own,
      epoch: standing.epoch + 1,
      state: "running",
      reason: "",
      isUndoing: false,
      // Otherwise the job would look abandoned until the new driver asks.
      ledger: { ...ledgerOfToday(standing, job.choices.kind, nowMs), atMs: nowMs },
      capHalves: cap,
    };
  };
  const changed = changeStanding(world, jobId, resume, (record) => withPages(record, pages));
  if (isRefused(changed)) return changed;
  const scanned = firstScan(world, changed.record, service.fingerprint);
  // Nothing is bought that cannot be written. The scan has found all our sheets, so this costs no search.
  const started = isRefused(scanned) || hasList(world, changed.record) ? scanned : refusal("LIST_GONE");
  if (!isRefused(started)) return started;
  // The job is put back as it was, unless somebody else has resumed it meanwhile.
  const { epoch } = changed.standing;
  changeStanding(world, jobId, (standing) =>
    standing.epoch === epoch ? { ...standing, state: stateBefore, reason: started.message, landed: epoch } : standing,
  );
  return started;
}

/** An undo that holds no sheet has ended early, and the job may go on. */
function isBeingUndone({ store, clock }: World, job: Job): boolean {
  const properties = store.all();
  return sheetsOf(job).some((sheetId) => isSheetLeased(properties, sheetId, clock.nowMs()));
}

const hasList = ({ book }: World, { list }: Job): boolean =>
  list === null || (book.pinnedTable(list.sheetId)?.table ?? book.table(list.sheetId)) !== null;

const withPages = (record: Job, pages: number | undefined): Job =>
  pages === undefined || record.choices.kind !== "companies"
    ? record
    : ({ ...record, toAsk: pages, choices: { ...record.choices, pages } } as Job);

/** Finds the first questions. @param begin scans with what this execution has read already */
export function firstScan(
  world: World,
  record: Job,
  fingerprint: string,
  begin?: (job: Job) => Scan | Refusal,
): StartedJob | Refusal {
  const properties = world.store.all();
  const epoch = readStanding(properties, record.id)?.epoch;
  if (!epoch) return refusal("JOB_GONE");
  takeOutHelpers(world, properties);
  const leftOut = readLeftOutAnew(world, record, epoch === 1);
  if (isRefused(leftOut)) return leftOut;
  const kind = kindOf(record.choices.kind);
  const first =
    begin?.(record) ??
    kind.begin?.(world, record, epoch) ??
    kind.scan(world, record, { stretch: 0, stretches: 1, epoch });
  const scan = unlessGone(world, record, properties, first);
  if (isRefused(scan)) return scan;
  // The scan has found the sheets.
  const job = viewOf(world, record, properties, { fingerprint });
  return isRefused(job) ? job : { job: withDone(job, scan.done), scan };
}

/** More stretches than any list has. */
const ALL_STRETCHES = 1_000_000;

/** Finds what a finished job would ask or write now, with its left-out column read anew. Free; changes nothing. */
export function scanAnew(world: World, jobId: string): Scan | Refusal {
  const known = readKnownNow(world, jobId);
  if (isRefused(known)) return known;
  const { job, standing, properties } = known;
  forgetLeftOut(world, job);
  const place = { stretch: 0, stretches: ALL_STRETCHES, epoch: standing.epoch + 1 };
  return unlessGone(world, job, properties, kindOf(job.choices.kind).scan(world, job, place));
}
