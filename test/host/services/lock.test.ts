import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const SOURCE = `
function holdFor(ms) { LockService.getScriptLock().waitLock(0); Utilities.sleep(ms); return true; }
function takeWithin(ms) { return LockService.getScriptLock().tryLock(ms); }
function waitWithin(ms) { try { LockService.getScriptLock().waitLock(ms); return "got it"; } catch (e) { return String(e); } }
`;
const { host, ann, ben, clock, evaluate, failure } = createTestHost({ source: SOURCE });
afterAll(() => host.close());

describe("LockService", () => {
  test("a free lock is taken even with 0 ms, and again by its holder", async () => {
    const lock = "LockService.getScriptLock()";
    expect(await evaluate(`[${lock}.tryLock(0), ${lock}.tryLock(0), ${lock}.hasLock()]`)).toEqual([true, true, true]);
    expect(await evaluate(`(${lock}.tryLock(0), ${lock}.releaseLock(), ${lock}.hasLock())`)).toBe(false);
  });

  test("a negative time is false, or throws for waitLock", async () => {
    expect(await evaluate("LockService.getUserLock().tryLock(-1)")).toBe(false);
    expect(await failure("LockService.getUserLock().waitLock(-1)")).toContain("Lock timeout");
  });

  test("another execution waits, and gets the lock when the holder ends", async () => {
    const startedMs = clock.now();
    const [held, got] = await Promise.all([
      ann.callFromSidebar("holdFor", "[5000]"),
      ben.callFromSidebar("takeWithin", "[6000]"),
    ]);
    expect([held, got, clock.now() - startedMs]).toEqual(["true", "true", 5000]);
  });

  test("waiting too long is false, or the message of waitLock", async () => {
    const holder = ann.callFromSidebar("holdFor", "[5000]");
    const outcomes = await Promise.all([
      ben.callFromSidebar("takeWithin", "[1000]"),
      ben.callFromSidebar("waitWithin", "[1000]"),
    ]);
    expect(outcomes.map((json) => JSON.parse(json))).toEqual([
      false,
      "Exception: Lock timeout: another process was holding the lock for too long.",
    ]);
    await holder;
  });

  test("the lock is free when its holder has ended", async () => {
    const holder = ann.callFromSidebar("holdFor", "[300000]");
    await clock.sleep(1);
    const second = ben.callFromSidebar("takeWithin", "[0]");
    expect(await second).toBe("false");
    await holder;
    expect(await ben.callFromSidebar("takeWithin", "[0]")).toBe("true");
  });

  test("user locks are each user's own, script locks everybody's", async () => {
    const hold = "LockService.getUserLock().tryLock(0) && (Utilities.sleep(100), true)";
    expect(await Promise.all([evaluate(hold), evaluate(hold, ben)])).toEqual([true, true]);
    const shared = "LockService.getScriptLock().tryLock(0) && (Utilities.sleep(100), true)";
    expect((await Promise.all([evaluate(shared), evaluate(shared, ben)])).filter(Boolean)).toHaveLength(1);
  });
});
