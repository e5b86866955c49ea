import path from "node:path";
import process from "node:process";
import { PROJECT_ROOT } from "../local/project-root";
import { buildAddon } from "./build/build-addon";
import { BuildSettingError, readServiceBaseUrl } from "./build/service-base-url";

try {
  const serviceBaseUrl = readServiceBaseUrl(process.env.SERVICE_BASE_URL);
  console.log(`dist/: ${await buildAddon(path.join(PROJECT_ROOT, "dist"), serviceBaseUrl)}`);
} catch (error) {
  console.error(error instanceof BuildSettingError ? error.message : error);
  process.exitCode = 1;
}
