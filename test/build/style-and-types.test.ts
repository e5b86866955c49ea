import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";

/** The words of an npm script that has found something wrong in the project, "" if it exits with 0. */
async function complaint(script: string): Promise<string> {
  const child = spawn(`npm run ${script}`, { cwd: PROJECT_ROOT, shell: true });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await ended;
  return code === 0 ? "" : `${said.join("")}exit code ${code}`;
}

// These are tests so that they run beside the others: each keeps a core busy for some seconds.

test("every file keeps to the style and to the rules of imports", async () => {
  expect(await complaint("lint")).toBe("");
});

test("the types of every program fit @slow", async () => {
  expect(await complaint("types")).toBe("");
});
