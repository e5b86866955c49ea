import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ADDON_FOLDER } from "../../../local/addon/read-built-addon";
import { PROJECT_ROOT } from "../../../local/project-root";
import type { buildAddon } from "../../../scripts/build/build-addon";
import { buildLiveCheck } from "../../../scripts/build/build-live-check";
import { createClasp } from "../../../scripts/deploy/clasp";
import { deploy } from "../../../scripts/deploy/deploy";
import { readDeployOptions } from "../../../scripts/deploy/options";

/** The Google that the fake clasp finds, and the calls it has had. */
export interface FakeGoogle {
  loggedIn: boolean;
  loginSucceeds: boolean;
  apiOn: boolean;
  pullFails: boolean;
  /** Google's words to a push, "" for none. */
  pushFails: string;
  upToDate: boolean;
  /** The real clasp's entry file, which then says what a push sends; "" for the folder's files, without its start. */
  clasp: string;
  /** The files of a script that was there before. */
  remote: Record<string, string>;
  sheets: string[];
  scripts: { title: string; isBound: boolean }[];
  versions: number;
  calls: string[][];
  pushed: { scriptId: string; files: string[] }[];
}

export interface DeployResult {
  said: string;
  /** The message of what was thrown, "" for none. */
  refusal: string;
}

/** A project folder of its own, a fake Google, and `npm run deploy` in them. */
export interface DeployTestWorld {
  /** False where nobody can answer a question. */
  isTerminal: boolean;
  google(): FakeGoogle;
  change(what: Partial<FakeGoogle>): void;
  deploy(...args: string[]): Promise<DeployResult>;
  /** The path of a file or folder of the project. */
  place(name: string): string;
  read(name: string): string;
  write(name: string, text: string): void;
  files(folder?: string): string[];
  /** Sets who answers at the service's address from now on. */
  serviceAnswers(answer: (request: Request) => Promise<Response>): void;
  close(): void;
}

const FAKE_ENTRY = path.join(PROJECT_ROOT, "test/build/support/fake-clasp.mjs");

/** Takes the add-on that the tests have built already, which a real build takes seconds for. */
const copyBuilt: typeof buildAddon = async (folder, settings) => {
  cpSync(ADDON_FOLDER, folder, { recursive: true });
  return JSON.stringify(settings);
};

/** @param build how the add-on gets into its folder */
export function createDeployWorld(build: typeof buildAddon = copyBuilt): DeployTestWorld {
  // A blank in its name, as folders on Windows often have.
  const folder = realpathSync.native(mkdtempSync(path.join(tmpdir(), "My lists ")));
  const googleFile = path.join(folder, "..", `${path.basename(folder)}.google.json`);
  const read = (): FakeGoogle => JSON.parse(readFileSync(googleFile, "utf8"));
  const write = (google: FakeGoogle) => writeFileSync(googleFile, JSON.stringify(google));
  const google: FakeGoogle = {
    loggedIn: true,
    loginSucceeds: true,
    apiOn: true,
    pullFails: false,
    pushFails: "",
    upToDate: false,
    remote: {},
    sheets: [],
    scripts: [],
    versions: 0,
    calls: [],
    pushed: [],
    clasp: "",
  };
  write(google);
  const environment = { ...process.env, FAKE_GOOGLE: googleFile, SERVICE_BASE_URL: "" };
  let answer = async (_request: Request): Promise<Response> => Response.json({ error: true }, { status: 400 });
  const world: DeployTestWorld = {
    isTerminal: true,
    google: read,
    change: (what) => write({ ...read(), ...what }),
    async deploy(...args) {
      const said: string[] = [];
      try {
        await deploy(readDeployOptions(args, {}), {
          folder,
          clasp: createClasp({ entry: FAKE_ENTRY, folder, environment }),
          environment,
          isTerminal: world.isTerminal,
          fetch: (input, init) => answer(new Request(input, init)),
          version: "9.8.7",
          buildAddon: build,
          buildLiveCheck,
          say: (line) => said.push(line),
        });
        return { said: said.join("\n"), refusal: "" };
      } catch (error) {
        return { said: said.join("\n"), refusal: error instanceof Error ? error.message : String(error) };
      }
    },
    place: (name) => path.join(folder, name),
    read: (name) => readFileSync(path.join(folder, name), "utf8"),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    files: (name = "") => readdirSync(path.join(folder, name)).sort(),
    serviceAnswers: (next) => {
      answer = next;
    },
    close: () => {
      rmSync(folder, { recursive: true, force: true });
      rmSync(googleFile, { force: true });
    },
  };
  return world;
}
