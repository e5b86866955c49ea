import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import nodePath from "node:path";
import process from "node:process";
import { BuildSettingError } from "../build/build-settings";
import { explainClasp } from "./explain-clasp";

/** The words of clasp. Its exit code is no answer: after most refusals it is 0. */
export interface ClaspOutput {
  out: string;
  errors: string;
}

/** clasp, run by Node itself: without a shell, whose quoting differs from one system to the next. */
export interface Clasp {
  /** Runs a command and collects what it writes. */
  run(args: string[]): Promise<ClaspOutput>;
  /** Runs a command that talks with the person at the terminal. */
  talk(args: string[]): Promise<void>;
}

export interface ClaspSurroundings {
  entry: string;
  /** The folder in which clasp runs; paths in its answers are relative to it. */
  folder: string;
  environment: NodeJS.ProcessEnv;
}

/**
 * clasp's own entry file.
 * @param packageText clasp's package.json
 * @param folder where that lies
 * @param paths the rules for paths of the system at hand
 */
export function claspEntry(
  packageText: string,
  folder: string,
  paths: Pick<typeof nodePath, "join"> = nodePath,
): string {
  const { bin } = JSON.parse(packageText) as { bin: string | Record<string, string> };
  const entry = typeof bin === "string" ? bin : bin.clasp;
  if (entry === undefined) throw new Error("clasp's package.json names no command.");
  return paths.join(folder, ...entry.split("/"));
}

/** @throws BuildSettingError before `npm ci` */
export async function findClasp(projectRoot: string): Promise<string> {
  const folder = nodePath.join(projectRoot, "node_modules", "@google", "clasp");
  const text = await readFile(nodePath.join(folder, "package.json"), "utf8").catch(() => null);
  if (text === null) throw new BuildSettingError("clasp is not installed yet: run npm ci first.");
  return claspEntry(text, folder);
}

export function createClasp({ entry, folder, environment }: ClaspSurroundings): Clasp {
  const start = (args: string[], output: "pipe" | "inherit") =>
    spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: environment,
      stdio: ["inherit", output, output],
      windowsHide: true,
    });
  return {
    run: (args) =>
      new Promise((resolve, reject) => {
        const child = start(args, "pipe");
        const texts = { out: "", errors: "" };
        child.stdout?.setEncoding("utf8").on("data", (text: string) => {
          texts.out += text;
        });
        child.stderr?.setEncoding("utf8").on("data", (text: string) => {
          texts.errors += text;
        });
        child.once("error", reject);
        child.once("close", () => resolve(texts));
      }),
    talk: (args) =>
      new Promise((resolve, reject) => {
        const child = start(args, "inherit");
        child.once("error", reject);
        child.once("close", () => resolve());
      }),
  };
}

/**
 * Runs a clasp command that answers in JSON.
 * @param doing what failed if there is no JSON, as in "push the files"
 * @throws BuildSettingError with our explanation and clasp's own words below it
 */
export async function askClasp<Answer>(clasp: Clasp, args: string[], doing: string): Promise<Answer> {
  const output = await clasp.run([...args, "--json"]);
  try {
    return JSON.parse(output.out) as Answer;
  } catch {
    throw new BuildSettingError(explainClasp(output, doing));
  }
}
