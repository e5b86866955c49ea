import process from "node:process";

/** The project's folder. npm scripts and Jest always run there. */
export const PROJECT_ROOT = process.cwd();
