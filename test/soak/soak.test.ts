import { afterAll, describe, expect, test } from "@jest/globals";
import { closeOracle } from "./oracle";
import { SAMPLE } from "./sample";
import { runSeed } from "./soak";
import { closeWorkers } from "./world";

afterAll(() => {
  closeOracle();
  return closeWorkers();
});

describe("random worlds", () => {
  test.each(SAMPLE.flatMap(({ kind, seeds }) => seeds.map((seed) => ({ kind, seed }))))(
    "keep every promise: $kind, seed $seed",
    async ({ kind, seed }) => {
      expect((await runSeed(kind, seed)).violations).toEqual([]);
    },
  );

  test("happen again in the same way with the same seed", async () => {
    const [{ kind, seeds } = { kind: "verify" as const, seeds: [1] }] = SAMPLE;
    const [seed = 1] = seeds;
    expect((await runSeed(kind, seed)).traceHash).toBe((await runSeed(kind, seed)).traceHash);
  });
});
