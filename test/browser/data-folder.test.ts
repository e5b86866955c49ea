import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { realClock } from "../../local/clock/clock";
import { createSandboxService } from "../../local/service/sandbox-service";
import { DataFolderError, openDataFolder } from "../../local/workbench/data-folder";
import { createDocumentFile, type KeptDocument } from "../../local/workbench/document-file";

describe("the workbench's data folder", () => {
  let parent: string;
  let folder: string;
  beforeAll(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), "sheetscout-data-"));
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(parent, "data-"));
  });
  const inFolder = (...parts: string[]) => path.join(folder, ...parts);
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
  /** Makes what a session leaves behind: a kept document and a sandbox's database. */
  async function leaveData() {
    const data = await openDataFolder(folder, false, false);
    const kept = createDocumentFile(data.document, () => ({}) as KeptDocument);
    kept.changed();
    await kept.close();
    createSandboxService({ dataDirectory: data.service, clock: realClock, companies: 40 }).close();
    await data.giveBack();
  }

  test("--fresh deletes what the workbench made and nothing else, and says what it leaves", async () => {
    await leaveData();
    await writeFile(inFolder("notes.txt"), "mine");
    await writeFile(inFolder("service", "other.txt"), "mine");
    const { left } = await openDataFolder(folder, false, true);
    expect(left.sort()).toEqual(["notes.txt", path.join("service", "other.txt")]);
    expect(await readdir(inFolder("service"))).toEqual(["other.txt"]);
    expect(await readdir(folder)).not.toContain("document.json");
    expect(await readFile(inFolder("notes.txt"), "utf8")).toBe("mine");
  });

  test("--fresh leaves nothing where nothing is foreign", async () => {
    await leaveData();
    expect((await openDataFolder(folder, false, true)).left).toEqual([]);
    expect((await readdir(folder)).filter((name) => !name.startsWith("."))).toEqual(["in-use-by"]);
  });

  test.each(["document.json", "service", ".sheetscout-workbench", "in-use-by"])(
    "says that its %s is a folder instead of a file, or a file instead of a folder, and leaves it",
    async (name) => {
      await writeFile(inFolder(".sheetscout-workbench"), "");
      await rm(inFolder(name), { force: true });
      if (name === "service") await writeFile(inFolder(name), "mine");
      else await mkdir(inFolder(name));
      const before = await readdir(folder);
      for (const fresh of [false, true]) {
        const opening = openDataFolder(folder, false, fresh);
        await expect(opening).rejects.toThrow(/ is a (?:file|folder), but has to be .*Move it away/);
        await expect(opening).rejects.toThrow(DataFolderError);
      }
      expect(await readdir(folder)).toEqual(before);
    },
  );

  test.each(["document.json", "service", "notes.txt"])(
    "a folder with somebody's %s is not used at all",
    async (name) => {
      if (name === "service") {
        await mkdir(inFolder(name));
        await writeFile(inFolder(name, "sandbox.sqlite"), "mine");
      } else await writeFile(inFolder(name), "{}");
      for (const fresh of [false, true]) {
        await expect(openDataFolder(folder, false, fresh)).rejects.toThrow(DataFolderError);
      }
      expect(await readdir(folder)).toEqual([name]);
    },
  );

  test("--fresh follows no link out of the folder", async () => {
    await leaveData();
    const elsewhere = inFolder("..", "elsewhere");
    await mkdir(elsewhere, { recursive: true });
    await writeFile(path.join(elsewhere, "sandbox.sqlite"), "mine");
    await rm(inFolder("service"), { recursive: true });
    await symlink(elsewhere, inFolder("service"));
    expect((await openDataFolder(folder, false, true)).left).toEqual(["service"]);
    expect(await readFile(path.join(elsewhere, "sandbox.sqlite"), "utf8")).toBe("mine");
  });

  test.each([".sheetscout-workbench", "in-use-by", "document.json.new"])(
    "what somebody has put there as a link (%s) leads to no writing elsewhere",
    async (name) => {
      await writeFile(inFolder("..", "precious"), "mine");
      await (await openDataFolder(folder, false, false)).giveBack();
      await rm(inFolder(name), { force: true });
      await symlink(inFolder("..", "precious"), inFolder(name));
      await leaveData();
      expect(await readFile(inFolder("..", "precious"), "utf8")).toBe("mine");
    },
  );

  test("nobody else on the machine reads what is in it", async () => {
    folder = inFolder("made-by-the-workbench");
    await leaveData();
    expect(await modeOf(folder)).toBe("700");
    expect(await modeOf(inFolder("document.json"))).toBe("600");
    expect(await modeOf(inFolder("service"))).toBe("700");
    expect(await modeOf(inFolder("service", "sandbox.sqlite"))).toBe("600");
  });
});
