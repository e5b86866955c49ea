import { afterEach, describe, expect, test } from "@jest/globals";
import type { HostFault } from "../../../local/apps-script/faults";
import { createTestHost, type TestHost } from "../support/test-host";

const SOURCE = `
function outcomes(codes) {
  return codes.map((code) => { try { return (0, eval)(code); } catch (error) { return String(error); } });
}`;
const LOCK = "LockService.getScriptLock()";
const TOO_MANY = "Exception: There are too many LockService operations against the same script.";

let made: TestHost | undefined;
function start(faults: HostFault[], seed = 1): TestHost & { outcomes(...codes: string[]): Promise<unknown[]> } {
  made = createTestHost({ source: SOURCE, settings: { faults, seed } });
  const { ann } = made;
  return {
    ...made,
    outcomes: async (...codes) => JSON.parse(await ann.callFromSidebar("outcomes", JSON.stringify([codes]))),
  };
}
afterEach(() => made?.host.close());

describe("faults of Google's services", () => {
  test("taking and giving back a lock can throw, and the lock stays as it was", async () => {
    const { outcomes } = start([
      { calls: ["LockService.tryLock"], at: [1] },
      { calls: ["LockService.releaseLock"], at: [1] },
    ]);
    expect(
      await outcomes(
        `${LOCK}.tryLock(0)`,
        `${LOCK}.hasLock()`,
        `${LOCK}.tryLock(0)`,
        `${LOCK}.releaseLock()`,
        `${LOCK}.hasLock()`,
        `${LOCK}.releaseLock() || ${LOCK}.hasLock()`,
      ),
    ).toEqual([TOO_MANY, false, true, TOO_MANY, true, false]);
  });

  test.each([
    ["LockService.waitLock", `${LOCK}.waitLock(0)`, TOO_MANY],
    ["SpreadsheetApp.flush", "SpreadsheetApp.flush()", "Exception: Service error: Spreadsheets"],
    ["sheet", "SpreadsheetApp.flush()", "Exception: Service error: Spreadsheets"],
    ["cache", "CacheService.getUserCache().get('x')", "Exception: Service unavailable: Cache"],
    [
      "property",
      "PropertiesService.getUserProperties().getProperty('x')",
      "Exception: We're sorry, a server error occurred. Please wait a bit and try again.",
    ],
    [
      "fetch",
      "UrlFetchApp.fetch('https://service.example/').getResponseCode()",
      "Exception: We're sorry, a server error occurred. Please wait a bit and try again.",
    ],
  ])("strikes %s", async (calls, code, error) => {
    const { outcomes } = start([{ calls: [calls], at: [2, 3] }]);
    const [first, second, third, fourth] = await outcomes(code, code, code, code);
    expect([second, third]).toEqual([error, error]);
    expect([first, fourth]).not.toContain(error);
  });

  test("strikes before the call's work or after it", async () => {
    const store = "PropertiesService.getUserProperties()";
    const { outcomes } = start([
      { calls: ["PropertiesService.setProperty"], at: [1], message: "Empty response" },
      { calls: ["PropertiesService.setProperty"], at: [2], when: "after", message: "Empty response" },
    ]);
    expect(
      await outcomes(
        `${store}.setProperty('a', '1')`,
        `${store}.setProperty('b', '1')`,
        `JSON.stringify(${store}.getProperties())`,
      ),
    ).toEqual(["Exception: Empty response", "Exception: Empty response", '{"b":"1"}']);
  });

  test("strikes by chance, the same calls for the same seed", async () => {
    const reads = Array.from({ length: 200 }, () => "CacheService.getUserCache().get('x')");
    const struck = async (seed: number) => {
      const { outcomes, host } = start([{ calls: ["cache"], chance: 0.25 }], seed);
      const found = (await outcomes(...reads)).flatMap((outcome, index) => (outcome === null ? [] : [index]));
      await host.close();
      return found;
    };
    const first = await struck(1);
    expect(first.length).toBeGreaterThan(30);
    expect(first.length).toBeLessThan(70);
    expect(await struck(1)).toEqual(first);
    expect(await struck(2)).not.toEqual(first);
  });

  test("may be set while the host runs, for one execution, and taken back", async () => {
    const { outcomes, host, trace } = start([]);
    const code = "CacheService.getUserCache().get('x')";
    expect(await outcomes(code)).toEqual([null]);
    const nextId = (trace.at(-1)?.executionId ?? 0) + 1;
    host.settings.faults = [{ calls: ["CacheService.get"], chance: 1, executionId: nextId }];
    expect(await outcomes(code)).toEqual(["Exception: Service unavailable: Cache"]);
    expect(await outcomes(code)).toEqual([null]);
    host.settings.faults = [{ calls: ["CacheService.get"], chance: 1 }];
    expect(await outcomes(code)).toEqual(["Exception: Service unavailable: Cache"]);
    host.settings.faults = [];
    expect(await outcomes(code)).toEqual([null]);
  });

  test("a busy day's locks throw now and then", async () => {
    const { outcomes } = start([{ calls: ["lock"], chance: 0.05 }]);
    const locks = Array.from({ length: 100 }, () => `${LOCK}.tryLock(0)`);
    const answers = await outcomes(...locks);
    expect(new Set(answers)).toEqual(new Set([true, TOO_MANY]));
  });
});
