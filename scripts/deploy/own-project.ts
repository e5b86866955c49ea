import { readFile, writeFile } from "node:fs/promises";
import { BuildSettingError } from "../build/build-settings";

/** A person's own Apps Script project, and what its last build was made for. */
export interface OwnProject {
  scriptId: string;
  /** The sheet that the script is bound to; none for a standalone script. */
  sheetId?: string;
  /** The Marketplace deployment, once there is one. */
  deploymentId?: string;
  serviceBaseUrl?: string;
  formulaPrefix?: string;
}

/** The same as clasp keeps it: `parentId` is its word for the sheet; fields that it does not know it leaves alone. */
interface ProjectFile extends Omit<OwnProject, "sheetId"> {
  parentId?: string;
}

/**
 * Reads a project file that clasp or `writeOwnProject` has written.
 * @returns null if there is none, or only the beginning of one: creating it was interrupted
 * @throws BuildSettingError for a damaged file
 */
export async function readOwnProject(file: string): Promise<OwnProject | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  let content: Partial<ProjectFile>;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BuildSettingError(
      `${file} is damaged. Delete it and name your script once more: npm run deploy -- --script-id ID.`,
    );
  }
  const { scriptId, parentId, deploymentId, serviceBaseUrl, formulaPrefix } = content;
  return scriptId ? { scriptId, sheetId: parentId, deploymentId, serviceBaseUrl, formulaPrefix } : null;
}

/**
 * Writes the project file that clasp is pointed to.
 * @param rootDir the built folder, relative to the file
 */
export async function writeOwnProject(file: string, rootDir: string, project: OwnProject): Promise<void> {
  const { sheetId, ...rest } = project;
  const extensions = { scriptExtensions: [".js"], htmlExtensions: [".html"] };
  await writeFile(file, `${JSON.stringify({ ...rest, parentId: sheetId, rootDir, ...extensions }, null, 2)}\n`);
}
