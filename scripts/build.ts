import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { PROJECT_ROOT } from "../local/project-root";
import { buildAddon } from "./build/build-addon";
import { BuildSettingError, readFormulaPrefix, readServiceBaseUrl, SANDBOX_BASE_URL } from "./build/build-settings";

function readArguments() {
  try {
    return parseArgs({ options: { service: { type: "string" }, prefix: { type: "string" } } }).values;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new BuildSettingError(`${reason}. The options are --service https://… and --prefix XY_.`);
  }
}

try {
  const { service, prefix } = readArguments();
  const serviceBaseUrl = readServiceBaseUrl(service ?? process.env.SERVICE_BASE_URL);
  const settings = {
    serviceBaseUrl,
    isSandbox: serviceBaseUrl === SANDBOX_BASE_URL,
    formulaPrefix: readFormulaPrefix(prefix),
  };
  console.log(`dist/: ${await buildAddon(path.join(PROJECT_ROOT, "dist"), settings)}`);
} catch (error) {
  console.error(error instanceof BuildSettingError ? error.message : error);
  process.exitCode = 1;
}
