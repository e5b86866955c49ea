import { describe, expect, test } from "@jest/globals";
import { createVirtualClock } from "../../../local/clock/virtual-clock";

describe("the virtual clock", () => {
  test("sleeps end in the order of their times, equal ones in the order they began", async () => {
    const clock = createVirtualClock(0);
    const seen: string[] = [];
    const nap = async (name: string, ms: number) => {
      await clock.sleep(ms);
      seen.push(`${name} ${clock.now()}`);
    };
    await Promise.all([nap("b", 20), nap("a", 10), nap("c", 20), nap("d", 0)]);
    expect(seen).toEqual(["d 0", "a 10", "b 20", "c 20"]);
  });

  test("time stands still while something holds it", async () => {
    const clock = createVirtualClock(0);
    let isAwake = false;
    const release = clock.hold();
    const sleeping = clock.sleep(5).then(() => {
      isAwake = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isAwake).toBe(false);
    release();
    release();
    await sleeping;
    expect(clock.now()).toBe(5);
  });

  test("a task holds the clock while it computes, not while it sleeps", async () => {
    const clock = createVirtualClock(0);
    const timesMs: number[] = [];
    const task = clock.task(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      timesMs.push(clock.now());
      await clock.sleep(10);
      await new Promise((resolve) => setTimeout(resolve, 2));
      timesMs.push(clock.now());
    });
    await clock.sleep(100);
    await task;
    expect(timesMs).toEqual([0, 10]);
  });

  test("a park ends with its first wake", async () => {
    const clock = createVirtualClock(0);
    const value = await clock.park<string>((wake) => {
      clock.at(7, () => wake("first"));
      clock.at(9, () => wake("second"));
    });
    expect([value, clock.now()]).toEqual(["first", 7]);
    await clock.idle();
    expect(clock.now()).toBe(9);
  });

  test("a cancelled event does not happen, an event in the past happens now", async () => {
    const clock = createVirtualClock(1000);
    const seen: string[] = [];
    const cancel = clock.at(2000, () => seen.push("never"));
    clock.at(1, () => seen.push(`late ${clock.now()}`));
    cancel();
    await clock.idle();
    expect(seen).toEqual(["late 1000"]);
  });

  test("an alarm does not keep the clock from becoming idle, and rings when nobody can go on otherwise", async () => {
    const clock = createVirtualClock(0);
    const seen: string[] = [];
    const cancel = clock.alarm(1_000, () => seen.push(`never ${clock.now()}`));
    const rung = new Promise<void>((resolve) => {
      clock.alarm(5_000, () => {
        seen.push(`rings ${clock.now()}`);
        resolve();
      });
    });
    clock.at(10, () => seen.push(`event ${clock.now()}`));
    await clock.idle();
    seen.push(`idle ${clock.now()}`);
    cancel();
    clock.at(20, () => seen.push(`event ${clock.now()}`));
    await clock.idle();
    await rung;
    expect(seen).toEqual(["event 10", "idle 10", "event 20", "rings 5000"]);
  });

  test("what happens in the background happens only while time passes for another reason", async () => {
    const clock = createVirtualClock(0);
    const seen: string[] = [];
    const everyTen = () => {
      seen.push(`tick ${clock.now()}`);
      clock.background(clock.now() + 10, everyTen);
    };
    clock.background(10, everyTen);
    await clock.idle();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([seen, clock.now()]).toEqual([[], 0]);
    await clock.sleep(25);
    expect([seen, clock.now()]).toEqual([["tick 10", "tick 20"], 25]);
  });
});
