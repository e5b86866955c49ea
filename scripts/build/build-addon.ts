import { readFile } from "node:fs/promises";
import path from "node:path";
import { PROJECT_ROOT } from "../../local/project-root";
import { prefixFormulas, readDocumentsUrl } from "./build-settings";
import { bundleServer } from "./bundle-server";
import { bundleSidebar } from "./bundle-sidebar";
import { checkServer, isFormulaName } from "./check-server";
import { writeFolder } from "./write-folder";

/** Everything that differs between two builds of the same sources. */
export interface AddonSettings {
  /** https, without a slash at its end. */
  serviceBaseUrl: string;
  /** True if the sandbox answers there: its public keys are offered in Settings. */
  isSandbox: boolean;
  /** Letters before each formula's name, "" for none. */
  formulaPrefix: string;
}

const readPackage = async (): Promise<{ version: string; homepage?: string }> =>
  JSON.parse(await readFile(path.join(PROJECT_ROOT, "package.json"), "utf8"));

/** The one version of everything: of package.json. */
export const readVersion = async (): Promise<string> => (await readPackage()).version;

/** The limits on the bundle count thousands of bytes. */
const kilobytes = (text: string): string => `${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`;

/**
 * Builds what clasp pushes: Code.js, sidebar.html, its parts and appsscript.json.
 * @param folder where the files go; nothing else stays in it
 * @returns one line that says what was built
 * @throws Error naming everything Google would miss in the result
 */
export async function buildAddon(folder: string, settings: AddonSettings): Promise<string> {
  const { serviceBaseUrl, formulaPrefix } = settings;
  const { version, homepage } = await readPackage();
  const [server, sidebar, manifestText] = await Promise.all([
    bundleServer(settings),
    bundleSidebar(version, readDocumentsUrl(homepage)),
    readFile(path.join(PROJECT_ROOT, "appsscript.json"), "utf8"),
  ]);
  const formulas = server.expected.map(({ name }) => name).filter(isFormulaName);
  const prefixed = (text: string): string => prefixFormulas(text, formulas, formulaPrefix);
  const code = prefixed(server.code);
  const expected = server.expected.map((each) => ({
    ...each,
    name: prefixed(each.name),
    documentation: prefixed(each.documentation),
  }));
  const pages = Object.fromEntries(Object.entries(sidebar).map(([name, text]) => [name, prefixed(text)]));
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
