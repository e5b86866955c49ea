import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openDataFolder } from "../../local/workbench/data-folder";
import { startCommand } from "./support/start-command";

describe("npm start", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "sheetscout-start-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("prints one line with the address, opens one's own list first, keeps it, and ends at Ctrl-C @slow", async () => {
    const list = path.join(folder, "My list.csv");
    await writeFile(list, '\uFEFFName;Email;Zip\r\n"Doe; Ann";ann@company.example;00123\r\n=1+1;;7\r\n');
    const data = path.join(folder, "data");
    const started = startCommand(["--port", "0", "--no-open", "--data", data, list]);
    const address = await started.address;
    expect(await (await fetch(address)).text()).toContain("page.js");
    started.kill("SIGINT");
    const { code, output, errors } = await started.ended;
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toMatch(/^[^\n]*http:\/\/127\.0\.0\.1:\d+\/[^\n]*\n$/);

    const { workbook } = JSON.parse(await readFile(path.join(data, "document.json"), "utf8"));
    const first = workbook.data.sheets[workbook.data.sheetOrder[0]];
    expect(first.name).toBe("My list");
    expect(first.cellData[1]).toMatchObject({
      0: { v: "Doe; Ann" },
      1: { v: "ann@company.example" },
      2: { v: "00123" },
    });
    expect(first.cellData[2]).toMatchObject({ 0: { v: "=1+1" }, 2: { v: 7 } });
    expect(first.cellData[2][0].f).toBeUndefined();
    expect(workbook.data.sheetOrder).toHaveLength(6);
  });

  test("leaves the data of a workbench that is running alone, also with --fresh @slow", async () => {
    const data = path.join(folder, "shared");
    await openDataFolder(data, false, false);
    const document = path.join(data, "document.json");
    await writeFile(document, "{}");
    const { code, output, errors } = await startCommand(["--port", "0", "--no-open", "--fresh", "--data", data]).ended;
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(/^Another workbench .* works with [^\n]*\n$/);
    expect(await readFile(document, "utf8")).toBe("{}");
  });

  test("takes a folder over from a workbench that was killed, and gives its own back", async () => {
    const data = path.join(folder, "left");
    const killed = spawnSync(process.execPath, ["--version"]).pid;
    await (await openDataFolder(data, false, false)).giveBack();
    await writeFile(path.join(data, "in-use-by"), String(killed));
    const { giveBack } = await openDataFolder(data, false, false);
    expect(await readFile(path.join(data, "in-use-by"), "utf8")).toBe(String(process.pid));
    await giveBack();
    expect(await readdir(data)).not.toContain("in-use-by");
  });

  test("says in one sentence that a port is in use @slow", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, output, errors } = await startCommand([
      "--port",
      String(port),
      "--no-open",
      "--data",
      path.join(folder, "port"),
    ]).ended;
    other.close();
    expect({ code, output, errors }).toEqual({
      code: 1,
      output: "",
      errors: `Port ${port} is in use; choose another: npm start -- --port N.\n`,
    });
  });

  test.each([
    [["no-such-list.csv"], 1, /^There is no file [^\n]+\n$/],
    [["--prot", "1"], 2, /^Unknown option '--prot'\.\n\nUsage: npm start -- /],
  ])(
    "says in one sentence what is wrong with %j, and how it is used if that is what is wrong @slow",
    async (args, status, words) => {
      const { code, output, errors } = await startCommand([...args, "--no-open"]).ended;
      expect({ code, output }).toEqual({ code: status, output: "" });
      expect(errors).toMatch(words);
    },
  );
});
