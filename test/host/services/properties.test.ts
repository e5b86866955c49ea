import { afterAll, describe, expect, test } from "@jest/globals";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { ANN, BEN, createTestHost } from "../support/test-host";

const { host, document, clock, ben, evaluate, failure } = createTestHost({ scriptProperties: { given: "1" } });
afterAll(() => host.close());

const STORE = "PropertiesService.getDocumentProperties()";

describe("PropertiesService", () => {
  test("a missing property is null; setting and deleting give the store", async () => {
    expect(await evaluate(`${STORE}.setProperty("a", 1).deleteProperty("b").getProperty("a")`)).toBe("1");
    expect(await evaluate(`${STORE}.getProperty("none")`)).toBe(null);
  });

  test("getProperties is a copy, setProperties can delete the others", async () => {
    await evaluate(`${STORE}.setProperties({ a: "1", b: "2" }, true)`);
    expect(await evaluate(`(() => { ${STORE}.getProperties().a = "x"; return ${STORE}.getProperties(); })()`)).toEqual({
      a: "1",
      b: "2",
    });
    await evaluate(`${STORE}.setProperties({ c: "3" }, true)`);
    expect(await evaluate(`${STORE}.getKeys()`)).toEqual(["c"]);
    await evaluate(`${STORE}.deleteAllProperties()`);
    expect(await evaluate(`${STORE}.getProperties()`)).toEqual({});
  });

  test("a value takes 9 KB, counted in bytes", async () => {
    expect(await failure(`${STORE}.setProperty("a", "x".repeat(9216))`)).toBe("no error");
    expect(await failure(`${STORE}.setProperty("a", "x".repeat(9217))`)).toBe("Exception: Argument too large: value");
    expect(await failure(`${STORE}.setProperty("a", "é".repeat(4609))`)).toBe("Exception: Argument too large: value");
  });

  test("a store takes 500 KB, and one that would get too full stays as it was", async () => {
    const message = await failure(`for (let i = 0; i < 60; i++) ${STORE}.setProperty("big" + i, "x".repeat(9000))`);
    expect(message).toBe(
      "Exception: You have exceeded the property storage quota. Please remove some properties and try again.",
    );
    expect(await evaluate(`${STORE}.getProperty("big60")`)).toBe(null);
    await evaluate(`${STORE}.deleteAllProperties()`);
  });

  test("user properties are each user's own, in all documents; document properties the document's", async () => {
    const other = host.openDocument({ workbook: createMemoryWorkbook(), owner: BEN }).as(ANN);
    await evaluate(
      `PropertiesService.getUserProperties().setProperty("who", "ann") && ${STORE}.setProperty("doc", "1")`,
    );
    const read = `[PropertiesService.getUserProperties().getProperty("who"), ${STORE}.getProperty("doc")]`;
    expect(await evaluate(read, ben)).toEqual([null, "1"]);
    expect(await evaluate(read, other)).toEqual(["ann", null]);
  });

  test("without a document there are no document properties, caches or locks", async () => {
    const source =
      "function none() { return [PropertiesService.getDocumentProperties(), CacheService.getDocumentCache(), LockService.getDocumentLock()] }";
    const bare = createTestHost({ source });
    expect(await bare.host.run("none")).toEqual([null, null, null]);
    await bare.host.close();
  });

  test("reads and writes of a user are counted by the day", async () => {
    const few = createTestHost({ settings: { propertyCallsPerDay: 2 } });
    const code = "for (let i = 0; i < 3; i++) PropertiesService.getUserProperties().getProperty('a')";
    expect(await few.failure(code)).toBe("Exception: Service invoked too many times for one day: properties.");
    await few.clock.sleep(24 * 60 * 60 * 1000);
    expect(await few.failure("PropertiesService.getUserProperties().getProperty('a')")).toBe("no error");
    await few.host.close();
  });

  test("what is saved can be opened again", async () => {
    await evaluate(
      `${STORE}.setProperty("kept", "d") && PropertiesService.getUserProperties().setProperty("kept", "u")`,
    );
    const again = createTestHost({ clock, document: { saved: document.save() } });
    expect(await again.evaluate(`${STORE}.getProperty("kept")`)).toBe("d");
    expect(host.save().userProperties[ANN]).toMatchObject({ kept: "u" });
    await again.host.close();
  });
});
