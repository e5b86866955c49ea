import { readFile } from "node:fs/promises";
import path from "node:path";
import type { HostOptions } from "../apps-script/host";
import { PROJECT_ROOT } from "../project-root";

/** Where `prepareLocal` puts the add-on: the same three files clasp would push, built for the sandbox's address. */
export const ADDON_FOLDER = path.join(PROJECT_ROOT, ".build/addon");

/** The built add-on in the shape the host takes. */
export async function readBuiltAddon(): Promise<Pick<HostOptions, "files" | "html" | "manifest">> {
  const [code, sidebar, manifest] = await Promise.all(
    ["Code.js", "sidebar.html", "appsscript.json"].map((name) => readFile(path.join(ADDON_FOLDER, name), "utf8")),
  );
  return {
    files: [{ name: "Code.js", source: code ?? "" }],
    html: { sidebar: sidebar ?? "" },
    manifest: JSON.parse(manifest ?? "{}"),
  };
}
