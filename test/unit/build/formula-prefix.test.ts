import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { readBuiltAddon } from "../../../local/addon/read-built-addon";
import { createHost } from "../../../local/apps-script/create-host";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { createSandboxService } from "../../../local/service/sandbox-service";
import { buildAddon } from "../../../scripts/build/build-addon";
import { readFormulaPrefix } from "../../../scripts/build/formula-prefix";
import { SANDBOX_BASE_URL } from "../../../scripts/build/service-base-url";

test("a prefix is capitals with an underscore at the end, or nothing", () => {
  expect(readFormulaPrefix("xy_")).toBe("XY_");
  expect(readFormulaPrefix(undefined)).toBe("");
  expect(readFormulaPrefix(" ")).toBe("");
  for (const wrong of ["XY", "_", "1A_", "ÄB_", "A B_", "ABCDEFGHIJK_"]) {
    expect(() => readFormulaPrefix(wrong)).toThrow("such as XY_");
  }
});

test("formulas with a prefix answer by their new names only, and are found by Turn formulas into values", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "prefix-"));
  await buildAddon(folder, { serviceBaseUrl: SANDBOX_BASE_URL, isSandbox: true, formulaPrefix: "XY_" });
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 10 });
  const host = createHost({
    ...(await readBuiltAddon(folder)),
    clock,
    fetch: (request) => service.fetch(request),
    scriptProperties: { API_KEY: "sandbox-key" },
  });
  const owner = "ann@company.example";
  const workbook = createMemoryWorkbook();
  const ann = host.openDocument({ workbook, owner }).as(owner);
  const first = () => workbook.read(0, { row: 1, column: 1, rows: 1, columns: 1 })[0]?.[0];
  ann.keyboard.type("Sheet1", "A1", '=XY_VERIFY_EMAIL("ada.valid@reliable.example")');
  ann.keyboard.type("Sheet1", "A2", '=VERIFY_EMAIL("ada.valid@reliable.example")');
  await clock.idle();
  expect(ann.keyboard.shows("Sheet1", "A1:A2")).toEqual([["VALID"], ["#NAME?"]]);
  ann.keyboard.select("Sheet1", "A1");
  expect(first()).toMatchObject({ formula: expect.stringContaining("XY_VERIFY_EMAIL") });
  await Promise.all([ann.clickMenu("turnFormulasIntoValues"), clock.idle()]);
  expect(first()).toMatchObject({ value: "VALID" });
  expect(first()).not.toMatchObject({ formula: expect.stringContaining("XY_") });
  await host.close();
  service.close();
  await rm(folder, { recursive: true, force: true });
});
