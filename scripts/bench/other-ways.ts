import { openBenchWorld } from "./bench-world";
import { type Figure, noted, write } from "./figures";

/** What one execution achieves before Google ends it after 6 minutes. */
interface OtherRun {
  answered: number;
  refused: number;
  perMinute: number;
  /** How often it has to be started for the whole list. */
  starts: number;
}

/** @param script with a function `runAll` */
async function runOtherWay(script: string, rows: string[][]): Promise<OtherRun> {
  const world = await openBenchWorld({ script, rows });
  try {
    const startMs = world.clock.now();
    // Google kills it: that is how it ends.
    await world.user.clickMenu("runAll").catch(() => undefined);
    const minutes = (world.clock.now() - startMs) / 60_000;
    const calls = world.service.controls.calls();
    const answered = calls.filter(({ status }) => status === 200).length;
    return {
      answered,
      refused: calls.filter(({ status }) => status === 429).length,
      perMinute: answered / minutes,
      starts: Math.ceil((rows.length - 1) / Math.max(1, answered)),
    };
  } finally {
    await world.close();
  }
}

/** What a run is compared with, each in the same world. */
export async function compareWith(
  scripts: { loop: string; batches: string },
  rows: string[][],
  perMinute: number,
  what: string,
): Promise<Figure[]> {
  const ways: [name: string, script: string][] = [
    ["a loop, row after row", scripts.loop],
    ["one lane of batches of 10, a pause of 1 s after each", scripts.batches],
  ];
  const figures: Figure[] = [];
  for (const [name, script] of ways) {
    const other = await runOtherWay(script, rows);
    figures.push(
      noted(`${name}: ${what} a minute`, write(other.perMinute)),
      noted("  the run is so many times as fast", write(perMinute / other.perMinute)),
      noted("  refused as too fast (429), lost", write(other.refused)),
      noted("  starts by hand, 6 minutes each", write(other.starts)),
    );
  }
  return figures;
}
