import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SavedHost } from "../apps-script/host";
import type { SavedDocument } from "../apps-script/host-document";
import { DataFolderError } from "./data-folder";
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
/** Writing 50,000 rows takes a second in which nobody is answered, so at most a fifth of the time goes into it. */
const PAUSE_TIMES_WRITING = 4;
/** After a write that has failed. */
const RETRY_MS = 5_000;

/** The files of a document on disk. */
export interface DocumentFile {
  read(): Promise<KeptDocument | null>;
  /**
   * Asks for the document's state soon, and writes it; many calls within half a second make one write, within more for
   * a large document.
   */
  changed(): void;
  /** Writes what has not been written yet. */
  close(): Promise<void>;
}

/** Keeps a document in a file; `current` gives its state when it is time to write. */
export function createDocumentFile(file: string, current: () => KeptDocument): DocumentFile {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isStale = false;
  let isClosing = false;
  let tookMs = 0;

  const write = async () => {
    timer = undefined;
    isStale = false;
    const startedAt = performance.now();
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    // A kill in the middle of writing must not cost the earlier state. The key is in it: nobody else may read it.
    await rm(`${file}.new`, { force: true });
    await writeFile(`${file}.new`, JSON.stringify(current()), { mode: 0o600 });
    await rename(`${file}.new`, file);
    tookMs = performance.now() - startedAt;
  };
  // One write after the other, each with the state of its own moment: on a busy machine old states would queue up.
  const writeNext = () => {
    writing = write()
      .catch((error: Error) => {
        // A full disk: the workbench goes on, and what is open is written as soon as that is possible.
        console.error(`${file} was not written and will be tried again: ${error.message}`);
        isStale = true;
        tookMs = Math.max(tookMs, RETRY_MS / PAUSE_TIMES_WRITING);
      })
      .finally(() => {
        writing = undefined;
        if (isStale) writeSoon();
      });
  };
  const writeSoon = () => {
    if (!isClosing) timer ??= setTimeout(writeNext, Math.max(WRITE_AFTER_MS, tookMs * PAUSE_TIMES_WRITING));
  };

  return {
    read: () => readKept(file),
    changed: () => {
      isStale = true;
      if (!writing) writeSoon();
    },
    close: async () => {
      isClosing = true;
      clearTimeout(timer);
      await writing;
      if (isStale) await write();
    },
  };
}

/** @throws DataFolderError if the file holds no document */
async function readKept(file: string): Promise<KeptDocument | null> {
  let kept: Partial<KeptDocument> | null = null;
  try {
    kept = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  }
  if (kept?.workbook && kept.document && kept.host) return kept as KeptDocument;
  throw new DataFolderError(`${file} cannot be read. Start with --fresh to begin anew.`);
}
