import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { PROJECT_ROOT } from "../local/project-root";
import { buildAddon } from "./build/build-addon";
import { BuildSettingError, readServiceBaseUrl, SANDBOX_BASE_URL } from "./build/service-base-url";

/** What must be true before anything is replaced on Google. */
async function readDeploySettings(): Promise<string> {
  const serviceBaseUrl = readServiceBaseUrl(process.env.SERVICE_BASE_URL);
  if (serviceBaseUrl === SANDBOX_BASE_URL) {
    throw new BuildSettingError(
      "Name the service the add-on is to call: SERVICE_BASE_URL=https://… npm run deploy. The sandbox's address reaches nobody on Google.",
    );
  }
  const { scriptId } = JSON.parse(await readFile(path.join(PROJECT_ROOT, ".clasp.json"), "utf8")) as {
    scriptId: string;
  };
  if (scriptId.startsWith("PUT-")) {
    throw new BuildSettingError(
      "Put the id of your Apps Script project into .clasp.json (Project Settings ▸ Script ID), then run this again.",
    );
  }
  return serviceBaseUrl;
}

try {
  const serviceBaseUrl = await readDeploySettings();
  console.log(`dist/: ${await buildAddon(path.join(PROJECT_ROOT, "dist"), serviceBaseUrl)}`);
  // Without --force clasp skips the whole push, silently, whenever the manifest has changed.
  process.exitCode =
    spawnSync("npx", ["clasp", "push", "--force"], { cwd: PROJECT_ROOT, stdio: "inherit" }).status ?? 1;
} catch (error) {
  console.error(error instanceof BuildSettingError ? error.message : error);
  process.exitCode = 1;
}
