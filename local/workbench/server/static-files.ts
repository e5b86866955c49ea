import { readFile } from "node:fs/promises";
import path from "node:path";
import { PROJECT_ROOT } from "../../project-root";

export interface PageFile {
  contentType: string;
  body: string | Buffer;
}

const FILES: Record<string, { file: string; contentType: string }> = {
  "/": { file: "local/workbench/page/index.html", contentType: "text/html; charset=utf-8" },
  "/page.js": { file: ".build/workbench/page.js", contentType: "text/javascript; charset=utf-8" },
  // The documents begin here for whoever tries the add-on.
  "/help": { file: "README.md", contentType: "text/plain; charset=utf-8" },
  "/page.css": { file: ".build/workbench/page.css", contentType: "text/css; charset=utf-8" },
};

/** The files of the page by path; there are no others. */
export async function readPageFile(pathname: string): Promise<PageFile | null> {
  const found = FILES[pathname];
  if (!found) return null;
  return { contentType: found.contentType, body: await readFile(path.join(PROJECT_ROOT, found.file)) };
}
