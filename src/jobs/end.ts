import { isRefused, type Refusal, refusal } from "../result";
import { readStanding, type Standing } from "./credits";
import { kindOf } from "./kinds/all";
import type { EndRequest, ResumeRequest } from "./protocol";
import {
  changeStanding,
  type JobRecord,
  jobView,
  listRecords,
  openAnyService,
  ownFingerprint,
  START_LOCK_WAIT_MS,
  type World,
} from "./record";
import { brake } from "./step";
import type { JobView, StartedJob } from "./views";

/**
 * Pauses, stops or finishes a job: from then on nothing of its epoch is asked, what waits for its turn is called off,
 * and what is on its way is still written. A driver that somebody else has taken over from changes nothing.
 */
export function endJob(world: World, { jobId, epoch, state, reason, hasLanded }: EndRequest): JobView | Refusal {
  brake(world, jobId, epoch);
  const changed = changeStanding(world, jobId, START_LOCK_WAIT_MS, (standing) => {
    if (standing.epoch !== epoch) return standing;
    // Words of a page are shown to all: they are kept short.
    return { ...standing, state, reason: reason.slice(0, 500), landed: hasLanded ? epoch : standing.landed };
  });
  return isRefused(changed) ? changed : viewOf(world, changed);
}

/**
 * Goes on with a job, whoever drove it before: raises the epoch. Refused without the key that pays, unless the user
 * agrees to pay with another one. A credit limit is raised only by whoever pays.
 */
export function resumeJob(world: World, { jobId, withOwnKey, capHalves }: ResumeRequest): StartedJob | Refusal {
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const changed = changeStanding(world, jobId, START_LOCK_WAIT_MS, (standing, { list }): Standing | Refusal => {
    // Nothing is bought that cannot be written.
    if (list && !world.book.table(list.sheetId)) return refusal("LIST_GONE");
    const isYours = standing.keyFingerprint === service.fingerprint;
    if (!isYours && !withOwnKey) return refusal("OTHER_KEY");
    return {
      ...standing,
      epoch: standing.epoch + 1,
      landed: standing.landed === standing.epoch ? standing.epoch : standing.landed,
      state: "running",
      reason: "",
      capHalves: capHalves === undefined ? standing.capHalves : capHalves,
      keyFingerprint: service.fingerprint,
    };
  });
  if (isRefused(changed)) return changed;
  const { record } = changed;
  const scan = kindOf(record.wish.kind).scan(world, record as never, { stretch: 0, stretches: 1 });
  if (!isRefused(scan)) return { job: viewOf(world, changed), scan };
  // It cannot go on: it is left as it was.
  changeStanding(world, jobId, START_LOCK_WAIT_MS, (standing) => ({
    ...standing,
    state: "paused",
    reason: scan.message,
    landed: standing.epoch,
  }));
  return scan;
}

/** The jobs of this spreadsheet, the youngest first. */
export function listJobs(world: World): JobView[] {
  const { store, book } = world;
  // Opening the sidebar waits for this: one call for all that is kept.
  const properties = store.all();
  const known = { fingerprint: ownFingerprint(world), sheetNames: book.sheetNames() };
  return listRecords(properties).flatMap((record) => {
    const standing = readStanding(properties, record.id);
    return standing ? [view(record, standing, properties, known)] : [];
  });
}

/** One job as the sidebar knows it. */
export function viewOf(world: World, { record, standing }: { record: JobRecord; standing: Standing }): JobView {
  const { store, book } = world;
  return view(record, standing, store.all(), { fingerprint: ownFingerprint(world), sheetNames: book.sheetNames() });
}

function view(
  record: JobRecord,
  standing: Standing,
  properties: Record<string, string>,
  known: Parameters<typeof jobView>[2],
): JobView {
  const kind = kindOf(record.wish.kind);
  return jobView(
    record,
    standing,
    known,
    kind.worstHalves(record.wish as never),
    kind.written(record as never, properties),
  );
}
