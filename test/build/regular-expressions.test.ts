import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "@babel/parser";
import { describe, expect, test } from "@jest/globals";
import { analyse } from "scslre";
import { PROJECT_ROOT } from "../../local/project-root";

const FILES = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"],
  {
    cwd: PROJECT_ROOT,
  },
)
  .toString()
  .split("\n")
  .filter((name) => name !== "" && existsSync(path.join(PROJECT_ROOT, name)));

interface Expression {
  pattern: string;
  flags: string;
}

function expressionsIn(name: string): Expression[] {
  const { tokens } = parse(readFileSync(path.join(PROJECT_ROOT, name), "utf8"), {
    sourceType: "module",
    plugins: name.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
    tokens: true,
  });
  return (tokens ?? []).filter(({ type }) => type.label === "regexp").map(({ value }) => value as Expression);
}

const slownessOf = ({ pattern, flags }: Expression): "exponential" | "polynomial" | null => {
  const { reports } = analyse({ source: pattern, flags });
  if (reports.length === 0) return null;
  return reports.some(({ exponential }) => exponential) ? "exponential" : "polynomial";
};

/** Tests read what the project itself has written: of them only what may never end is refused. */
const isRefused = (name: string, slowness: ReturnType<typeof slownessOf>): boolean =>
  name.startsWith("test/") ? slowness === "exponential" : slowness !== null;

describe("regular expressions take time in proportion to the text", () => {
  test("in every file @slow", () => {
    const known = new Map<string, ReturnType<typeof slownessOf>>();
    let seen = 0;
    const refused = FILES.flatMap((name) =>
      expressionsIn(name).flatMap((expression) => {
        seen++;
        const written = `/${expression.pattern}/${expression.flags}`;
        if (!known.has(written)) known.set(written, slownessOf(expression));
        const slowness = known.get(written) ?? null;
        return isRefused(name, slowness) ? [`${name}: ${written} is ${slowness}`] : [];
      }),
    );
    expect(refused).toEqual([]);
    expect(seen).toBeGreaterThan(300);
  });

  test("also those that are put together from words", async () => {
    const made: Expression[] = [];
    const original = RegExp;
    globalThis.RegExp = new Proxy(original, {
      construct(target, [pattern, flags]) {
        made.push({ pattern, flags });
        return new target(pattern, flags);
      },
    });
    try {
      await import("../../src/header-words");
    } finally {
      globalThis.RegExp = original;
    }
    expect(made.filter((expression) => slownessOf(expression) !== null)).toEqual([]);
    expect(made.length).toBeGreaterThan(5);
  });

  test.each([
    ["of degree 5 over 242 characters", `^["'\\s]*([^<>]*?)["'\\s]*<(?:mailto:)?\\s*([^<>]+?)\\s*>$`, "polynomial"],
    ["quadratic over blanks in the middle", "[;\\s]+$", "polynomial"],
    ["exponential", "^(?:a+)+$", "exponential"],
  ])("and the check finds one that is %s", (_, pattern, slowness) => {
    expect(slownessOf({ pattern, flags: "i" })).toBe(slowness);
  });
});
