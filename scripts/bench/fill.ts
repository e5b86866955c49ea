import { FAULT_KINDS } from "../../local/service/faults/faults";
import { COMPANIES_PER_PAGE } from "../../src/service/limits";
import { atLeast, atMost, exactly, type Measured, noted, withoutGoal } from "./figures";
import type { Google } from "./google";
import { type FillJob, runFillJob } from "./jobs";
import { fillingWay, runOtherWay } from "./other-ways";
import { openBenchWorld, refusedCalls } from "./world";

const MINUTE_MS = 60_000;

/** All that the service gives of one search, and a few more companies. */
const PAGES = 1_000;
const COMPANIES = 26_000;

const SEARCH = {
  filters: { company_founded: { min: 1900, include_unknown_founded: true } },
  columns: ["name", "website", "industry", "headcount", "founded_in", "location.country", "location.city"],
  pages: PAGES,
};

/** The pages at the beginning that are compared with as many at the end. */
const COMPARED_PAGES = 40;

/** Together 30 % of all calls go wrong. */
const SHARE_OF_EACH_FAULT = 1 - 0.7 ** (1 / FAULT_KINDS.length);

const NO_LIST = [["Notes"]];

/** 25,000 rows in one sheet; the service permits 120 pages a minute and tells nobody. */
export async function fillManyPages(google: Google): Promise<Measured[]> {
  const world = await openBenchWorld(google, { rows: NO_LIST, companies: COMPANIES });
  const job = await runFillJob(world, SEARCH);
  const perMinute = (PAGES / job.ms) * MINUTE_MS;
  const { sheetCalls, propertyCalls } = world.counts;
  const calls = world.service.controls.calls().length;
  const refused = refusedCalls(world);
  await world.close();
  const speed = atLeast("pages a minute", perMinute, 110);
  const figures = [
    google.model === "documented" ? speed : withoutGoal(speed),
    atMost("share refused as too fast (429)", (refused / calls) * 100, 1, "%"),
    exactly("rows", job.rows, PAGES * COMPANIES_PER_PAGE),
    noted("sheet calls per 10 pages", (sheetCalls / PAGES) * 10),
    noted("Properties calls per 10 pages", (propertyCalls / PAGES) * 10),
    atMost(`the last ${COMPARED_PAGES} pages take this many times as long as the first`, growth(job.marks), 1.3),
  ];
  if (google.model !== "documented") return figures;
  const script = fillingWay(JSON.stringify(SEARCH.filters), PAGES);
  const other = await runOtherWay(google, script, { rows: NO_LIST, companies: COMPANIES });
  return [
    ...figures,
    noted("one page at a time, a pause of 1 s after each: pages a minute", other.perMinute),
    noted("one page at a time: the fill is this many times as fast", perMinute / other.perMinute),
  ];
}

/** The time of a page at the end, by that of one at the beginning. */
function growth(marks: FillJob["marks"]): number {
  const at = (pages: number): number => marks.find((mark) => mark.pages >= pages)?.atMs ?? 0;
  const first = at(1 + COMPARED_PAGES) - at(1);
  return (at(PAGES) - at(PAGES - COMPARED_PAGES)) / first;
}

/** Pages of a service that fails in every way: each exactly once, and paid for once. */
export async function fillThroughFaults(google: Google): Promise<Measured[]> {
  const world = await openBenchWorld(google, { rows: NO_LIST, companies: COMPANIES });
  const { controls } = world.service;
  try {
    for (const kind of FAULT_KINDS) {
      controls.addFault({ kind, operation: "search-company", probability: SHARE_OF_EACH_FAULT });
    }
    const { rows, duplicates, spentAtMost, ms } = await runFillJob(world, SEARCH);
    return [
      exactly("rows", rows, PAGES * COMPANIES_PER_PAGE),
      exactly("duplicates", duplicates, 0),
      exactly("charges in the service's ledger", controls.ledger().length, PAGES),
      noted("calls", controls.calls().length),
      noted("pages a minute", (PAGES / ms) * MINUTE_MS),
      noted("credits, at most, as told to the user", spentAtMost),
    ];
  } finally {
    await world.close();
  }
}
