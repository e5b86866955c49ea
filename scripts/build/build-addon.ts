import { readFile } from "node:fs/promises";
import path from "node:path";
import { PROJECT_ROOT } from "../../local/project-root";
import { bundleServer } from "./bundle-server";
import { bundleSidebar } from "./bundle-sidebar";
import { checkServer } from "./check-server";
import { writeFolder } from "./write-folder";

/** Sizes are told in the unit of the design's figures: thousands of bytes. */
const kilobytes = (text: string): string => `${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`;

/**
 * Builds what clasp pushes: Code.js, sidebar.html, its parts and appsscript.json.
 * @param folder where the files go; nothing else stays in it
 * @param serviceBaseUrl https, without a slash at its end
 * @returns one line that says what was built
 * @throws Error naming everything Google would miss in the result
 */
export async function buildAddon(folder: string, serviceBaseUrl: string): Promise<string> {
  const [{ code, expected }, pages, manifestText] = await Promise.all([
    bundleServer(serviceBaseUrl),
    bundleSidebar(),
    readFile(path.join(PROJECT_ROOT, "appsscript.json"), "utf8"),
  ]);
  const problems = checkServer(code, expected);
  if (problems.length > 0) throw new Error(`Code.js is not what Google needs:\n  ${problems.join("\n  ")}`);
  // The entry must end in a path: Google refuses a bare host, and a prefix without "/" would match nothing below it.
  const manifest = { ...JSON.parse(manifestText), urlFetchWhitelist: [`${serviceBaseUrl}/`] };
  await writeFolder(folder, {
    "Code.js": code,
    ...pages,
    "appsscript.json": `${JSON.stringify(manifest, null, 2)}\n`,
  });
  const sizes = Object.entries({ "Code.js": code, ...pages }).map(([name, text]) => `${name} ${kilobytes(text)}`);
  return `${expected.length} public functions, ${sizes.join(", ")}, service ${serviceBaseUrl}`;
}
