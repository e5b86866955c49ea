import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import type { JobChoices as AddonChoices } from "../../src/jobs/protocol";
import { ACTS } from "./acts";
import { aside, MINUTE_MS } from "./bounds";
import { checkAtEnd, checkResults, type Found, spentIn } from "./invariants";
import type { Page, Planned, Told, WatchView } from "./people";
import { createDraw, drawDice } from "./random";
import type { Happening, Kind, Scenario, Stage } from "./scenario";
import { OWNER, type World } from "./world";

// Worlds in which somebody lets a column's new rows be checked automatically.

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** *Check new rows automatically*, and the rows that a form adds meanwhile. */
export interface WatchPlan {
  everyMinutes: 10 | 60;
  /** Questions at their worst that the credits of a day are enough for. */
  questionsADay: number;
  /** When each row comes after the one before, in ms, and what is in it. */
  arrivals: { afterMs: number; dice: number[] }[];
}

/** What often happens beside a watch. */
const EVENTS: Happening["what"][] = [
  ...(["Google drops the triggers", "the triggers' time is used up", "the consent is lost"] as const),
  ...(["the day's fetches are used up", "the day's properties are used up", "takes more than six minutes"] as const),
  ...(["a colleague lets the same go on", "a colleague starts the same", "a second page goes on with it"] as const),
  ...(["dies-before", "dies-after", "dies-before", "dies-after", "the service fails"] as const),
  ...(["edits an input", "inserts a row with an input", "moves rows", "sorts the list", "deletes rows"] as const),
  ...(["types into a result", "clears results"] as const),
];
/** In a list without a header nothing tells which column is which once they were moved while they were made. */
const EVENTS_BELOW_A_HEADER: Happening["what"][] = [...EVENTS, "moves a column", "inserts a column"];

/** The same world with a watch instead of its first job. */
export function watched(scenario: Scenario): Scenario {
  const { seed, kind, happenings, sheet, job } = scenario;
  const draw = createDraw(seed, `${kind} watch`);
  const more = Array.from(
    { length: draw.low(1, 6) },
    (): Happening => ({
      stage: draw.pick(["start", "run", "run", "run", "run"] as const satisfies Stage[]),
      at: draw.low(1, 900),
      what: draw.pick(sheet.layout === "header" ? EVENTS_BELOW_A_HEADER : EVENTS),
      before: null,
      skip: 0,
      later: 0,
      dice: drawDice(draw),
    }),
  );
  const watch: WatchPlan = {
    everyMinutes: draw.pick([10, 60, 60, 60] as const),
    questionsADay: draw.pick([4, 12, 1_000, 1_000]),
    arrivals: Array.from({ length: draw.int(2, 8) }, () => ({
      afterMs: draw.int(1, 90) * MINUTE_MS,
      dice: drawDice(draw),
    })),
  };
  return {
    ...scenario,
    watch,
    goesOnClosed: false,
    sheet: { ...sheet, rows: sheet.rows.slice(0, 40) },
    job: { ...job, rows: "todo", capHalves: null, tries: false, verifiesFound: false },
    happenings: draw.chance(0.15) ? [] : [...(draw.chance(0.5) ? happenings : []), ...more],
  };
}

/** Kinds with a column that can be watched. */
export const WATCHED_KINDS: Kind[] = ["verify", "find", "enrich"];

/** How the people of a world do things until they are done. */
export interface Living {
  insist<T>(what: string, work: (page: Page) => Promise<Told<T>>): Promise<T | null>;
  /** Does something in which things may go wrong, and puts them in order. */
  untilCalm(work: () => Promise<void>): Promise<void>;
  closePage(): void;
}

/** Refusals and pauses of which nobody but people can rid a watch. */
const TOLD_FOR_GOOD = /deleted|another API key/;

/** A watch from its beginning until everything that has gone wrong is in order again, and it is ended. */
export async function liveWatched(
  world: World,
  { insist, untilCalm, closePage }: Living,
  plan: WatchPlan,
  found: Found,
): Promise<void> {
  const { clock, moments, host, document } = world;
  const elsewhere = await watchElsewhere(world);
  const own = () => host.triggers().filter(({ documentId, user }) => documentId === document.id && user === OWNER);
  const look = () => insist("looking at the watch", (here) => here.watches());
  await moments.enter("plan");
  const planned: Planned | null = await insist("planning", (here) => here.plan("todo"));
  if (!planned) return;
  await moments.enter("start");
  const halvesADay = plan.questionsADay * worstHalves(world.scenario);
  const watch = { everyMinutes: plan.everyMinutes, halvesADay };
  const [begun] = (await insist("beginning to watch", (here) => here.watch(planned, watch))) ?? [];
  moments.leave();
  if (!begun) return;
  const beganMs = clock.now();
  const { jobId } = begun;
  closePage();
  // What the start has put in order may go wrong again.
  await untilCalm(async () => {
    await moments.enter("run");
    for (const { afterMs, dice } of plan.arrivals) {
      await clock.sleep(afterMs);
      const told = ACTS["adds a row below"].do(world, dice);
      if (told === null) continue;
      world.counts.acts++;
      world.note(`a form adds ${told}`);
    }
    await clock.sleep(2 * HOUR_MS);
    await aside(world, () => checkAtEnd(world, "watched", found));
    moments.leave();
  });
  // Longer than a trigger may be late.
  await clock.sleep(2 * HOUR_MS);
  const [seen] = (await look()) ?? [];
  if (!seen || seen.jobId !== jobId) return found("told end", "the watch is gone, and nobody has ended it");
  const areDropped = own().length === 0 || own().some(({ isDisabled }) => isDisabled);
  if (areDropped && !seen.isPaused && !seen.isOverdue)
    found("told end", "Google has dropped the trigger of the watch, and nobody is told");
  if (seen.isPaused && seen.reason === "") found("told end", "the watch has paused and does not say why");
  world.note(`the watch is ${stateOf(seen)}`);
  // Whoever has taken the job over pays for it from then on, so its owner can only begin anew.
  const isTakenOver = world.isShared && /another API key/.test(seen.reason);
  if ((seen.isPaused && !isTakenOver) || seen.isOverdue)
    await insist("going on to watch", (here) => here.goOnWatching(jobId));
  // What has failed is asked again the next day.
  await clock.sleep(DAY_MS + 2 * HOUR_MS);
  checkCap(world, beganMs, halvesADay, found);
  const [left] = (await look()) ?? [];
  if (!left) return found("told end", "the watch is gone, and nobody has ended it");
  world.note(`a day later it is ${stateOf(left)}`);
  if (left.isOverdue) found("completes", "the watch is overdue although everything is in order");
  if (left.isPaused && !TOLD_FOR_GOOD.test(left.reason) && world.isWhole() && !world.isShared)
    found("completes", `the watch has paused although everything is in order: ${left.reason}`);
  const isDone = !left.isPaused && !left.isOverdue && !/credits for today/.test(left.reason);
  if (isDone) await aside(world, () => checkResults(world, true, false, found, true));
  await insist("ending the watch", (here) => here.unwatch(jobId));
  if (own().length > 0) found("leftovers", `${own().length} triggers are left after the watch`);
  const other = await elsewhere.look();
  world.note(`in the other document it is ${other ? stateOf(other) : "gone"}`);
  const isThere = host.triggers().some(({ documentId }) => documentId === elsewhere.documentId);
  if (!isThere && !other?.isPaused) found("own triggers", "the trigger of another document is gone");
}

const stateOf = ({ isPaused, isOverdue, reason }: WatchView): string =>
  `${isPaused ? "paused" : isOverdue ? "overdue" : "on"}${reason && ` (${reason})`}`;

const worstHalves = ({ kind, job }: Scenario): number =>
  kind === "find" ? 2 * Math.ceil(job.limit / 50) : kind === "verify" ? 1 : 2;

/** A day of credits begins with the first check after the last one, and lasts 24 hours. */
function checkCap(world: World, beganMs: number, halvesADay: number, found: Found): void {
  if (world.paysElsewhere || world.isShared) return;
  const { service, paidBefore } = world;
  let halves = 0;
  for (const entry of service.controls.ledger().slice(paidBefore)) {
    halves += entry.halves;
    const days = Math.max(1, Math.floor((entry.at - beganMs) / DAY_MS) + 1);
    if (halves <= days * halvesADay) continue;
    found("credits", `${halves} halves were spent by day ${days} of a watch, ${halvesADay} a day were allowed`);
    break;
  }
  world.note(`${spentIn(world)} halves were spent`);
}

/** The same person watches a column of another document with the same script, in which nothing is to be asked. */
async function watchElsewhere({
  host,
}: World): Promise<{ documentId: string; look(): Promise<WatchView | undefined> }> {
  const document = host.openDocument({ workbook: createMemoryWorkbook({}), owner: OWNER, id: "elsewhere" });
  const session = document.as(OWNER);
  session.keyboard.paste("Sheet1", "A1", [["Email"], ["nobody"]]);
  const choices: AddonChoices = {
    ...{ kind: "verify", sheetId: 0, column: 1, header: "Email", sample: ["nobody"], headerRow: 1 },
    ...{ rows: { kind: "new", olderThanDays: null }, fields: ["email_status"], alsoFoundValid: false },
    ...{ toAsk: null, capHalves: null },
  };
  await session.callFromSidebar(
    "unattendedJobs",
    JSON.stringify([{ do: "watch", everyMinutes: 60, halvesADay: 1, choices }]),
  );
  const look = async (): Promise<WatchView | undefined> =>
    JSON.parse(await session.callFromSidebar("unattendedJobs", '[{"do":"look"}]')).data?.watches[0];
  return { documentId: document.id, look };
}
