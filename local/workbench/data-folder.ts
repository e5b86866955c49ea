import { chmod, lstat, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";

/** A data folder that cannot be used; the message is the whole explanation. */
export class DataFolderError extends Error {}

/** The workbench's data folder, for this process alone until it is given back. */
export interface DataFolder {
  document: string;
  service: string;
  /** After `fresh`: what was there besides the workbench's own files, and still is. */
  left: string[];
  giveBack(): Promise<void>;
}

/** Says that the workbench made the folder or was given it, and may delete its own files there. */
const MARKER = ".sheetscout-workbench";
const MARKER_TEXT =
  "Sheetscout's workbench keeps its data in this folder. `npm start -- --fresh` deletes document.json and service/sandbox.sqlite.\n";
const CLAIM_FILE = "in-use-by";
const DOCUMENT = "document.json";
const SERVICE = "service";
const OWN_NAMES = [MARKER, CLAIM_FILE, DOCUMENT, SERVICE];
/** Everything the workbench and the sandbox write. SQLite adds its own endings. */
const OWN_FILES = [
  DOCUMENT,
  `${DOCUMENT}.new`,
  ...["", "-wal", "-shm", "-journal"].map((ending) => path.join(SERVICE, `sandbox.sqlite${ending}`)),
];

/**
 * Opens a data folder, and makes it if need be. Nobody else on the machine may read what is in it: it holds an API key.
 * @param isOurs the project's own folder, which needs no marker
 * @param fresh deletes what the workbench has kept there, and nothing else
 * @throws DataFolderError for a folder that holds anything and is not the workbench's, that is in use, or in which a file
 * of the workbench is a folder
 */
export async function openDataFolder(folder: string, isOurs: boolean, fresh: boolean): Promise<DataFolder> {
  const found = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch(({ message }: Error) => {
      throw new DataFolderError(
        `${folder} cannot be used (${message}). Choose another folder: npm start -- --data DIR.`,
      );
    });
  if (found.length > 0 && !isOurs && !found.includes(MARKER)) {
    throw new DataFolderError(
      `${folder} holds other files. Choose a new folder or an empty one: npm start -- --data DIR. If it is the workbench's, make an empty file ${path.join(folder, MARKER)}.`,
    );
  }
  for (const name of found.filter((each) => OWN_NAMES.includes(each))) {
    const place = path.join(folder, name);
    const isFolder = await stat(place).then(
      (entry) => entry.isDirectory(),
      () => null,
    );
    if (isFolder === (name !== SERVICE)) {
      throw new DataFolderError(
        `${place} is ${isFolder ? "a folder, but has to be a file" : "a file, but has to be a folder"}. Move it away, or choose another folder: npm start -- --data DIR.`,
      );
    }
  }
  // Before the claim: a start that dies in between leaves a folder that is known.
  if (!found.includes(MARKER)) await writeAnew(path.join(folder, MARKER), MARKER_TEXT);
  const giveBack = await claim(folder);
  // A folder with other things in it is somebody's, and stays as open as it was; our files in it are closed.
  if (found.every((name) => OWN_NAMES.includes(name))) await chmod(folder, 0o700);
  return {
    document: path.join(folder, DOCUMENT),
    service: path.join(folder, SERVICE),
    left: fresh ? await deleteOwn(folder) : [],
    giveBack,
  };
}

/** @returns what is left, as paths within the folder */
async function deleteOwn(folder: string): Promise<string[]> {
  const service = path.join(folder, SERVICE);
  // A link leads elsewhere, where nothing is the workbench's.
  const isFolder = await lstat(service).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  for (const file of OWN_FILES) {
    if (isFolder || path.dirname(file) === ".") await rm(path.join(folder, file), { force: true });
  }
  const inService = isFolder ? (await readdir(service)).map((name) => path.join(SERVICE, name)) : [];
  if (isFolder && inService.length === 0) await rmdir(service);
  const others = (await readdir(folder)).filter((name) => ![MARKER, CLAIM_FILE].includes(name));
  return [...others.filter((name) => !(isFolder && name === SERVICE)), ...inService];
}

/**
 * Keeps the folder for this process: two workbenches would overwrite each other's document, and `--fresh` would delete
 * it under the other's hands. The claim of a process that was killed does not count.
 */
async function claim(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, CLAIM_FILE);
  const owner = Number(await readFile(file, "utf8").catch(() => ""));
  if (owner > 0 && owner !== process.pid && isRunning(owner)) {
    throw new DataFolderError(
      `Another workbench (process ${owner}) works with ${folder}; end it, or choose another folder: npm start -- --data DIR. If there is none, delete ${file}.`,
    );
  }
  await writeAnew(file, String(process.pid));
  return () => rm(file, { force: true });
}

/** Puts a new file in the place of what is there: writing through a link would overwrite somebody else's. */
async function writeAnew(file: string, text: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: "wx" });
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It runs, but it is somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
