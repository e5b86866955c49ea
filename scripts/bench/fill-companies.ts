import { callClass } from "../../local/apps-script/call-classes";
import { FAULT_KINDS } from "../../local/service/faults/fault";
import { createFillDriver } from "../../sidebar/driver/fill-driver";
import type { Result } from "../../src/result";
import type { FillView } from "../../src/runs/companies/views";
import { type BenchWorld, openBenchWorld, SERVICE_URL } from "./bench-world";
import { atMost, exactly, type Figure, noted, write } from "./figures";
import { BUFFERED } from "./latencies";

const MINUTE_MS = 60_000;
const COMPANIES_PER_PAGE = 25;

/** All that the service gives of one search (specification 8.3), and a few more companies. */
const MOST_PAGES = 1_000;
const COMPANIES = 26_000;

const FILTERS = { company_founded: { min: 1900, include_unknown_founded: true } };
const COLUMNS = ["name", "website", "industry", "headcount", "founded_in", "location.country", "location.city"];

/** Compared: so many pages at the beginning and at the end. */
const COMPARED_PAGES = 40;

/** Together 30 % of all calls go wrong. */
const SHARE_OF_EACH_FAULT = 1 - 0.7 ** (1 / FAULT_KINDS.length);

const ONE_PAGE_AT_A_TIME = `
function fillAll() {
  var sheet = SpreadsheetApp.getActiveSheet();
  for (var page = 1; page <= 1000; page++) {
    var response = UrlFetchApp.fetch("${SERVICE_URL}/search-company", {
      method: "post", contentType: "application/json", muteHttpExceptions: true,
      headers: { "X-KEY": "sandbox-key" }, payload: JSON.stringify({ filters: ${JSON.stringify(FILTERS)}, page: page })
    });
    if (response.getResponseCode() !== 200) continue;
    var rows = JSON.parse(response.getContentText()).results.map(function (result) {
      return [result.company.name, result.company.website, result.company.industry];
    });
    if (sheet.getLastRow() + 25 > sheet.getMaxRows()) sheet.insertRowsAfter(sheet.getMaxRows(), 1000);
    sheet.getRange(sheet.getLastRow() + 1, 1, rows.length, 3).setValues(rows);
    SpreadsheetApp.flush();
    Utilities.sleep(1000);
  }
}`;

interface Fill {
  fill: FillView;
  ms: number;
  /** When so many pages were in the sheet. */
  marks: { pages: number; atMs: number }[];
}

async function fillPages(world: BenchWorld, pages: number): Promise<Fill> {
  const { clock } = world;
  const started = await world.call<Result<FillView>>("startFill", {
    filters: FILTERS,
    totals: null,
    pages,
    columns: COLUMNS,
    capHalves: null,
    target: { kind: "new", sheetName: "Companies" },
  });
  if (!started.ok) throw new Error(started.message);
  const startMs = clock.now();
  const marks: Fill["marks"] = [];
  for (let driver = 0; ; driver++) {
    const end = await createFillDriver({
      nowMs: () => clock.now(),
      fillId: started.data.id,
      driverId: `bench${driver}`,
      calls: {
        fillPages: (request) => world.call("fillPages", request),
        endFill: (request) => world.call("endFill", request),
      },
      onProgress: ({ fill }) => marks.push({ pages: fill.pagesDone, atMs: clock.now() }),
    }).run();
    if (end.state === "finished" && end.fill) return { fill: end.fill, ms: clock.now() - startMs, marks };
    if (driver > 20) throw new Error(end.stop?.message ?? end.state);
    await world.call("resumeFill", started.data.id, false);
  }
}

/** 25,000 rows in one sheet, and what one page at a time achieves beside it. */
export async function fillManyPages(): Promise<Figure[]> {
  const world = await openBenchWorld({ rows: [["Notes"]], companies: COMPANIES });
  let sheetCalls = 0;
  world.host.onTrace(({ event, detail }) => {
    if (event === "call" && callClass(detail) === "sheet" && !BUFFERED.has(detail)) sheetCalls++;
  });
  const run = await fillPages(world, MOST_PAGES).finally(() => world.close());
  const perMinute = (MOST_PAGES / run.ms) * MINUTE_MS;
  const naive = await fillOneByOne();
  return [
    noted("pages a minute", write(perMinute)),
    noted("one page at a time, a pause of 1 s after each: pages a minute", write(naive)),
    noted("  the fill is so many times as fast", write(perMinute / naive)),
    exactly("rows", run.fill.rows, MOST_PAGES * COMPANIES_PER_PAGE),
    noted("sheet calls a page", write(sheetCalls / MOST_PAGES)),
    atMost(`the last ${COMPARED_PAGES} pages take so many times as long as the first`, growth(run.marks), 1.3),
  ];
}

/** How much longer a page takes at the end than at the beginning. */
function growth(marks: Fill["marks"]): number {
  const at = (pages: number): number => marks.find((mark) => mark.pages >= pages)?.atMs ?? 0;
  const first = at(1 + COMPARED_PAGES) - at(1);
  return (at(MOST_PAGES) - at(MOST_PAGES - COMPARED_PAGES)) / first;
}

async function fillOneByOne(): Promise<number> {
  const world = await openBenchWorld({ script: ONE_PAGE_AT_A_TIME, rows: [["Notes"]], companies: COMPANIES });
  try {
    const startMs = world.clock.now();
    // Google kills it after 6 minutes.
    await world.user.clickMenu("fillAll").catch(() => undefined);
    const pages = world.service.controls.calls().filter(({ status }) => status === 200).length;
    return (pages / (world.clock.now() - startMs)) * MINUTE_MS;
  } finally {
    await world.close();
  }
}

/** 1000 pages of a service that fails in every way: each exactly once, and paid for once. */
export async function fillThroughFaults(): Promise<Figure[]> {
  const world = await openBenchWorld({ rows: [["Notes"]], companies: COMPANIES });
  try {
    for (const kind of FAULT_KINDS) {
      world.service.controls.addFault({ kind, operation: "search-company", probability: SHARE_OF_EACH_FAULT });
    }
    const { fill, ms } = await fillPages(world, MOST_PAGES);
    return [
      exactly("rows", fill.rows, MOST_PAGES * COMPANIES_PER_PAGE),
      exactly("duplicates", fill.duplicates, 0),
      exactly("charges in the service's ledger", world.service.controls.ledger().length, MOST_PAGES),
      noted("calls", write(world.service.controls.calls().length)),
      noted("pages a minute", write((MOST_PAGES / ms) * MINUTE_MS)),
      noted("credits, at most, as told to the user", write(fill.spentHalves / 2)),
    ];
  } finally {
    await world.close();
  }
}
