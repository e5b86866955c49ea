import { AsyncLocalStorage } from "node:async_hooks";
import type { UserSession } from "../../local/apps-script/host-document";
import { ACTS } from "./acts";
import { aside, bounded, Endless, MINUTE_MS } from "./bounds";
import { type DocumentCopy, liveInCopy } from "./document-copy";
import { isUsedUp, putInOrder } from "./faults";
import { noteFormulas, payForKnown } from "./fill-list";
import { liveWithFormulas } from "./formulas-life";
import { checkVerified } from "./found";
import { liveInPlace } from "./in-place";
import {
  checkAtEnd,
  checkEverything,
  checkUndone,
  checkVisible,
  findPutBack,
  type Violation,
  visibleRows,
} from "./invariants";
import { liveWithCopies } from "./made-copies";
import {
  type Driving,
  isFinal,
  isGone,
  isOpen,
  type JobEnd,
  type JobView,
  openPage,
  type Page,
  type Planned,
  type StartedJob,
  type Told,
} from "./people";
import type { Scenario } from "./scenario";
import { snapshotOf } from "./snapshot";
import { checkBlip, checkCounted, checkTold, checkToldEnds, checkWords, correctedIn } from "./told";
import { liveWatched } from "./watched";
import { KEY, type World } from "./world";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Pauses that people have agreed to, by a limit or by the price that they were told. */
const AGREED_PAUSES = ["CAP_REACHED", "MORE_THAN_TOLD"];
/** Longer than any life here: a week before it, a day for each quota that is used up, and some hours. */
const LONGEST_LIFE_MS = 30 * DAY_MS;
/** The times that people resume what was interrupted, before and after everything is in order again. */
const TRIES = 8;
const CALM_TRIES = 4;

/** Worlds are small: longer than a trigger needs, also one whose executions die. */
const MAX_CLOSED_MINUTES = 25;

const CLOSED = Symbol("closed");

/** A job from its plan until it is undone, with everything that happens meanwhile. */
export async function live(world: World): Promise<Violation[]> {
  const violations: Violation[] = [];
  const { clock, moments, scenario } = world;
  const found = (invariant: string, text: string): void => {
    world.note(`VIOLATED ${invariant}: ${text}`);
    // The first of a kind says most.
    if (!violations.some((each) => each.invariant === invariant)) violations.push({ invariant, text });
  };
  let page = openPage(world, world.owner);
  let driving: Driving | null = null;
  const others: Promise<unknown>[] = [];
  // Work that is begun between two calls of an execution is no part of it: the clock would wait for it.
  const outside = AsyncLocalStorage.snapshot();
  let isCalm = false;
  const isAtWork = (): boolean => driving !== null || scenario.watch !== null;

  /** A step that ends in bounded time, or the page's end. */
  async function step<T>(what: string, work: (page: Page) => Promise<T>): Promise<T | typeof CLOSED> {
    if (page.isClosed) page = openPage(world, world.owner);
    const here = page;
    return bounded(world, what, () => Promise.race([work(here), here.closed.then((): typeof CLOSED => CLOSED)]));
  }

  /** Everything is in order from here on. */
  async function calm(): Promise<void> {
    // A quota that was used up today is there tomorrow, and questions of others have ended by then.
    const wasUsedUp = isUsedUp(world);
    // One that a start has spared may end in the run, and a part may be protected after a start was calm.
    if (isCalm && !wasUsedUp && world.protections.length === 0) return;
    isCalm = true;
    moments.end();
    putInOrder(world);
    page.offlineUntilMs = 0;
    page.isHidden = false;
    await clock.sleep(wasUsedUp ? DAY_MS : 10 * MINUTE_MS);
    world.note("everything is in order");
  }

  /** Does something in which things may go wrong, and puts them in order. */
  async function untilCalm(work: () => Promise<void>): Promise<void> {
    isCalm = false;
    await work();
    isCalm = false;
    await calm();
  }

  world.pages = {
    close() {
      if (page.isClosed || isCalm) return false;
      page.close();
      return true;
    },
    reload() {
      if (page.isClosed || isCalm) return false;
      page.close();
      page = openPage(world, world.owner);
      return true;
    },
    offline(ms) {
      page.offlineUntilMs = clock.now() + ms;
    },
    hide() {
      page.isHidden = true;
    },
    pause() {
      outside(() => driving?.pause());
      return driving !== null;
    },
    stop() {
      outside(() => driving?.stop());
      return driving !== null;
    },
    openSecond(who) {
      if (!isAtWork() || others.length > 1) return false;
      others.push(outside(() => second(who === "owner" ? world.owner : world.colleague).catch(() => {})));
      return true;
    },
    startToo(who, isLeft) {
      if (!isAtWork() || others.length > 1) return false;
      others.push(outside(() => startToo(who === "owner" ? world.owner : world.colleague, isLeft).catch(() => {})));
      return true;
    },
  };

  /** Somebody who does not know of the job begins one of the same column. */
  async function startToo(session: UserSession, isLeft = false): Promise<void> {
    const other = openPage(world, session);
    const hasOwnKey = session !== world.owner && scenario.colleagueKey !== null;
    if (hasOwnKey) await other.saveKey(scenario.colleagueKey as string);
    const column = world.list.inputColumn?.at;
    const planned = await other.plan("todo");
    // They read in the dry run which column it is, and start no other one.
    if (!planned.ok || world.list.inputColumn?.at !== column) return;
    if ((planned.data.choices as { column?: number }).column !== column) return;
    world.isShared ||= hasOwnKey;
    world.paysElsewhere = true;
    const started = await other.start(planned.data, null);
    if (!started.ok) return;
    if (!isLeft) return void (await other.drive(started.data, null).end);
    await other.goOnClosed(started.data.id);
    other.close();
  }

  async function second(session: UserSession): Promise<void> {
    const other = openPage(world, session);
    if (session !== world.owner && scenario.colleagueKey) await other.saveKey(scenario.colleagueKey);
    const jobs = await other.jobs();
    const open = jobs.ok ? jobs.data.find(isOpen) : undefined;
    const resumed = open && (await other.resume(open.id, true));
    if (resumed?.ok && session !== world.owner && scenario.colleagueKey) world.isShared = true;
    if (resumed?.ok) await other.drive(resumed.data, null).end;
  }

  /** Asks again what was lost or refused; everything is in order before it is given up. */
  async function insist<T>(what: string, work: (page: Page) => Promise<Told<T>>): Promise<T | null> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt === TRIES / 2) await calm();
      const told = await step(what, work);
      if (told === CLOSED) continue;
      if (told.ok) return told.data;
      checkWords(told, found);
      checkIsGone(what, told.code);
      if (isFinal(told.code)) return null;
    }
    found("completes", `${what} is refused although everything is in order`);
    return null;
  }

  /** What people are told to be deleted somebody has deleted. */
  function checkIsGone(what: string, code: string): void {
    if (isFinal(code) && !isGone(code) && world.isWhole())
      found("completes", `${what} is refused (${code}), and nobody has deleted anything`);
  }

  const jobs = (): Promise<JobView[] | null> => insist("listing the jobs", (here) => here.jobs());

  /** A job that somebody wants: its column, as long as it is there, and its plan. */
  interface Wanted {
    column(): number | null;
    plan(page: Page): Promise<Told<Planned>>;
  }

  const inputs = (rows: string): Wanted => ({
    column: () => world.list.inputColumn?.at ?? null,
    plan: (here) => here.plan(rows),
  });

  /** The found emails of a sheet. */
  const foundIn = (sheetId: number): Wanted => ({
    column: () => (world.addon.ids.has(sheetId) ? world.addon.columnOf(sheetId, "email") : null),
    plan: (here) => here.planFound(sheetId, world.addon.columnOf(sheetId, "email") ?? 1),
  });

  /** Starts; after a lost answer it resumes what was begun. */
  async function begin(
    wanted: Wanted,
    capHalves: number | null,
    known: Set<string>,
    isTheOne = false,
  ): Promise<StartedJob | null> {
    let isFirst = isTheOne;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      findPutBack(world);
      const column = wanted.column();
      if (column === null) return null;
      const planned = await insist("planning", wanted.plan);
      if (!planned) return null;
      // The page names another column than the one that is meant.
      if (wanted.column() !== column && attempt < TRIES / 2) continue;
      if (isFirst) await moments.enter("start");
      isFirst = false;
      if (isTheOne) world.planned = planned;
      const told = await step("starting", (here) => here.start(planned, capHalves));
      if (told !== CLOSED && told.ok) return told.data;
      if (told !== CLOSED) checkWords(told, found);
      if (told !== CLOSED) checkIsGone("starting", told.code);
      if (told !== CLOSED && isFinal(told.code)) return null;
      const open = (await jobs())?.find((job) => isOpen(job) && !known.has(job.id));
      if (open) return insist("going on", (here) => here.resume(open.id, true));
      if (attempt === TRIES / 2) await calm();
    }
    found("completes", "the job cannot be started although everything is in order");
    return null;
  }

  /** Drives, and goes on as long as the job is not over. */
  async function finish(first: StartedJob, askAtMost: number | null): Promise<string> {
    let job: StartedJob | null = first;
    let most = askAtMost;
    for (let attempt = 0; job && attempt < TRIES + CALM_TRIES; attempt++) {
      if (scenario.goesOnClosed && attempt === 0 && most === null) {
        await goOnClosed(job.id);
        const left: JobView | undefined = (await jobs())?.find(({ id }) => id === first.id);
        if (!left) return "gone";
        if (left.state === "finished") world.toldFinished.set(left.id, left.epoch);
        if (!isOpen(left)) return left.state;
        job = await insist("going on", (here) => here.resume(left.id, true));
        if (!job) break;
      }
      const current: StartedJob = job;
      const end: JobEnd | typeof CLOSED = await step("driving", (here) => {
        driving = here.drive(current, most);
        return driving.end;
      });
      driving = null;
      most = null;
      if (end !== CLOSED) {
        world.note(`the job is ${end.state}${end.stop ? ` (${end.stop.code})` : ""}`);
        if (end.stop) checkWords(end.stop, found);
        if (end.state !== "paused") return end.state;
        if (attempt === 0 && end.stop && !AGREED_PAUSES.includes(end.stop.code)) checkBlip(world, end.stop.code, found);
        if (end.stop) checkIsGone("going on", end.stop.code);
        if (end.stop && isFinal(end.stop.code)) return "impossible";
        if (end.stop && /TAKEN_OVER/.test(end.stop.code)) await step("other pages", () => Promise.all(others));
      } else await clock.sleep(5_000);
      if (attempt >= TRIES) await calm();
      else if (end !== CLOSED && end.stop) await remedy(end.stop.code);
      const open: JobView | undefined = (await jobs())?.find(({ id }) => id === current.id);
      if (!open) return "gone";
      if (!isOpen(open)) return open.state;
      const isAtCap = end !== CLOSED && end.stop?.code === "CAP_REACHED";
      if (isAtCap) return "at its cap";
      job = await insist("going on", (here) => here.resume(open.id, true));
    }
    if (job) found("completes", "the job never ends although everything is in order");
    return "unfinished";
  }

  /** Lets a trigger drive the job for a while. What it leaves, the page goes on with: the job was taken over from it. */
  async function goOnClosed(id: string): Promise<void> {
    const told = await step("letting it go on", (here) => here.goOnClosed(id));
    if (told === CLOSED || !told.ok) return;
    for (let minute = 0; minute < MAX_CLOSED_MINUTES && world.host.triggers().length > 0; minute++)
      await clock.sleep(MINUTE_MS);
    world.note(`a trigger drove the job; ${world.host.triggers().length} are left`);
  }

  /** Does what a person does who is told why it does not go on. */
  async function remedy(code: string): Promise<void> {
    if (code === "INVALID_API_KEY") world.faults.keyRevoked = false;
    if (code === "PLAN_REQUIRED") world.service.controls.setAccount(KEY, { plan: "ENTERPRISE" });
    if (code === "INSUFFICIENT_CREDITS") world.service.controls.setAccount("sandbox-key", { credits: 1_000 });
    await clock.sleep(2 * MINUTE_MS);
  }

  /** A job of last week, with fewer columns, and what people have done since. */
  async function liveOlder(edits: NonNullable<Scenario["olderJob"]>): Promise<void> {
    // Rows that are done are not asked for more columns, unless all rows are.
    const fields = scenario.job.rows === "all" ? scenario.job.fields.slice(0, 1) : scenario.job.fields;
    const then = openPage({ ...world, scenario: { ...scenario, job: { ...scenario.job, fields } } }, world.owner);
    const planned = await then.plan("all");
    const begun = planned.ok && planned.data.toAsk > 0 ? await then.start(planned.data, null) : null;
    if (!begun?.ok) return;
    await then.drive(begun.data, null).end;
    then.close();
    for (const { what, dice } of edits) {
      const told = ACTS[what].do(world, dice);
      if (told === null) continue;
      world.counts.acts++;
      world.note(`${what}: ${told}`);
    }
    moments.leave();
    noteFormulas(world);
    await clock.sleep(7 * DAY_MS);
    world.paidBefore = world.service.controls.ledger().length;
  }

  /** Somebody verifies the emails that were found. */
  async function verifyFound(known: Set<string>): Promise<void> {
    for (const sheetId of scenario.job.verifiesFound ? world.addon.ids : []) {
      const wanted = foundIn(sheetId);
      if (world.addon.column("email").length === 0) continue;
      const begun = await begin(wanted, null, known);
      if (!begun) continue;
      known.add(begun.id);
      await finish(begun, null);
      checkVerified(world, false, found);
    }
  }

  async function takeBack(id: string): Promise<void> {
    const before = correctedIn(world);
    let left = { left: "", unfitRows: 0, counted: 0 };
    const noteLeft = (): void => {
      world.hasLeft ||= left.left !== "";
      world.unfitRows += left.unfitRows;
    };
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt === TRIES / 2) await calm();
      const counted = await step("counting what undoing takes", (here) => here.undo(id, false));
      // It was undone all the same: the answer was lost on its way.
      if (counted !== CLOSED && !counted.ok && isGone(counted.code)) return noteLeft();
      if (counted !== CLOSED && counted.ok) left = { ...counted.data, counted: left.counted + counted.data.counted };
      const told = await step("undoing", (here) => here.undo(id, true));
      if (told === CLOSED) continue;
      if (told.ok) {
        checkCounted(world, before, left.counted + told.data.counted, found);
        left = told.data;
        noteLeft();
        world.note(`undone: ${told.data.rows} rows${told.data.left && `, left: ${told.data.left}`}`);
        return;
      }
      checkWords(told, found);
      checkIsGone("undoing", told.code);
      if (isFinal(told.code)) return isGone(told.code) ? noteLeft() : undefined;
    }
    found("completes", "the job cannot be undone although everything is in order");
  }

  world.owner.onUi((event) => {
    if (event.type === "alert") world.owner.answer(event.id, "YES");
  });
  world.clicksMenu = (functionName) => {
    others.push(outside(() => world.owner.clickMenu(functionName).catch((error: Error) => world.note(error.message))));
  };

  async function whole(): Promise<void> {
    if (scenario.kind === "formulas") return liveWithFormulas(world, found);
    await payForKnown(world);
    world.before = snapshotOf(world.document);
    if (scenario.olderJob) await liveOlder(scenario.olderJob);
    if (scenario.watch) {
      await liveWatched(world, { insist, untilCalm, closePage: () => page.close() }, scenario.watch, found);
      await step("other pages", () => Promise.all(others));
    } else await wholeJob();
    isCalm = false;
    await calm();
    await tidyUp();
  }

  /** Somebody's first job, from its plan until all it has told was looked at. */
  async function wholeJob(): Promise<void> {
    await moments.enter("plan");
    const { job } = scenario;
    const visible = visibleRows(world);
    const older = scenario.olderJob && new Set((await jobs())?.map(({ id }) => id));
    const started = await begin(inputs(job.rows), job.capHalves, older ?? new Set(), true);
    moments.leave();
    let end = "not started";
    if (started) {
      await moments.enter("run");
      end = await finish(started, job.tries ? 10 : null);
      await step("other pages", () => Promise.all(others));
      await aside(world, () => checkAtEnd(world, end, found));
      if (end === "finished") await aside(world, () => checkVisible(world, visible, found));
      await step("telling what was done", (here) => checkTold(world, started.id, end, here, found));
      moments.leave();
    }
    await moments.enter("end");
    if (started) await step("summing up", (here) => here.summarise(started.id));
    moments.leave();
    await moments.enter("there");
    if (job.verifiesFound && started) await verifyFound(new Set((await jobs())?.map(({ id }) => id)));
    moments.leave();
  }

  /** What people have changed meanwhile, and what has failed, is done once more; then all is undone. */
  async function tidyUp(): Promise<void> {
    // One more job of each sort does what people have changed meanwhile, and what has failed.
    const ids = new Set((await jobs())?.map(({ id }) => id));
    for (const rows of scenario.kind === "fill" ? ["all"] : ["todo", "failed"]) {
      if (!world.list.inputColumn && scenario.kind !== "fill") break;
      const planned = await insist("planning", (here) => here.plan(rows));
      if (!planned || (rows === "failed" && planned.toAsk === 0)) continue;
      const again = await begin(inputs(rows), null, ids);
      if (!again) continue;
      ids.add(again.id);
      await finish(again, null);
    }
    await verifyFound(ids);
    checkToldEnds(world, (await jobs()) ?? [], found);
    await aside(world, () => checkEverything(world, found));
    if (world.copy) await step("working in the copy", () => liveInCopy(world, world.copy as DocumentCopy, found));
    const { copies, inPlace } = scenario;
    if (copies) await untilCalm(() => liveWithCopies(world, copies, step, found));
    if (inPlace) await untilCalm(() => liveInPlace(world, inPlace, step, found));
    await untilCalm(async () => {
      await moments.enter("undo");
      for (const { id } of (await jobs()) ?? []) await takeBack(id);
      moments.leave();
    });
    for (const { id } of (await jobs()) ?? []) await takeBack(id);
    checkUndone(world, found);
  }

  try {
    await bounded(world, "all of it", whole, LONGEST_LIFE_MS);
  } catch (error) {
    if (!(error instanceof Endless)) throw error;
    found("ends", error.message);
  } finally {
    page.close();
  }
  return violations;
}
