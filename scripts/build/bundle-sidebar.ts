import { readFile } from "node:fs/promises";
import path from "node:path";
import { type BuildOptions, build } from "esbuild";
import { PROJECT_ROOT } from "../../local/project-root";
import { FETCHED_TABS } from "../../src/result";
import { giveSharedModules, takeSharedModules } from "./shared-modules";
import { noticeComment } from "./shipped-packages";
import { withoutCommentSigns } from "./without-comment-signs";

/** Text that ends the inline element early, or that HtmlService reads as one of its template tags. */
const unsafeInside = (tag: string): RegExp => new RegExp(`</${tag}|<!--|<\\?`, "i");

const OPTIONS = {
  bundle: true,
  write: false,
  absWorkingDir: PROJECT_ROOT,
  outdir: "sidebar",
  platform: "browser",
  target: ["chrome100", "safari15.4", "firefox100"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
} as const satisfies BuildOptions;

/** The guide for users, which needs nothing else. */
const GUIDE = path.join(PROJECT_ROOT, "sidebar/guide.html");

/** The sidebar's styles and scripts as text that can stand inline. */
async function bundle(entry: string, options: BuildOptions): Promise<Record<"style" | "script", string>> {
  const { outputFiles = [] } = await build({ ...OPTIONS, ...options, entryPoints: [path.join("sidebar", entry)] });
  const text = (ending: string): string =>
    outputFiles
      .filter((file) => file.path.endsWith(ending))
      .map((file) => file.text.trim())
      .join("\n");
  // In a script these two can stand only inside a string, a template or a regular expression, where the escape is the same.
  const harmless = text(".js").replace(/<!--|<\?/g, (match) => `\\x3C${match.slice(1)}`);
  const script = withoutCommentSigns(harmless);
  const style = text(".css");
  for (const [tag, content] of Object.entries({ script, style })) {
    const unsafe = unsafeInside(tag).exec(content);
    if (unsafe) throw new Error(`sidebar/${entry}: "${unsafe[0]}" cannot stand in the page's inline ${tag}.`);
  }
  return { script, style };
}

/**
 * Bundles the sidebar into one page, and the tabs that are fetched later into a file each: HtmlService serves
 * only .html files, and nothing may be loaded from elsewhere.
 * @param version which the page shows in its settings
 * @param documentsUrl to which its help links; "" for no link
 * @returns the files' texts by their names
 */
export async function bundleSidebar(version: string, documentsUrl: string): Promise<Record<string, string>> {
  const shared = new Set<string>();
  const fetched = await Promise.all(
    FETCHED_TABS.map(async (name) => {
      const options: BuildOptions = { format: "cjs", plugins: [takeSharedModules(name, shared)] };
      const { script, style } = await bundle(`${name}/index.tsx`, options);
      return [`${name}.html`, `<style>\n${style}\n</style>\n<script>\n${script}\n</script>\n`] as const;
    }),
  );
  const { script, style } = await bundle("main.tsx", {
    format: "iife",
    plugins: [giveSharedModules(shared)],
    define: {
      ...OPTIONS.define,
      ADDON_VERSION: JSON.stringify(version),
      DOCUMENTS_URL: JSON.stringify(documentsUrl),
    },
  });
  const guide = await readFile(GUIDE, "utf8");
  return { "sidebar.html": page(script, style), ...Object.fromEntries(fetched), "guide.html": guide };
}

const page = (script: string, style: string): string => `<!DOCTYPE html>
${noticeComment()}
<html lang="en">
<head>
<meta charset="utf-8">
<base target="_top">
<title>Sheetscout</title>
<style>
${style}
</style>
</head>
<body>
<div id="app"></div>
<script>
${script}
</script>
</body>
</html>
`;
