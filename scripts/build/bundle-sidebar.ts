import path from "node:path";
import { build } from "esbuild";
import { PROJECT_ROOT } from "../../local/project-root";

/** Text that ends the inline element early, or that HtmlService reads as one of its template tags. */
const unsafeInside = (tag: string): RegExp => new RegExp(`</${tag}|<!--|<\\?`, "i");

/**
 * Bundles the sidebar into one page: HtmlService serves only .html files, and nothing may be loaded from elsewhere.
 * @returns the page's text
 */
export async function bundleSidebar(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(PROJECT_ROOT, "sidebar/main.tsx")],
    bundle: true,
    write: false,
    outdir: "sidebar",
    format: "iife",
    platform: "browser",
    target: ["chrome100", "safari15.4", "firefox100"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  const text = (ending: string): string =>
    outputFiles
      .filter((file) => file.path.endsWith(ending))
      .map((file) => file.text.trim())
      .join("\n");
  // In a script these two can stand only inside a string, a template or a regular expression, where the escape is the same.
  const script = text(".js").replace(/<!--|<\?/g, (match) => `\\x3C${match.slice(1)}`);
  const style = text(".css");
  for (const [tag, content] of Object.entries({ script, style })) {
    const unsafe = unsafeInside(tag).exec(content);
    if (unsafe) throw new Error(`sidebar/main.tsx: "${unsafe[0]}" cannot stand in the page's inline ${tag}.`);
  }
  return `<!DOCTYPE html>
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
}
