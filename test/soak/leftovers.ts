import type { Violation } from "./invariants";
import { openPage } from "./people";
import { createDraw, type Draw } from "./random";
import type { World } from "./world";

// Many jobs of one document, one after the other, each with a fate of its own: what they leave behind must not grow.

/** The end of a job. */
const FATES = ["finished", "undone", "left by its page", "killed", "paused", "stopped"] as const;
type Fate = (typeof FATES)[number];

const MINUTE_MS = 60_000;
/** The time for which a claim of somebody who has died may hold up others. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** The turns of each operation, the last choices, and the pages that are free for 30 days. */
const MAX_BYTES_WITHOUT_JOBS = 3_000;

/** Numbers of things, by their names. */
type Count = Record<string, number>;

/** Properties without the past jobs, of which there are a hundred in the end. */
const lastingOf = (properties: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !/^past(\.|$)/.test(name)));

/** Counts the things that stay in the document and with its people, whoever has left them there. */
function count({ document, host, workbook, list }: World): Count {
  const { properties, extras } = document.save();
  const lasting = lastingOf(properties);
  const { userProperties } = host.save();
  const sizeOf = (store: object): number => JSON.stringify(store).length;
  return {
    "document properties": Object.keys(lasting).length,
    "bytes of document properties": sizeOf(lasting),
    "bytes of user properties": sizeOf(userProperties),
    metadata: extras.metadata.length,
    "conditional formats": extras.conditionalFormats.length,
    protections: extras.protections.length,
    "validation rules": extras.validations.length,
    charts: extras.charts.length,
    sheets: workbook.sheets().length,
    columns: workbook.extent(list.sheetId).columns,
  };
}

/** @param jobs the first half may fill up what is bounded, as the list of jobs that can be undone; after that nothing grows */
export async function liveWithManyJobs(world: World, jobs: number): Promise<Violation[]> {
  const violations: Violation[] = [];
  const { scenario, clock } = world;
  const draw = createDraw(scenario.seed, "fates");
  let early: Count = {};
  let firstMs = 0;
  for (let number = 1; number <= jobs; number++) {
    const fate = number === 1 || number === jobs ? "finished" : draw.pick(FATES);
    const startedMs = clock.now();
    const problem = await liveOne(world, fate, draw);
    const tookMs = clock.now() - startedMs;
    if (problem !== null) violations.push({ invariant: "completes", text: `job ${number} (${fate}): ${problem}` });
    if (problem !== null) break;
    if (number === 1) firstMs = tookMs;
    if (number === jobs && tookMs > 2 * firstMs + MINUTE_MS) {
      const text = `job ${number} takes ${tookMs / 1_000} s, the first one ${firstMs / 1_000} s`;
      violations.push({ invariant: "leftovers", text });
    }
    await clock.sleep(LONGEST_WAIT_MS);
    if (number === Math.ceil(jobs / 2)) early = count(world);
  }
  const late = count(world);
  world.note(`${JSON.stringify(early)} after half of them, ${JSON.stringify(late)} after ${jobs} jobs`);
  for (const [name, times] of Object.entries(late)) {
    const before = early[name] ?? 0;
    // Numbers get longer, and not each job leaves as much.
    if (times > before * 1.3 + 10)
      violations.push({
        invariant: "leftovers",
        text: `${before} ${name} after half of the jobs, ${times} after all`,
      });
  }
  const page = openPage(world, world.owner);
  const known = await page.jobs();
  for (const { id } of known.ok ? known.data : []) await page.undo(id, true);
  const properties = lastingOf(world.document.save().properties);
  const names = Object.keys(properties).join(", ");
  world.note(`after undoing all: ${JSON.stringify(count(world))}, ${names}`);
  if (JSON.stringify(properties).length > MAX_BYTES_WITHOUT_JOBS)
    violations.push({ invariant: "leftovers", text: `after undoing all the properties ${names} stay` });
  return violations;
}

/** @returns what goes wrong, in words; `null` when nothing does */
async function liveOne(world: World, fate: Fate, draw: Draw): Promise<string | null> {
  const { host, clock } = world;
  const page = openPage(world, world.owner);
  const planned = await page.plan("all");
  if (!planned.ok) return `planning is refused: ${planned.code}`;
  const started = await page.start(planned.data, null);
  if (!started.ok) return `the start is refused: ${started.code}`;
  const { id } = started.data;
  if (fate === "killed") dieLater(world, draw.int(1, 60));
  const driving = page.drive(started.data, null);
  if (fate === "paused") driving.pause();
  if (fate === "stopped") driving.stop();
  if (fate === "left by its page" || fate === "killed") {
    await clock.sleep(draw.int(0, 4_000));
    page.close();
    // The calls under way end without anybody who hears of it.
    await clock.sleep(10 * MINUTE_MS);
    host.settings.crash = null;
    return null;
  }
  const end = await driving.end;
  const expected = { finished: "finished", undone: "finished", paused: "paused", stopped: "stopped" }[fate];
  if (end.state !== expected && end.state !== "finished") return `it is ${end.state} (${end.stop?.code ?? ""})`;
  if (fate !== "undone") return null;
  const undone = await page.undo(id, true);
  return undone.ok ? null : `undoing is refused: ${undone.code}`;
}

/** The execution that calls Google then dies. */
function dieLater({ host }: World, afterCalls: number): void {
  let left = afterCalls;
  const stop = host.onTrace(({ event, executionId }) => {
    if (event !== "call" || --left > 0) return;
    stop();
    host.settings.crash = { executionId, callIndex: 1, when: "after" };
  });
}
