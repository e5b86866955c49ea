import { realpathSync } from "node:fs";
import process from "node:process";
import { runCommand } from "../local/command-line";
import { PROJECT_ROOT } from "../local/project-root";
import { buildAddon, readVersion } from "./build/build-addon";
import { buildLiveCheck } from "./build/build-live-check";
import { BuildSettingError } from "./build/build-settings";
import { createClasp, findClasp } from "./deploy/clasp";
import { deploy } from "./deploy/deploy";
import { DEPLOY_USAGE, readDeployOptions } from "./deploy/options";

await runCommand(DEPLOY_USAGE, async (args) => {
  const options = readDeployOptions(args, process.env);
  try {
    // clasp takes a folder whose name is written otherwise (a drive letter in lower case) for a symbolic link.
    const folder = realpathSync.native(PROJECT_ROOT);
    const clasp = createClasp({ entry: await findClasp(folder), folder, environment: process.env });
    await deploy(options, {
      folder,
      clasp,
      environment: process.env,
      isTerminal: process.stdin.isTTY,
      fetch,
      version: await readVersion(),
      buildAddon,
      buildLiveCheck,
      say: (line) => console.log(line),
    });
  } catch (error) {
    console.error(error instanceof BuildSettingError ? error.message : error);
    process.exitCode = 1;
  }
});
