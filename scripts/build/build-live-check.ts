import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { PROJECT_ROOT } from "../../local/project-root";
import { readVersion } from "./build-addon";
import { readExportedFunctions } from "./public-functions";
import { writeFolder } from "./write-folder";

const MAIN = path.join(PROJECT_ROOT, "live-check/main.ts");

/** A reserved host, so that fetching from it fails as any host that does not exist. */
const NOBODY = "https://nobody.sheetscout.example/";

/**
 * Builds the live check: a script of its own, Code.js and appsscript.json.
 * @param folder where the files go; nothing else stays in it
 * @param tunnelUrl where the sandbox answers, "" to call nobody
 * @returns one line that says what was built
 */
export async function buildLiveCheck(folder: string, tunnelUrl: string): Promise<string> {
  const [{ outputFiles }, main, manifestText, page] = await Promise.all([
    build({
      entryPoints: [MAIN],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "liveCheck",
      target: "es2019",
      legalComments: "none",
      define: { ADDON_VERSION: JSON.stringify(await readVersion()), ECHO_URL: JSON.stringify(tunnelUrl) },
      logLevel: "warning",
    }),
    readFile(MAIN, "utf8"),
    readFile(path.join(PROJECT_ROOT, "live-check/appsscript.json"), "utf8"),
    readFile(path.join(PROJECT_ROOT, "live-check/page.html"), "utf8"),
  ]);
  const functions = readExportedFunctions(main);
  const declarations = functions.map(({ name, parameters, documentation }) => {
    const list = parameters.join(", ");
    return `/*${documentation}*/\nfunction ${name}(${list}) {\n  return liveCheck.${name}(${list});\n}\n`;
  });
  const manifest = {
    ...JSON.parse(manifestText),
    urlFetchWhitelist: tunnelUrl === "" ? [NOBODY] : [NOBODY, `${tunnelUrl}/`],
  };
  await writeFolder(folder, {
    "Code.js": `${outputFiles[0]?.text ?? ""}\n${declarations.join("\n")}`,
    "page.html": page,
    "appsscript.json": `${JSON.stringify(manifest, null, 2)}\n`,
  });
  return `the live check${tunnelUrl === "" ? "" : `, with the sandbox at ${tunnelUrl}`}`;
}
