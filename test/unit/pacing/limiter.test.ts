import { describe, expect, test } from "@jest/globals";
import { createLimiter } from "../../../src/pacing/limiter";
import { paceFor, writeTurns } from "../../../src/pacing/turns";
import { createFakeClock } from "../support/fake-clock";

function createWorld() {
  const clock = createFakeClock(1_000_000);
  const properties = new Map<string, string>();
  const cache = new Map<string, string>();
  const lock = { isFree: true, isHeld: false };
  const world = {
    clock,
    properties,
    cache,
    lock,
    mayWriteProperties: true,
    failsToWrite: 0,
    writingMs: 10,
    wasActiveLately: false,
    limiter: () =>
      createLimiter({
        clock,
        lock: {
          tryLock(waitMs: number) {
            if (!lock.isFree) clock.pass(waitMs);
            lock.isHeld = lock.isFree;
            return lock.isFree;
          },
          release() {
            lock.isHeld = false;
          },
        },
        name: "turns",
        properties: {
          all: () => Object.fromEntries(properties),
          setAll(entries) {
            if (!world.mayWriteProperties) throw new Error("Sie dürfen das nicht.");
            if (world.failsToWrite-- > 0) throw new Error("Zeitüberschreitung.");
            clock.pass(world.writingMs);
            for (const [name, text] of Object.entries(entries)) properties.set(name, text);
          },
        },
        cache: {
          getAll: () => Object.fromEntries(cache),
          putAll(entries) {
            for (const [name, text] of Object.entries(entries)) cache.set(name, text);
          },
        },
        pace: paceFor({ callsPerMinute: 400, callsPerSecond: 10 }),
        wasActiveLately: () => world.wasActiveLately,
      }),
  };
  return world;
}

const ask = (id: string, latestStartMs = Infinity) => ({
  ids: [id],
  latestStartMs,
  superseded: new Map<string, number>(),
});

describe("the limiter", () => {
  test("lets executions start one after the other, and holds no lock while one sleeps", () => {
    const world = createWorld();
    const sleep = world.clock.sleep;
    world.clock.sleep = (ms) => {
      expect(world.lock.isHeld).toBe(false);
      sleep(ms);
    };
    const starts = ["a", "b", "c"].map((id) => {
      world.limiter().awaitTurn(ask(id));
      return world.clock.nowMs() - 1_000_000;
    });
    // The first one counts as sent at 400 ms: it must have been sent by then, and the others keep to 400 a minute.
    const [first = 0, second = 0, third = 0] = starts;
    expect(first).toBeLessThanOrEqual(400);
    expect(second).toBeGreaterThanOrEqual(400 + 150);
    expect(third - second).toBeGreaterThanOrEqual(150);
    expect(third).toBeLessThan(1_000);
  });

  test.each([10, 450, 800])("keeps batches apart though writing the state takes %d ms", (writingMs) => {
    const world = createWorld();
    world.writingMs = writingMs;
    const ids = (name: string) => Array.from({ length: 10 }, (_, i) => `${name}${i}`);
    const [first = 0, second = 0] = ["a", "b"].map((name) => {
      world.limiter().awaitTurn({ ids: ids(name), latestStartMs: Infinity });
      return world.clock.nowMs();
    });
    expect(second - first).toBeGreaterThanOrEqual(1_400);
  });

  test("gives up without taking a turn when it would come too late", () => {
    const world = createWorld();
    world.properties.set("turns", writeTurns({ turnMs: 1_020_000, log: [], refusedMs: [], cut: null, guess: null }));
    const before = world.properties.get("turns");
    expect(world.limiter().awaitTurn(ask("a", 1_015_000)).granted).toEqual([]);
    expect(world.properties.get("turns")).toBe(before);
    expect(world.clock.nowMs()).toBe(1_000_000);
  });

  test("gives up when the lock cannot be had in time", () => {
    const world = createWorld();
    world.lock.isFree = false;
    expect(world.limiter().awaitTurn(ask("a", 1_015_000)).granted).toEqual([]);
    expect(world.clock.nowMs()).toBe(1_015_000);
  });

  test("takes another turn when it is woken late, and does not take its own claim for another's", () => {
    const world = createWorld();
    world.limiter().awaitTurn(ask("a"));
    const sleep = world.clock.sleep;
    let sleeps = 0;
    world.clock.sleep = (ms) => sleep(sleeps++ === 0 ? ms + 150 : ms);
    const turn = world.limiter().awaitTurn(ask("b"));
    expect(turn.granted).toEqual(["b"]);
    // Woken 150 ms after its start, when the one after it may have been given to somebody, it sends at its new start.
    expect(turn.startMs).toBeGreaterThanOrEqual(1_000_550 + 150);
    expect(world.clock.nowMs() - turn.startMs).toBeLessThanOrEqual(100);
  });

  test("uses a late turn where every sleep ends late, instead of missing one after the other", () => {
    const world = createWorld();
    world.limiter().awaitTurn(ask("a"));
    const sleep = world.clock.sleep;
    world.clock.sleep = (ms) => sleep(ms + 1_000);
    const turn = world.limiter().awaitTurn(ask("b", 1_030_000));
    expect(turn.granted).toEqual(["b"]);
    expect(world.clock.nowMs()).toBeLessThan(1_010_000);
  });

  test("keeps its state in the cache when properties cannot be written, and counts both from then on", () => {
    const world = createWorld();
    world.limiter().awaitTurn(ask("a"));
    world.mayWriteProperties = false;
    world.limiter().awaitTurn(ask("b"));
    expect(world.cache.size).toBe(1);
    const { claimed } = world.limiter().awaitTurn({ ...ask("c"), ids: ["a", "b", "c"] });
    expect(claimed.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(world.clock.nowMs() - 1_000_000).toBeGreaterThanOrEqual(400 + 2 * 150);
  });

  test("takes a single write that fails for no refusal: its state stays where nothing gets lost", () => {
    const world = createWorld();
    world.failsToWrite = 1;
    world.limiter().hold(0, [], ({ take, keep }) => {
      take(ask("a"), 0);
      keep({ spent: "7" });
    });
    expect([...world.properties.keys()].sort()).toEqual(["spent", "turns"]);
    expect(world.cache.size).toBe(0);
  });

  test("waits for the service's windows to pass when its state is lost after calls", () => {
    const world = createWorld();
    world.wasActiveLately = true;
    expect(world.limiter().awaitTurn(ask("a")).startMs).toBe(1_012_000);
  });

  test.each(["", "null", "{", '{"turnMs":"soon"}'])("begins anew when its state is damaged: %j", (damaged) => {
    const world = createWorld();
    world.properties.set("turns", damaged);
    expect(world.limiter().awaitTurn(ask("a")).granted).toEqual(["a"]);
  });

  test("slows everybody down after 429s", () => {
    const world = createWorld();
    world.limiter().noteRefusals(5);
    const first = world.limiter().awaitTurn(ask("a")).startMs;
    expect(world.limiter().awaitTurn(ask("b")).startMs - first).toBeGreaterThan(215);
  });

  test("serves many in one hold of the lock: their turns follow each other, and one question is claimed once", () => {
    const world = createWorld();
    const told: (number | string)[][] = [];
    world.limiter().hold(0, [], ({ take, keep }) => {
      expect(world.lock.isHeld).toBe(true);
      for (const [id, earliestMs] of [
        ["a", 0] as const,
        ...["b", "a", "c"].map((each) => [each, 1_000_500] as const),
      ]) {
        const { startMs, granted, claimed } = take(ask(id), earliestMs);
        told.push([startMs - 1_000_000, ...granted, claimed.length]);
      }
      keep({ credits: "12" });
    });
    expect(world.properties.get("turns")).toContain("c");
    expect(world.properties.get("credits")).toBe("12");
    expect(told.map(([, ...turn]) => turn)).toEqual([["a", 0], ["b", 0], [1], ["c", 0]]);
    const [first = 0, second = 0, , third = 0] = told.map(([startMs]) => Number(startMs));
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(third - second).toBeGreaterThanOrEqual(150);
    expect(world.lock.isHeld).toBe(false);
  });

  test("serves nobody without the lock", () => {
    const world = createWorld();
    world.lock.isFree = false;
    const use = () => {
      throw new Error("never");
    };
    expect(world.limiter().hold(0, [], use)).toBeNull();
  });
});
