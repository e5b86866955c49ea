import { stat } from "node:fs/promises";
import path from "node:path";
import { ADDON_FOLDER } from "../../local/addon/read-built-addon";
import { atMost, type Figure } from "./figures";

const KILOBYTE = 1_000;

/** What every execution parses, and every opening of the sidebar loads. */
export async function bundleSizes(): Promise<Figure[]> {
  const size = async (name: string) => (await stat(path.join(ADDON_FOLDER, name))).size / KILOBYTE;
  return [
    atMost("server bundle, unminified", await size("Code.js"), 290, " kB"),
    atMost("sidebar", await size("sidebar.html"), 60, " kB"),
  ];
}
