import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { DataFolderError } from "../../local/workbench/data-folder";
import { createDocumentFile, type KeptDocument } from "../../local/workbench/document-file";

describe("the file a document is kept in", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "sheetscout-document-"));
    file = path.join(folder, "kept/document.json");
  });
  afterEach(async () => {
    jest.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });

  const state = (value: string) =>
    ({ workbook: { data: { value }, spilled: {} }, document: {}, host: {} }) as unknown as KeptDocument;

  test("is missing at first, and holds what was there when it was closed", async () => {
    const kept = createDocumentFile(file, () => state("typed"));
    expect(await kept.read()).toBeNull();
    kept.changed();
    await kept.close();
    expect(await kept.read()).toEqual(state("typed"));
  });

  test("is written within a second, once for many changes", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    let asked = 0;
    const kept = createDocumentFile(file, () => state(`state ${++asked}`));
    for (let change = 0; change < 100; change++) kept.changed();
    jest.advanceTimersByTime(1_000);
    await kept.close();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(state("state 1"));
  });

  test("is not written again before the last write is through, and then as it is at that moment", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    let asked = 0;
    const kept = createDocumentFile(file, () => state(`state ${++asked}`));
    kept.changed();
    // No write ends as long as this test does not wait.
    for (let second = 0; second < 60; second++) {
      jest.advanceTimersByTime(1_000);
      kept.changed();
    }
    await kept.close();
    expect(asked).toBe(2);
    expect(await kept.read()).toEqual(state("state 2"));
  });

  test("that cannot be written for a while is written when it can be", async () => {
    const told = jest.spyOn(console, "error").mockImplementation(() => {});
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    // A file stands in the place of its folder.
    await writeFile(path.dirname(file), "");
    const kept = createDocumentFile(file, () => state("typed"));
    kept.changed();
    jest.advanceTimersByTime(1_000);
    while (told.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(told.mock.calls[0]?.[0]).toContain("was not written");
    told.mockRestore();
    await rm(path.dirname(file));
    await kept.close();
    expect(await kept.read()).toEqual(state("typed"));
  });

  test.each(['{"workbook":', "[]", "null", '{"workbook":{}}'])(
    "that cannot be read, such as %s, says how to begin anew",
    async (text) => {
      const broken = path.join(folder, "broken.json");
      await writeFile(broken, text);
      const reading = createDocumentFile(broken, () => state("")).read();
      await expect(reading).rejects.toThrow(DataFolderError);
      await expect(reading).rejects.toThrow("Start with --fresh");
    },
  );
});
