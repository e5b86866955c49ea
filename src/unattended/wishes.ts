import type { ClockTriggers } from "../google";
import type { UnattendedWish } from "../jobs/protocol";
import { readJob, underLock, type World } from "../jobs/record";
import { type Refusal, refusal, wordsOf } from "../result";
import { readUnattended, type UnattendedView, viewUnattended, writeUnattended } from "./record";

/** The public function that the trigger runs. */
const HANDLER = "workWhileClosed";

/**
 * Looks at what goes on in this spreadsheet while the person is away, or changes that. The first job makes the person's
 * trigger here, the last one that is dropped takes it away.
 */
export function wishUnattended(world: World, triggers: ClockTriggers, wish: UnattendedWish): UnattendedView | Refusal {
  if (wish.do === "look") return viewUnattended(world);
  const change = wish.do === "add" ? add : drop;
  const changed = underLock(world, () => change(world, triggers, wish.jobId));
  return changed ?? viewUnattended(world);
}

function add(world: World, triggers: ClockTriggers, jobId: string): Refusal | null {
  if (!readJob(world.store.all(), jobId)) return refusal("JOB_GONE");
  const before = readUnattended(world);
  const jobs = [...before.jobs.filter(({ id }) => id !== jobId), { id: jobId, epoch: 0 }];
  // Google may have disabled one that is overdue, though it lists it; what an execution that died has left goes, too.
  const there = triggers.ofSheet(HANDLER);
  const isThere = before.uid !== null && there.includes(before.uid) && !viewUnattended(world).isOverdue;
  for (const uid of there) if (uid !== before.uid || !isThere) triggers.remove(uid);
  try {
    const made = isThere ? {} : { ...triggers.make(HANDLER), seenMs: world.clock.nowMs(), busyUntilMs: 0 };
    writeUnattended(world, { ...before, ...made, jobs });
    return null;
  } catch (thrown) {
    return refusal("NO_TRIGGER", wordsOf(thrown));
  }
}

function drop(world: World, triggers: ClockTriggers, jobId: string): null {
  const before = readUnattended(world);
  const jobs = before.jobs.filter(({ id }) => id !== jobId);
  const isOver = jobs.length === 0;
  if (isOver && before.uid !== null) triggers.remove(before.uid);
  writeUnattended(world, { ...before, jobs, uid: isOver ? null : before.uid });
  return null;
}
