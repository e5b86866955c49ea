import { readFile } from "node:fs/promises";
import path from "node:path";
import { PROJECT_ROOT } from "../../project-root";
import type { PublicFunction } from "../host";
import type { FrameSetup } from "./frame-messages";

const CLIENT_FILE = path.join(PROJECT_ROOT, ".build/host/frame-client.js");

/**
 * HTML to put before a sidebar's or dialog's own: gives its page `google.script` over `postMessage` (frame-messages.ts).
 * @param functions what `host.functions()` gives
 */
export async function createFrameScript(functions: readonly PublicFunction[]): Promise<string> {
  const setup: FrameSetup = { functionNames: functions.map(({ name }) => name) };
  const client = await readFile(CLIENT_FILE, "utf8");
  const setupText = JSON.stringify(setup).replace(/</g, "\\u003c");
  return `<script>globalThis.__appsScriptFrame=${setupText};\n${client.replace(/<\/script/gi, "<\\/script")}</script>\n`;
}
