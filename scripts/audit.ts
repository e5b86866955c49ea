import { spawnSync } from "node:child_process";
import process from "node:process";
import { z } from "zod";
import { parseOptions, runCommand } from "../local/command-line";
import { PROJECT_ROOT } from "../local/project-root";
import { shippedPackages } from "./build/shipped-packages";

/** The part of npm's report that is needed. */
const REPORT = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string().optional() })])),
    }),
  ),
});

/** The exit codes: something that ships is affected, or nothing could be learnt. */
const AFFECTED = 1;
const UNKNOWN = 3;

const USAGE = `Usage: npm run audit
Asks npm's registry for advisories, and tells those of what goes to Google apart from those of tools.`;

await runCommand(USAGE, (args) => {
  parseOptions({ args });
  const { stdout } = spawnSync("npm", ["audit", "--json"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  const report = REPORT.safeParse(parse(stdout));
  if (!report.success) {
    console.error("The registry did not answer npm audit, so nothing is known of advisories. Try again elsewhere.");
    process.exitCode = UNKNOWN;
  } else {
    const shipped = new Set(shippedPackages().map(({ name }) => name));
    const found = Object.entries(report.data.vulnerabilities);
    const ours = found.filter(([name]) => shipped.has(name));
    tell(`In what goes to Google (${[...shipped].join(", ")})`, ours);
    tell(
      "In tools that only build, test and run the sandbox on this machine",
      found.filter(([name]) => !shipped.has(name)),
    );
    if (ours.length > 0) process.exitCode = AFFECTED;
  }
});

function tell(where: string, found: [name: string, z.infer<typeof REPORT>["vulnerabilities"][string]][]): void {
  console.log(`${where}: ${found.length === 0 ? "no advisories." : ""}`);
  for (const [name, { severity, via }] of found) {
    const reasons = via.map((each) =>
      typeof each === "string" ? `through ${each}` : `${each.title} ${each.url ?? ""}`,
    );
    console.log(`  ${name} (${severity}): ${reasons.join("; ").trim()}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
