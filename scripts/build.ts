import path from "node:path";
import process from "node:process";
import { parseOptions, runCommand } from "../local/command-line";
import { PROJECT_ROOT } from "../local/project-root";
import { buildAddon } from "./build/build-addon";
import { BuildSettingError, readFormulaPrefix, readServiceBaseUrl, SANDBOX_BASE_URL } from "./build/build-settings";

const USAGE = `Usage: npm run build -- [--service https://…] [--prefix XY_]
Builds dist/, which npm run deploy pushes.
--service https://…  the service's address, as SERVICE_BASE_URL; the sandbox's when not given
--prefix XY_         formulas are called XY_VERIFY_EMAIL and so on`;

await runCommand(USAGE, async (args) => {
  const { service, prefix } = parseOptions({
    args,
    options: { service: { type: "string" }, prefix: { type: "string" } },
  }).values;
  try {
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
});
