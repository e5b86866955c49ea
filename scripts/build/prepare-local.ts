import path from "node:path";
import { ADDON_FOLDER } from "../../local/addon/read-built-addon";
import { PROJECT_ROOT } from "../../local/project-root";
import { buildAddon } from "./build-addon";
import { buildIfChanged } from "./build-if-changed";
import { LOCAL_BUNDLES } from "./local-bundles";
import { SANDBOX_BASE_URL } from "./service-base-url";

/** Builds everything that the workbench, `npm run try` and the tests run: for the sandbox, whatever `dist/` is for. */
export async function prepareLocal(): Promise<void> {
  await Promise.all([
    buildAddon(ADDON_FOLDER, SANDBOX_BASE_URL),
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
