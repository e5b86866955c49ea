import { createRequire } from "node:module";
import path from "node:path";
import { PROJECT_ROOT } from "../project-root";

/**
 * Univer's packages load neither as ES modules nor in Jest, so `local/workbench/univer` is bundled beforehand
 * (`scripts/build/local-bundles.ts`) and loaded from there.
 */
export function loadUniver(): typeof import("./univer/univer-workbook") {
  const load = createRequire(path.join(PROJECT_ROOT, "package.json"));
  return load(path.join(PROJECT_ROOT, ".build/workbench/univer.cjs"));
}
