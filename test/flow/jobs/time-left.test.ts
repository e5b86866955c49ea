import { expect, test } from "@jest/globals";
import { jobWorld } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();

/** As the sidebar tells them. */
interface Told {
  atMs: number;
  answered: number;
  perMinute: number | null;
}

test("no speed is told before it is known; from then on the time left is never off by much more than half @slow", async () => {
  const people = 700;
  const document = world.open(contacts(people, "time-left"));
  const started = await document.start();
  const told: Told[] = [];
  const startMs = world.clock.now();
  await document.drive(started, {
    onProgress: ({ answered, perMinute }) => told.push({ atMs: world.clock.now() - startMs, answered, perMinute }),
  });
  const endMs = told.find(({ answered }) => answered === people)?.atMs ?? 0;
  expect(endMs).toBeGreaterThan(90_000);
  const first = told.findIndex(({ perMinute }) => perMinute !== null);
  expect(told[first]?.atMs).toBeGreaterThanOrEqual(10_000);
  expect(told[first]?.atMs).toBeLessThan(35_000);
  // In the last seconds half of the time left is less than one batch takes.
  for (const { atMs, answered, perMinute } of told.slice(first).filter((each) => endMs - each.atMs > 5_000)) {
    const toldMs = ((people - answered) * 60_000) / (perMinute ?? 0);
    const share = toldMs / (endMs - atMs);
    // Answers of all lanes come in waves, between which the speed seems lower than it is.
    expect({ atMs, share, isClose: Math.abs(share - 1) < 0.55 }).toEqual({ atMs, share, isClose: true });
  }
});
