import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { UsageError } from "../../local/command-line";
import { readOptions } from "../../local/service/options";
import { runServiceToEnd, startServiceCommand } from "./support/service-command";
import { isRemote } from "./support/service-under-test";

describe("options of npm run service", () => {
  const read = (...args: string[]) => readOptions(args, "/home/someone", "/project/data");

  test("have defaults for everything", () => {
    expect(read()).toEqual({
      port: 8087,
      dataDirectory: "/project/data",
      latency: "none",
      controls: false,
      publicHost: undefined,
    });
  });

  test("are read, a relative folder from where the command was typed", () => {
    expect(read("--port", "0", "--data", "here", "--latency", "realistic", "--controls")).toEqual({
      port: 0,
      dataDirectory: path.resolve("/home/someone/here"),
      latency: "realistic",
      controls: true,
      publicHost: undefined,
    });
  });

  test("take the name of a tunnel, and not together with the controls", () => {
    expect(read("--public-host", "Abc.Tunnel.example").publicHost).toBe("abc.tunnel.example");
    expect(() => read("--public-host", "abc.tunnel.example", "--controls")).toThrow("do not go together");
  });

  test.each([
    ["--port", "http"],
    ["--port", "70000"],
    ["--latency", "slow"],
    ["--speed", "9"],
    ["--public-host", "https://abc.tunnel.example"],
    ["--public-host", "abc.tunnel.example:8443"],
    ["--public-host", "localhost"],
    ["--public-host", "10.0.0.1"],
    ["--data"],
    ["something"],
  ])("%s %s is refused in one sentence that names it", (...args) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(new RegExp(`^[^\\n]*${args[0]}[^\\n]*\\.$`));
  });
});

(isRemote ? describe.skip : describe)("npm run service", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "sandbox-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("says where it listens and which keys it knows, refuses a taken port, and ends at Ctrl-C @slow", async () => {
    const service = await startServiceCommand(["--port", "0", "--data", folder]);
    expect(service.line).toMatch(
      /^The sandbox service listens at http:\/\/127\.0\.0\.1:\d+ \(keys: sandbox-key, .*\)\./,
    );
    try {
      const second = await runServiceToEnd(["--port", new URL(service.address).port, "--data", folder]);
      expect(second).toEqual({ code: 2, errors: expect.stringMatching(/^Port \d+ is in use; [^\n]+\.\n$/) });
    } finally {
      expect(await service.end("SIGINT")).toBe(0);
    }
  });

  test("says in one sentence that a folder for its data cannot be used", async () => {
    const noFolder = await runServiceToEnd(["--port", "0", "--data", "package.json"]);
    expect(noFolder).toEqual({
      code: 2,
      errors: expect.stringMatching(/^The data directory [^\n]+ cannot be used: [^\n]+\n$/),
    });
  });
});
