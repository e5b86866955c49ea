import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { HostOptions } from "../apps-script/host";
import { PROJECT_ROOT } from "../project-root";

/**
 * The folder into which `prepareLocal` puts the add-on: the files that clasp would push, built for the sandbox's
 * address.
 */
export const ADDON_FOLDER = path.join(PROJECT_ROOT, ".build/addon");

/** The built add-on in the shape the host takes. @param folder another one than that for the sandbox */
export async function readBuiltAddon(folder = ADDON_FOLDER): Promise<Pick<HostOptions, "files" | "html" | "manifest">> {
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  const pages = (await readdir(folder)).filter((name) => name.endsWith(".html") && !name.startsWith("."));
  const [code, manifest, ...html] = await Promise.all(["Code.js", "appsscript.json", ...pages].map(read));
  return {
    files: [{ name: "Code.js", source: code ?? "" }],
    html: Object.fromEntries(pages.map((name, index) => [path.parse(name).name, html[index] ?? ""])),
    manifest: JSON.parse(manifest ?? "{}"),
  };
}
