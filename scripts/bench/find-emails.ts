import { callClass } from "../../local/apps-script/call-classes";
import { RATE_LIMITS } from "../../src/service/rate-limits";
import { openBenchWorld } from "./bench-world";
import { atLeast, exactly, type Figure, noted, write } from "./figures";
import { BUFFERED } from "./latencies";
import { companyList } from "./lists";
import { NAIVE_SEARCH_BATCHES, NAIVE_SEARCH_LOOP } from "./naive-search";
import { compareWith } from "./other-ways";
import { runColumn } from "./run-column";

const PERMITTED_PER_MINUTE = RATE_LIMITS["domain-search"].callsPerMinute;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const WISH = {
  fields: ["emails_found", "total_emails", "domain"],
  find: {
    limit: 50,
    emailType: "all" as const,
    enrichment: [],
    target: { kind: "new" as const, sheetName: "Emails" },
  },
};

/** The speed of *Find emails for this column of companies*, and beside it what the list would take otherwise. */
export async function findEmails(companies: number): Promise<Figure[]> {
  const world = await openBenchWorld({ rows: companyList(companies) });
  let sheetCalls = 0;
  world.host.onTrace(({ event, detail }) => {
    if (event === "call" && callClass(detail) === "sheet" && !BUFFERED.has(detail)) sheetCalls++;
  });
  const { progress, ...run } = await runColumn(world, { wish: WISH }).finally(() => world.close());
  const perMinute = (companies / run.ms) * MINUTE_MS;
  const share = (ms: number): number => ((run.calls / ms) * MINUTE_MS * 100) / PERMITTED_PER_MINUTE;
  const permitted = `of the ${write(PERMITTED_PER_MINUTE)} a minute that are permitted`;
  return [
    noted("the column run, companies a minute", write(perMinute)),
    atLeast(`${permitted}, while it asks`, share(run.ms - run.startMs - run.endMs), 98, " %"),
    atLeast(`${permitted}, from Start pressed to the last result`, share(run.ms), 90, " %"),
    noted("seconds until the first question", write(run.startMs / SECOND_MS)),
    noted("seconds after the last question, until its emails are written", write(run.endMs / SECOND_MS)),
    exactly("calls", run.calls, companies),
    exactly("refused as too fast (429)", run.refused, 0),
    noted("emails found", write(progress.emails)),
    exactly("  of them not written", progress.emails - progress.emailsWritten, 0),
    noted("sheet calls per 100 companies", write((sheetCalls / companies) * 100)),
    ...(await compareWith(
      { loop: NAIVE_SEARCH_LOOP, batches: NAIVE_SEARCH_BATCHES },
      companyList(companies),
      perMinute,
      "companies",
    )),
  ];
}
