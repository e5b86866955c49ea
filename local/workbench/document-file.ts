import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SavedHost } from "../apps-script/host";
import type { SavedDocument } from "../apps-script/host-document";
import type { WorkbookSnapshot } from "./messages";
import type { OpenedLists } from "./open-workbook";

/** Everything the workbench keeps of a document between two starts. */
export interface KeptDocument {
  workbook: WorkbookSnapshot;
  document: SavedDocument;
  host: SavedHost;
  /** Missing in documents of earlier versions. */
  lists?: OpenedLists;
}

/** A kill loses at most about a second: this, and the time writing takes. */
const WRITE_AFTER_MS = 500;

/** Where a document is kept on disk. */
export interface DocumentFile {
  read(): Promise<KeptDocument | null>;
  /** Asks for the document's state soon, and writes it; many calls within half a second make one write. */
  changed(): void;
  /** Writes what has not been written yet. */
  close(): Promise<void>;
}

/** Keeps a document in a file; `current` gives its state when it is time to write. */
export function createDocumentFile(file: string, current: () => KeptDocument): DocumentFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = undefined;
    const text = JSON.stringify(current());
    writing = writing.then(async () => {
      await mkdir(path.dirname(file), { recursive: true });
      // A kill in the middle of writing must not cost the earlier state.
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
    });
  };

  return {
    read: () => readKept(file),
    changed: () => {
      timer ??= setTimeout(write, WRITE_AFTER_MS);
    },
    close: async () => {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}

async function readKept(file: string): Promise<KeptDocument | null> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`${file} cannot be read. Start with --fresh to begin anew.`, { cause: error });
  }
}
