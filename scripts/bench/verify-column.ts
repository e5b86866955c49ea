import { RATE_LIMITS } from "../../src/service/rate-limits";
import { openBenchWorld } from "./bench-world";
import { atLeast, atMost, exactly, type Figure, noted, write } from "./figures";
import { emailList } from "./lists";
import { NAIVE_BATCHES, NAIVE_LOOP } from "./naive-verification";
import { compareWith } from "./other-ways";
import { runColumn } from "./run-column";
import { type SliceCost, sliceCost } from "./slice-cost";

const PERMITTED_PER_MINUTE = RATE_LIMITS["email-verifier"].callsPerMinute;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** The promised speed, and beside it what the list would take otherwise. */
export async function verifyDistinct(rows: number): Promise<Figure[]> {
  const world = await openBenchWorld({ rows: emailList(rows) });
  const run = await runColumn(world).finally(() => world.close());
  const perMinute = (rows / run.ms) * MINUTE_MS;
  return [
    noted("the column run, emails a minute", write(perMinute)),
    atLeast(
      `of the ${PERMITTED_PER_MINUTE} a minute that are permitted`,
      (perMinute / PERMITTED_PER_MINUTE) * 100,
      97,
      " %",
    ),
    exactly("calls", run.calls, rows),
    exactly("refused as too fast (429)", run.refused, 0),
    noted("minutes, from Start pressed to the last result", write(run.ms / MINUTE_MS)),
    noted(
      "of that until the first question, and after the last one",
      `${write(run.startMs / SECOND_MS)} and ${write(run.endMs / SECOND_MS, " s")}`,
    ),
    ...(await compareWith({ loop: NAIVE_LOOP, batches: NAIVE_BATCHES }, emailList(rows), perMinute, "emails")),
  ];
}

/** Whichever way the service counts calls, it refuses none. */
export async function verifyByModels(rows: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const rateModel of ["sliding", "fixed", "bucket"] as const) {
    for (const seed of [2, 3, 4]) {
      const world = await openBenchWorld({ rows: emailList(rows), seed, rateModel });
      const { refused } = await runColumn(world).finally(() => world.close());
      figures.push(exactly(`refused as too fast (429): ${rateModel}, seed ${seed}`, refused, 0));
    }
  }
  return figures;
}

export async function verifyRepeated(rows: number, distinct: number): Promise<Figure[]> {
  const world = await openBenchWorld({ rows: emailList(rows, distinct) });
  const run = await runColumn(world).finally(() => world.close());
  return [
    exactly(`calls for ${write(rows)} rows with ${write(distinct)} different emails`, run.calls, distinct),
    noted("calls a row-by-row way makes", write(rows)),
    noted("rows a minute", write((rows / run.ms) * MINUTE_MS)),
  ];
}

/** Slices at the top of a short and of a long list: their cost must not grow with the list. */
export async function compareSlices(short: number, long: number, asked: number): Promise<Figure[]> {
  const costs: SliceCost[] = [];
  for (const rows of [short, long]) {
    const world = await openBenchWorld({ rows: emailList(rows) });
    await runColumn(world, { askAtMost: asked }).finally(() => world.close());
    costs.push(sliceCost(world.trace, asked));
  }
  const [one, other] = costs as [SliceCost, SliceCost];
  const most = Math.max(one.mostSheetCalls, other.mostSheetCalls);
  return [
    atMost("sheet calls of a slice, the most of any", most, 4),
    noted(`writing a slice, of ${write(short)} rows`, write(one.writeMs, " ms")),
    noted(`writing a slice, of ${write(long)} rows`, write(other.writeMs, " ms")),
    atMost("  one to the other", Math.max(one.writeMs, other.writeMs) / Math.min(one.writeMs, other.writeMs), 1.15),
    noted("lock held for 1,000 rows", write(one.lockMsPerThousandRows / 1_000, " s")),
  ];
}
