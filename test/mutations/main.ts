import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseOptions, runCommand, UsageError } from "../../local/command-line";
import { PROJECT_ROOT } from "../../local/project-root";
import { MUTATIONS, type Mutation } from "./list";

const USAGE = `Usage: npm run mutations -- [--only TEXT] [--from N]
Breaks one line of the add-on after the other, in a copy of the last commit, and runs the tests that have to fail of it.
--only TEXT  mutations with this text in their names
--from N     begins with the Nth one`;

/** The copy: a work tree of git's own, so that nothing here is changed. */
const COPY = path.join(PROJECT_ROOT, ".build", "mutations");

/** @throws if git refuses */
function git(...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: PROJECT_ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}

/** Ends what is left of a detached process: with `--bail`, Jest leaves workers behind that are in the middle of a test. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing is left.
  }
}

/** @returns true if some test fails */
function fails(tests: string[]): boolean {
  const jest = path.join("node_modules", "jest", "bin", "jest.js");
  const options = { cwd: COPY, encoding: "utf8", detached: true } as const;
  const { pid, status, stderr } = spawnSync(process.execPath, [jest, "--bail", ...tests], options);
  if (pid > 0) endGroup(pid);
  if (!/^Tests: /m.test(stderr)) throw new Error(`No test ran:\n${stderr}`);
  return status !== 0;
}

/** @returns true if a test dies of it */
function isKilled({ file, from, to, tests }: Mutation): boolean {
  const broken = path.join(COPY, file);
  const text = readFileSync(broken, "utf8");
  writeFileSync(
    broken,
    text.replace(from, () => to),
  );
  try {
    return fails(tests);
  } finally {
    writeFileSync(broken, text);
  }
}

await runCommand(USAGE, (args) => {
  const { values } = parseOptions({ args, options: { only: { type: "string" }, from: { type: "string" } } });
  const first = Number(values.from ?? "1");
  const chosen = MUTATIONS.map((mutation, i) => ({ ...mutation, number: i + 1 })).filter(
    ({ name, number }) => number >= first && name.includes(values.only ?? ""),
  );
  if (chosen.length === 0) throw new UsageError(`No mutation is left: there are ${MUTATIONS.length}.`);
  rmSync(COPY, { recursive: true, force: true });
  git("worktree", "prune");
  git("worktree", "add", "--detach", COPY, "HEAD");
  try {
    symlinkSync(path.join(PROJECT_ROOT, "node_modules"), path.join(COPY, "node_modules"), "junction");
    const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))];
    console.log(`Unbroken: ${tests.length} test files`);
    if (fails(tests)) throw new Error("Tests fail without any mutation; nothing can be learnt.");
    const survivors = chosen.filter((mutation) => {
      const killed = isKilled(mutation);
      console.log(`${killed ? "killed  " : "SURVIVED"} ${mutation.number}. ${mutation.name}`);
      return !killed;
    });
    console.log(`${chosen.length - survivors.length} of ${chosen.length} killed`);
    if (survivors.length > 0) process.exitCode = 1;
  } finally {
    git("worktree", "remove", "--force", COPY);
  }
});
