import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Actor, Change } from "../../local/apps-script/workbook/change";
import type { SheetContent } from "../../local/workbench/univer/new-workbook";
import { openWorkbench } from "./support/open-workbench";

const PERSON: Actor = { kind: "person", user: "you@sandbox.example" };
const typed: Change = { type: "setCells", sheetId: 0, row: 30, column: 1, cells: [[{ value: "typed by hand" }]] };

describe("what was typed", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "sheetscout-kept-"));
    file = path.join(folder, "document.json");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function open(list?: SheetContent) {
    const workbench = await openWorkbench({ file, ...(list && { list }) });
    const { workbook } = workbench;
    const valueAt = (row: number) => workbook.read(0, { row, column: 1, rows: 1, columns: 1 })[0]?.[0]?.value;
    return { ...workbench, valueAt, names: () => workbook.sheets().map(({ name }) => name) };
  }

  test("is there at the next start, and a list opened then comes first", async () => {
    const first = await open();
    first.workbook.apply([typed], PERSON);
    await first.close();
    const second = await open({ name: "Email count", rows: [] });
    expect(second.valueAt(30)).toBe("typed by hand");
    expect(second.names()).toEqual(["Email count 2", "Verify emails", "Email count", "Domain emails"]);
    await second.close();
  });

  test("of a list is there when the same list is opened again; another list is another sheet", async () => {
    const list = { name: "Leads", rows: [[{ value: "ann@company.example" }]] };
    const first = await open(list);
    const changed: Change = { ...typed, sheetId: 0 };
    first.workbook.apply([changed, { type: "moveSheet", sheetId: 0, index: 2 }], PERSON);
    await first.close();
    const again = await open(list);
    expect(again.names()).toEqual(["Leads", "Verify emails", "Email count", "Domain emails"]);
    expect(again.valueAt(30)).toBe("typed by hand");
    await again.close();
    const other = await open({ name: "Leads", rows: [[{ value: "bob@company.example" }]] });
    expect(other.names().slice(0, 3)).toEqual(["Leads 2", "Leads", "Verify emails"]);
    other.workbook.apply([{ type: "removeSheet", sheetId: 0 }], PERSON);
    await other.close();
    const anew = await open(list);
    expect(anew.names().slice(0, 3)).toEqual(["Leads", "Leads 2", "Verify emails"]);
    await anew.close();
  });

  test("is on disk soon, without an orderly end", async () => {
    const workbench = await open();
    workbench.workbook.apply([typed], PERSON);
    const isOnDisk = async () => (await readFile(file, "utf8").catch(() => "")).includes("typed by hand");
    while (!(await isOnDisk())) await new Promise((resolve) => setImmediate(resolve));
    await workbench.close();
  });

  test("includes the properties of the person and the document", async () => {
    const first = await open();
    await first.close();
    const { host } = JSON.parse(await readFile(file, "utf8"));
    expect(host.userProperties["you@sandbox.example"]).toEqual({ API_KEY: "sandbox-key" });
  });
});
