import type { BuildOptions } from "esbuild";

/** The parts of the local programs that cannot run from their sources: each goes to `.build/<name>`. */
export const LOCAL_BUNDLES: Record<string, BuildOptions> = {};
