import { type ChildProcess, fork } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { ADDON_FOLDER } from "../../../local/addon/read-built-addon";
import { PROJECT_ROOT } from "../../../local/project-root";
import type { buildAddon } from "../../../scripts/build/build-addon";
import { buildLiveCheck } from "../../../scripts/build/build-live-check";
import { type Clasp, type ClaspOutput, createClasp, findClasp } from "../../../scripts/deploy/clasp";
import { deploy } from "../../../scripts/deploy/deploy";
import { readDeployOptions } from "../../../scripts/deploy/options";
import { createGoogleApi, type GoogleApi, type Script } from "./google-api";

export interface DeployResult {
  said: string;
  /** The message of what was thrown, "" for none. */
  refusal: string;
}

/** A project folder of its own, a Google that stands for the real one, and `npm run deploy` in them. */
export interface DeployTestWorld {
  google: GoogleApi;
  /** Starts clasp as a user does, in a process of its own, instead of in the one that all tests share. */
  startsClasp: boolean;
  /** False where nobody can answer a question. */
  isTerminal: boolean;
  /** A person who is asked to log in does so. */
  loginSucceeds: boolean;
  /** The calls of clasp. */
  claspCalls: string[][];
  logOut(): void;
  deploy(...args: string[]): Promise<DeployResult>;
  /** Puts the files of a script into a folder, as `dist/` holds them. @returns the folder */
  pull(scriptId: string): string;
  /** Names of a script's files as they lie in `dist/`. */
  filesOf(scriptId: string): string[];
  /** The path of a file or folder of the project. */
  place(name: string): string;
  read(name: string): string;
  write(name: string, text: string): void;
  files(folder?: string): string[];
  /** Sets who answers at the service's address from now on. */
  serviceAnswers(answer: (request: Request) => Promise<Response>): void;
  close(): Promise<void>;
}

const SUPPORT = path.join(PROJECT_ROOT, "test", "build", "support");
const ENDINGS = { SERVER_JS: ".js", HTML: ".html", JSON: ".json" };

/** Takes the add-on that the tests have built already, which a real build takes seconds for. */
const copyBuilt: typeof buildAddon = async (folder, settings) => {
  cpSync(ADDON_FOLDER, folder, { recursive: true });
  return JSON.stringify(settings);
};

let claspHost: Promise<ChildProcess> | null = null;

/** Starts the process in which the real clasp runs one command after the other. */
async function startClaspHost(): Promise<ChildProcess> {
  const program = path.dirname(await findClasp(PROJECT_ROOT));
  const host = fork(path.join(SUPPORT, "clasp-host.mjs"), [program], { execArgv: [] });
  await new Promise((resolve) => host.once("message", resolve));
  return host;
}

/** Ends it. */
export async function closeClaspHost(): Promise<void> {
  const host = await claspHost;
  claspHost = null;
  if (!host) return;
  const ended = new Promise((resolve) => host.once("exit", resolve));
  host.disconnect();
  await ended;
}

let commands = 0;

async function runInHost(command: object): Promise<ClaspOutput> {
  claspHost ??= startClaspHost();
  const host = await claspHost;
  commands++;
  const id = commands;
  return new Promise((resolve) => {
    const hear = (output: unknown): void => {
      if ((output as { id: number }).id !== id) return;
      host.off("message", hear);
      resolve(output as ClaspOutput);
    };
    host.on("message", hear);
    host.send({ id, ...command });
  });
}

const fileName = ({ name, type }: Script["files"][number]): string => name + ENDINGS[type];

/** @param build how the add-on gets into its folder */
export async function createDeployWorld(build: typeof buildAddon = copyBuilt): Promise<DeployTestWorld> {
  // A blank in its name, as folders on Windows often have.
  const folder = realpathSync.native(mkdtempSync(path.join(tmpdir(), "My lists ")));
  const home = realpathSync.native(mkdtempSync(path.join(tmpdir(), "home ")));
  const credentials = path.join(home, ".clasprc.json");
  const google = await createGoogleApi();
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    SERVICE_BASE_URL: "",
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(SUPPORT, "redirect-google.mjs")).href}`,
    GOOGLE_API_PORT: String(google.port),
    clasp_config_auth: credentials,
  };
  const logIn = (): void => {
    const ann = { client_id: "id", client_secret: "secret", type: "authorized_user", refresh_token: "refresh" };
    writeFileSync(credentials, JSON.stringify({ tokens: { default: ann } }));
  };
  logIn();
  let answer = async (_request: Request): Promise<Response> => Response.json({ error: true }, { status: 400 });
  const entry = await findClasp(PROJECT_ROOT);
  const clasp: Clasp = {
    run(args) {
      world.claspCalls.push(args);
      const { GOOGLE_API_PORT, clasp_config_auth } = environment;
      return world.startsClasp
        ? createClasp({ entry, folder, environment }).run(args)
        : runInHost({ args, folder, environment: { GOOGLE_API_PORT, clasp_config_auth } });
    },
    // Google's page for logging in needs a person.
    async talk(args) {
      world.claspCalls.push(args);
      if (world.loginSucceeds) logIn();
    },
  };
  const scriptOf = (scriptId: string): Script => {
    const script = google.scripts.get(scriptId);
    if (!script) throw new Error(`Google has no script ${scriptId}.`);
    return script;
  };
  const world: DeployTestWorld = {
    google,
    startsClasp: false,
    isTerminal: true,
    loginSucceeds: true,
    claspCalls: [],
    logOut: () => rmSync(credentials, { force: true }),
    async deploy(...args) {
      const said: string[] = [];
      try {
        await deploy(readDeployOptions(args, {}), {
          folder,
          clasp,
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
    pull(scriptId) {
      const pulled = mkdtempSync(path.join(home, "pulled "));
      for (const file of scriptOf(scriptId).files) writeFileSync(path.join(pulled, fileName(file)), file.source);
      return pulled;
    },
    filesOf: (scriptId) => scriptOf(scriptId).files.map(fileName).sort(),
    place: (name) => path.join(folder, name),
    read: (name) => readFileSync(path.join(folder, name), "utf8"),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    files: (name = "") => readdirSync(path.join(folder, name)).sort(),
    serviceAnswers: (next) => {
      answer = next;
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
      await google.close();
    },
  };
  return world;
}
