import { FAULT_KINDS } from "../../local/service/faults/faults";
import { COMPANIES_PER_PAGE } from "../../src/service/limits";
import { atLeast, atMost, exactly, type Measured, noted } from "./figures";
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

/** The pages at the beginning that are compared with as many at the end: about five writes. */
const COMPARED_PAGES = 100;

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
  const figures = [
    atLeast("pages a minute", perMinute, google.model === "documented" ? 112 : 100),
    atMost("share refused as too fast (429)", (refused / calls) * 100, 1, "%"),
    exactly("rows", job.rows, PAGES * COMPANIES_PER_PAGE),
    noted("sheet calls per 10 pages", (sheetCalls / PAGES) * 10),
    noted("Properties calls per 10 pages", (propertyCalls / PAGES) * 10),
    atMost(
      `one of the last ${COMPARED_PAGES} pages takes this many times as long as one of the first`,
      growth(job.marks),
      1.3,
    ),
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

type Write = FillJob["marks"][number];

/** The time of a page at the end, by that of one at the beginning. A write brings some 20 pages, so whole writes count. */
function growth(marks: FillJob["marks"]): number {
  const writes = marks.filter(({ pages }, i) => pages > (marks[i - 1]?.pages ?? 0));
  const msPerPage = (from: Write, to: Write): number => (to.atMs - from.atMs) / (to.pages - from.pages);
  const [first, last] = [writes[0], writes[writes.length - 1]];
  const afterFirst = writes.find(({ pages }) => first && pages >= first.pages + COMPARED_PAGES);
  const beforeLast = writes.findLast(({ pages }) => last && pages <= last.pages - COMPARED_PAGES);
  return first && afterFirst && beforeLast && last
    ? msPerPage(beforeLast, last) / msPerPage(first, afterFirst)
    : Infinity;
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
