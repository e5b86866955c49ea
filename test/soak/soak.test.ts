import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { live } from "./life";
import { readOptions } from "./options";
import { closeOracle } from "./oracle";
import { SAMPLE } from "./sample";
import { drawScenario, inPeace } from "./scenario";
import { shrink } from "./shrink";
import { type Outcome, runSeed, soak } from "./soak";
import { openWorld, type World } from "./world";

const DAY_MS = 24 * 60 * 60_000;

afterAll(closeOracle);

describe("random worlds", () => {
  test.each(
    SAMPLE.flatMap(({ kind, seeds, sort = "ordinary" }) =>
      seeds.map((seed, i) => ({ kind, seed, sort, tag: sort === "ordinary" && i === 0 ? "" : " @slow" })),
    ),
  )("keep every promise: $kind, seed $seed, $sort$tag", async ({ kind, seed, sort }) => {
    expect((await runSeed(kind, seed, null, sort)).violations).toEqual([]);
  });

  test("happen again in the same way with the same seed @slow", async () => {
    const [{ kind, seeds } = { kind: "verify" as const, seeds: [1] }] = SAMPLE;
    const [seed = 1] = seeds;
    expect((await runSeed(kind, seed)).traceHash).toBe((await runSeed(kind, seed)).traceHash);
  });

  test.each([
    {
      kind: "verify" as const,
      how: "nobody answers any more",
      act: "planning",
      wait: () => new Promise<never>(() => {}),
    },
    {
      kind: "formulas" as const,
      how: "nobody answers any more",
      act: "all of it",
      wait: () => new Promise<never>(() => {}),
    },
    {
      kind: "formulas" as const,
      how: "somebody waits for ever",
      act: "all of it",
      async wait({ clock }: World): Promise<never> {
        const untilMs = clock.now() + 1_000 * DAY_MS;
        while (clock.now() < untilMs) await clock.sleep(DAY_MS);
        return "" as never;
      },
    },
  ])("fail, and do not hang, where $how: $kind", async ({ kind, act, wait }) => {
    const world = await openWorld(inPeace(drawScenario(kind, 1)));
    try {
      const owner = { ...world.owner, callFromSidebar: () => wait(world), clickMenu: () => wait(world) };
      expect(await live({ ...world, owner })).toEqual([
        { invariant: "ends", text: expect.stringMatching(`^${act} has not ended after`) },
      ]);
    } finally {
      await world.close();
    }
  });

  test("leave nothing more behind after many jobs in one document than after a few @slow", async () => {
    expect((await runSeed("verify", 1, 28)).violations).toEqual([]);
  });
});

describe("npm run soak", () => {
  test("tells with --json what was run, in one shape for all kinds", async () => {
    const written: string[] = [];
    const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
    const code = await soak(readOptions(["--kind", "formulas", "--from", "1", "--seeds", "1", "--json"]));
    write.mockRestore();
    expect(code).toBe(0);
    expect(JSON.parse(written.join(""))).toEqual([
      {
        kind: "formulas",
        worlds: 1,
        events: expect.any(Number),
        crashes: expect.any(Number),
        faults: expect.any(Number),
        acts: expect.any(Number),
        undecided: 0,
        failures: [],
      },
    ]);
  });

  test("leaves out of a failing world what is not needed for it to fail", async () => {
    const passes: Outcome = {
      violations: [],
      traceHash: "",
      log: [],
      counts: { calls: 0, crashes: 0, faults: 0, acts: 0, undecided: 0 },
    };
    const fails = { ...passes, violations: [{ invariant: "undo", text: "something is left" }] };
    const scenario = drawScenario("verify", seedWithEvents());
    const [guilty] = scenario.happenings;
    const { scenario: small } = await shrink(scenario, "undo", async ({ happenings }) =>
      happenings.some((each) => each === guilty) ? fails : passes,
    );
    expect(small.happenings).toEqual([guilty]);
    expect(small.sheet.rows.length).toBeLessThan(scenario.sheet.rows.length);
    expect(small.sheet.features).toEqual([]);
  });
});

/** A world with something to leave out. */
function seedWithEvents(): number {
  for (let seed = 1; ; seed++) {
    const { happenings, sheet } = drawScenario("verify", seed);
    if (happenings.length > 3 && sheet.rows.length > 10) return seed;
  }
}
