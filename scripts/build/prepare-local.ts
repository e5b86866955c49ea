import path from "node:path";
import { ADDON_FOLDER } from "../../local/addon/read-built-addon";
import { PROJECT_ROOT } from "../../local/project-root";
import { type AddonSettings, buildAddon } from "./build-addon";
import { buildIfChanged } from "./build-if-changed";
import { SANDBOX_BASE_URL } from "./build-settings";
import { LOCAL_BUNDLES } from "./local-bundles";
import { redoIfChanged } from "./redo-if-changed";

/** All that the add-on is made of; the packages are those of the lock file. */
const ADDON_SOURCES = [
  "src",
  "sidebar",
  "scripts/build",
  "appsscript.json",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
];

const SANDBOX_BUILD: AddonSettings = { serviceBaseUrl: SANDBOX_BASE_URL, isSandbox: true, formulaPrefix: "" };

/** Builds everything that the workbench, `npm run try` and the tests run: for the sandbox, whatever `dist/` is for. */
export async function prepareLocal(): Promise<void> {
  await Promise.all([
    redoIfChanged({
      folder: ADDON_FOLDER,
      sources: ADDON_SOURCES.map((name) => path.join(PROJECT_ROOT, name)),
      options: JSON.stringify(SANDBOX_BUILD),
      make: () => buildAddon(ADDON_FOLDER, SANDBOX_BUILD),
    }),
    ...Object.entries(LOCAL_BUNDLES).map(([name, options]) =>
      buildIfChanged({
        bundle: true,
        target: "node20",
        logLevel: "warning",
        ...options,
        absWorkingDir: PROJECT_ROOT,
        outfile: path.join(PROJECT_ROOT, ".build", name),
      }),
    ),
  ]);
}
