import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { buildAddon } from "../build/build-addon";
import type { buildLiveCheck } from "../build/build-live-check";
import { BuildSettingError, readFormulaPrefix, readServiceBaseUrl, SANDBOX_BASE_URL } from "../build/build-settings";
import { askClasp, type Clasp } from "./clasp";
import { explainClasp } from "./explain-clasp";
import { checkSteps, nextSteps, PROJECT_WANTED, SERVICE_WANTED } from "./instructions";
import type { DeployOptions } from "./options";
import { type OwnProject, readOwnProject, writeOwnProject } from "./own-project";
import { probeService } from "./probe-service";

/** Everything that deploying needs of the machine. */
export interface DeployWorld {
  /** Holds the built files and the files with the ids of the person's own projects. */
  folder: string;
  clasp: Clasp;
  environment: NodeJS.ProcessEnv;
  /** A person can answer questions of clasp. */
  isTerminal: boolean;
  fetch: typeof fetch;
  version: string;
  buildAddon: typeof buildAddon;
  buildLiveCheck: typeof buildLiveCheck;
  say(line: string): void;
}

/** One of the two scripts that can be put on Google. */
interface Target {
  name: string;
  /** In an ignored file, so that nobody pushes into somebody else's script; clasp is pointed to it. */
  projectFile: string;
  builtFolder: string;
  /** A text that only its own code holds: other code is not replaced unasked. */
  mark: string;
  /** Made where none is named; otherwise the person names it. */
  usualTitle?: string;
}

const ADDON: Target = {
  name: "Sheetscout",
  projectFile: ".clasp.own.json",
  builtFolder: "dist",
  mark: "VERIFY_EMAIL",
};

const LIVE_CHECK: Target = {
  name: "The live check",
  projectFile: ".clasp.check.json",
  builtFolder: ".build/live-check",
  mark: "runLiveCheck",
  usualTitle: "Sheetscout check",
};

/**
 * Puts the add-on, or the live check, on Google, in a new project or in the person's own: builds, logs in where needed,
 * creates, pushes, and says what comes next. Nothing is created before the build has passed its checks.
 * @throws BuildSettingError whose message is the whole explanation
 */
export async function deploy(options: DeployOptions, world: DeployWorld): Promise<void> {
  const { folder, clasp, say, version } = world;
  const target = options.check ? LIVE_CHECK : ADDON;
  const file = path.join(folder, target.projectFile);
  const known = await readOwnProject(file);
  const title = readTitle(options, known, target);
  const wanted = readBuildChoices(options, known, world);
  const isSandbox = await build(target, wanted, world);

  await logIn(options, world);
  const project = { ...(await chooseProject({ ...options, create: title }, known, target, world)), ...wanted };
  await writeOwnProject(file, target.builtFolder, project);
  const pushed = await askClasp<string[]>(clasp, ["push", "--force", "-P", file], "push the files");
  say(pushed.length === 0 ? "Google has these files already." : `Pushed ${pushed.length} files.`);
  if (options.publish) await publish(file, target, project, world);
  const lines = options.check ? checkSteps(project) : nextSteps({ ...project, version, isSandbox });
  for (const line of lines) say(line);
}

/** @returns true if the sandbox answers at the service's address */
async function build(target: Target, wanted: BuildChoices, world: DeployWorld): Promise<boolean> {
  const { serviceBaseUrl, formulaPrefix } = wanted;
  const folder = path.join(world.folder, target.builtFolder);
  if (serviceBaseUrl === undefined) {
    world.say(`${target.builtFolder}: ${await world.buildLiveCheck(folder, "")}`);
    return false;
  }
  const answer = await probeService(world.fetch, serviceBaseUrl);
  if (answer === "silent") world.say(`Nothing answers at ${serviceBaseUrl} now; it is built for it nevertheless.`);
  if (answer === "unnamed") {
    const { hostname } = new URL(serviceBaseUrl);
    throw new BuildSettingError(
      `The sandbox behind ${serviceBaseUrl} does not know of this tunnel: start it with npm run service -- --public-host ${hostname}.`,
    );
  }
  const isSandbox = answer === "sandbox";
  if (isSandbox) world.say(`The sandbox answers at ${serviceBaseUrl}.`);
  if (target === LIVE_CHECK && !isSandbox) {
    throw new BuildSettingError(
      `The live check calls no service but the sandbox, and that is not what answers at ${serviceBaseUrl}: name the tunnel to npm run service, or leave --service out.`,
    );
  }
  const line =
    target === LIVE_CHECK
      ? await world.buildLiveCheck(folder, serviceBaseUrl)
      : await world.buildAddon(folder, { serviceBaseUrl, formulaPrefix, isSandbox });
  world.say(`${target.builtFolder}: ${line}`);
  return isSandbox;
}

/** The title of a project to be made, `undefined` for none. */
function readTitle({ create, scriptId }: DeployOptions, known: OwnProject | null, target: Target): string | undefined {
  if (known && create !== undefined) {
    throw new BuildSettingError(
      `${target.projectFile} names a project of yours already (${known.scriptId}): npm run deploy pushes to it. To make another one, move that file away first.`,
    );
  }
  if (known || scriptId !== undefined) return undefined;
  const title = create ?? target.usualTitle;
  if (title === undefined) throw new BuildSettingError(PROJECT_WANTED);
  return title;
}

interface BuildChoices {
  /** The live check needs none. */
  serviceBaseUrl: string | undefined;
  formulaPrefix: string;
}

/** Service and prefix: as asked for, else as of the last time. The live check's service is asked for each time. */
function readBuildChoices(
  options: DeployOptions,
  known: OwnProject | null,
  { environment }: DeployWorld,
): BuildChoices {
  const given = options.service ?? (options.check ? "" : (environment.SERVICE_BASE_URL ?? ""));
  const before = options.check ? undefined : known?.serviceBaseUrl;
  const serviceBaseUrl = given.trim() === "" ? before : readServiceBaseUrl(given);
  if (serviceBaseUrl === SANDBOX_BASE_URL || (serviceBaseUrl === undefined && !options.check)) {
    throw new BuildSettingError(SERVICE_WANTED);
  }
  return { serviceBaseUrl, formulaPrefix: readFormulaPrefix(options.prefix ?? known?.formulaPrefix) };
}

async function logIn({ login, localhost }: DeployOptions, { clasp, isTerminal, say }: DeployWorld): Promise<void> {
  const ask = (): Promise<{ loggedIn: boolean }> => askClasp(clasp, ["show-authorized-user"], "say who is logged in");
  if (!login && (await ask()).loggedIn) return;
  if (!localhost && !isTerminal) {
    throw new BuildSettingError(
      "Without a browser clasp asks for an address that you paste: run the same command in a terminal, so that you can.",
    );
  }
  say(
    localhost
      ? "clasp logs in to Google now, in your browser. If the browser is on another machine, end this with Ctrl-C and add --no-localhost."
      : "clasp logs in to Google now: open the address below in any browser, and paste the one that you are led to, even if that page does not load.",
  );
  await clasp.talk(["login", ...(localhost ? [] : ["--no-localhost"])]);
  if (!(await ask()).loggedIn) throw new BuildSettingError("Nobody is logged in to Google, so nothing was pushed.");
}

/** The project to push to, newly made where one was asked for. */
async function chooseProject(
  options: DeployOptions,
  known: OwnProject | null,
  target: Target,
  world: DeployWorld,
): Promise<OwnProject> {
  if (options.create !== undefined) {
    return createProject(options.create, options.standalone ? "standalone" : "sheets", target, world);
  }
  const { scriptId } = options;
  if (scriptId === undefined || scriptId === known?.scriptId) {
    if (!known) throw new BuildSettingError(PROJECT_WANTED);
    return known;
  }
  if (!options.replace) await refuseForeignCode(scriptId, target, world);
  if (known) world.say(`${target.projectFile} named ${known.scriptId} before.`);
  return { scriptId };
}

async function createProject(
  title: string,
  type: "sheets" | "standalone",
  { projectFile, builtFolder }: Target,
  { folder, clasp, say }: DeployWorld,
): Promise<OwnProject> {
  const file = path.join(folder, projectFile);
  // clasp creates only where the named file exists and holds no id, and pulls Google's empty manifest into its folder.
  const pulled = path.join(folder, ".build", "new-project");
  await mkdir(path.dirname(pulled), { recursive: true });
  await writeFile(file, "{}\n");
  const output = await clasp.run(["create-script", "--type", type, "--title", title, "--rootDir", pulled, "-P", file]);
  await rm(pulled, { recursive: true, force: true });
  const scriptId = /script\.google\.com\/d\/([\w-]+)/.exec(output.out)?.[1];
  const sheetId = /drive\.google\.com\/open\?id=([\w-]+)/.exec(output.out)?.[1];
  if (scriptId === undefined) {
    await rm(file, { force: true });
    const left = type === "sheets" ? `\n\nIf an empty sheet "${title}" is in your Drive now, delete it.` : "";
    throw new BuildSettingError(explainClasp(output, "create the script") + left);
  }
  // Kept at once: whatever fails from here on, the next npm run deploy goes on with this project.
  await writeOwnProject(file, builtFolder, { scriptId, sheetId });
  say(`Created "${title}".`);
  return { scriptId, sheetId };
}

/** A push replaces everything that a script holds: keeps a copy, and stops where the code is not ours. */
async function refuseForeignCode(scriptId: string, target: Target, { folder, clasp }: DeployWorld): Promise<void> {
  const copy = path.join(folder, ".build", `script-${scriptId}`);
  const file = path.join(copy, ".clasp.json");
  await mkdir(path.join(copy, "files"), { recursive: true });
  await writeFile(file, JSON.stringify({ scriptId, rootDir: "files" }));
  const { pulledFiles } = await askClasp<{ pulledFiles: string[] }>(clasp, ["pull", "-P", file], "read the script");
  const scripts = pulledFiles.filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(scripts.map((name) => readFile(path.resolve(folder, name), "utf8")));
  const isOurs = texts.some((text) => text.includes(target.mark));
  const foreign = scripts.filter((_, index) => !isEmptyScript(texts[index] ?? ""));
  if (isOurs || foreign.length === 0) return;
  throw new BuildSettingError(
    `The script holds other code (${foreign.map((name) => path.basename(name)).join(", ")}), and a push replaces everything in it. Add --replace if that is meant; a copy lies in ${path.join(copy, "files")}.`,
  );
}

/** True for the function that Google writes into every new script. */
const isEmptyScript = (text: string): boolean => /^(?:functionmyFunction\(\)\{\})?$/.test(text.replace(/\s+/g, ""));

/**
 * Makes the version whose number the Marketplace listing asks for, and its deployment, both described by our version.
 */
async function publish(file: string, target: Target, project: OwnProject, world: DeployWorld): Promise<void> {
  const { clasp, say, version } = world;
  const command = project.deploymentId ? ["update-deployment", project.deploymentId] : ["create-deployment"];
  const { deploymentId, versionNumber } = await askClasp<{ deploymentId: string; versionNumber: number }>(
    clasp,
    [...command, "--description", `${target.name} ${version}`, "-P", file],
    "make a version",
  );
  await writeOwnProject(file, target.builtFolder, { ...project, deploymentId });
  say(
    `Version ${versionNumber} is ${target.name} ${version}: enter ${versionNumber} in the Marketplace SDK (docs/publishing.md).`,
  );
}
