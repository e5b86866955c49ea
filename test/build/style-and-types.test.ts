import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";

/** The words of a package's program that has found something wrong in the project, "" if it exits with 0. */
async function complaint(program: string, ...args: string[]): Promise<string> {
  const file = path.join(PROJECT_ROOT, "node_modules", program);
  const child = spawn(process.execPath, [file, ...args], { cwd: PROJECT_ROOT });
  const code = new Promise((resolve) => child.on("close", resolve));
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  return (await code) === 0 ? "" : `${said.join("")}exit code ${await code}`;
}

// These are tests so that they run beside the others: each keeps a core busy for some seconds.

test("every file keeps to the style and to the rules of imports", async () => {
  expect(await complaint("@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".")).toBe("");
});

test("the types of every program fit", async () => {
  expect(await complaint("typescript/bin/tsc", "-b")).toBe("");
});
