import { STATUS_FIELD } from "./answers";
import { BLIPS, isPassing } from "./faults";
import { type Found, spentIn } from "./invariants";
import type { JobView, Page } from "./people";
import { resultPlaces, shownOf } from "./shown";
import type { World } from "./world";

/** Checks what the page tells of a job that has ended the first time. */
export async function checkTold(world: World, id: string, end: string, page: Page, found: Found): Promise<void> {
  const { scenario, list } = world;
  if (list.isGone) return;
  const spent = spentIn(world);
  const jobs = await page.jobs();
  const told = jobs.ok ? jobs.data.find((job) => job.id === id) : undefined;
  // Somebody whose page was older may have gone on with it since.
  const isAsTold = told?.epoch === world.toldFinished.get(id);
  if (told && end === "finished" && isAsTold && told.state !== end)
    found("told end", `the page has told that the job is finished, and lists it as ${told.state}`);
  if (world.paysElsewhere) return;
  if (told && told.spentHalves < spent && !world.isShared)
    found("told end", `at most ${told.spentHalves} halves are told, ${spent} were spent`);
  if (scenario.happenings.length > 0) return;
  if (!told) return found("told end", "the job is not listed");
  const isExact = scenario.kind !== "find" && scenario.kind !== "enrich";
  if (isExact && told.spentHalves !== spent)
    found("told end", `nothing has happened; ${told.spentHalves} halves are told, ${spent} were spent`);
  if (scenario.job.capHalves === null && end !== "finished")
    found("completes", `nothing has happened, and the job is ${end}`);
  // A summary tells of its own job.
  if (!scenario.olderJob) await checkSummary(world, id, page, found);
}

/** Numbers of emails and domains of companies are counted together. */
function nameInSummary(status: string): string {
  if (/^\d+$/.test(status)) return "with emails";
  return /^\S+\.\S+$/.test(status) ? "with details" : status;
}

/** The page sums up the rows as the sheet shows them. */
async function checkSummary(world: World, id: string, page: Page, found: Found): Promise<void> {
  const { scenario, list } = world;
  const status = STATUS_FIELD[scenario.kind];
  if (status === "" || list.isGone) return;
  const summary = await page.summarise(id);
  if (!summary.ok) return found("told end", `the summary is refused: ${summary.code}`);
  const shown = shownOf(world);
  const column = resultPlaces(world, shown).get(status);
  const counts: Record<string, number> = {};
  for (const row of list.rows.values()) {
    const text = column === undefined ? "" : shown.at(row.at, column);
    const name = nameInSummary(text);
    if (name !== "") counts[name] = (counts[name] ?? 0) + 1;
  }
  const names = new Set([...Object.keys(counts), ...Object.keys(summary.data)]);
  for (const name of names) {
    const [is = 0, told = 0] = [counts[name], summary.data[name]];
    if (is !== told && scenario.sheet.layout === "header")
      found("told end", `the summary tells ${told} rows ${name}, the sheet shows ${is}`);
  }
}

/** Trouble that is over this soon is no reason to stop: people would have to come back and press *Resume*. */
const BLIP_MS = 30_000;

/** The world has had one blip, and nothing else. */
function hadBlipOnly({ scenario, trouble, service }: World): boolean {
  const [one, ...more] = scenario.happenings;
  if (!one || more.length > 0 || !(BLIPS as string[]).includes(one.what)) return false;
  const failedMs = service.controls.calls().flatMap(({ at, fault }) => (fault === null ? [] : [at]));
  const { firstMs = 0, lastMs = 0 } = trouble ?? {};
  return Math.max(lastMs - firstMs, Math.max(...failedMs) - Math.min(...failedMs)) < BLIP_MS;
}

/** A job that has paused has had a better reason than a blip. */
export function checkBlip(world: World, code: string, found: Found): void {
  if (hadBlipOnly(world))
    found("completes", `the job pauses (${code}) for a blip: ${world.scenario.happenings[0]?.what}`);
}

/** A job of which the page has told the end is not listed as unfinished, and goes on by itself with nothing. */
export function checkToldEnds(world: World, jobs: JobView[], found: Found): void {
  if (world.scenario.happenings.length > 0 && !hadBlipOnly(world)) return;
  for (const { id, epoch, state } of jobs)
    if (world.toldFinished.get(id) === epoch && state !== "finished")
      found("told end", `after everything a job is listed as ${state} of which the page has told the end`);
}

/** A refusal says in plain words what happened. */
export function checkWords({ code, message }: { code: string; message: string }, found: Found): void {
  if (code === "BAD_REQUEST" || (code === "UNEXPECTED" && !isPassing(message)))
    found("plain words", `${code}: ${message}`);
  else if (/undefined|\[object|TypeError|NaN|null\b/.test(message)) found("plain words", message);
}

/** The cells of found rows that people have corrected, and that stand there now. */
export function correctedIn({ addon }: World): string[] {
  const texts = new Set(addon.corrected.size > 0 ? addon.allTexts() : []);
  return [...addon.corrected].filter((text) => texts.has(text));
}

/** Undoing has told of every cell that people have corrected and that went with its row. */
export function checkCounted(world: World, before: string[], told: number, found: Found): void {
  if (world.addon.wasDeleted) return;
  const now = new Set(correctedIn(world));
  const gone = before.filter((text) => !now.has(text) && !world.addon.removed.has(text));
  if (gone.length > told)
    found("undo", `${gone.length} cells that somebody has corrected went along (${gone[0]}), ${told} were told`);
}
