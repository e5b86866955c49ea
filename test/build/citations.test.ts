import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";

const read = (name: string): string => readFileSync(path.join(PROJECT_ROOT, name), "utf8");

const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: PROJECT_ROOT })
  .toString()
  .split("\n");

const TEXTS = FILES.filter(
  (name) => /\.(?:tsx?|mjs|css|html|md)$/.test(name) && existsSync(path.join(PROJECT_ROOT, name)),
);

/** The ids that the first column of a document's tables defines. */
const idsOf = (name: string): string[] =>
  [...read(name).matchAll(/^\| `([a-z]+\.[a-z-]+)`/gm)].map(([, id = ""]) => id);

const IDS = ["docs/google.md", "docs/service.md"].flatMap(idsOf);

/**
 * Only ids have a hyphen behind the dot; those of one word are told from code by their place: in brackets, in a
 * comment.
 */
function citedIn(text: string): string[] {
  const hyphenated = text.match(/(?<![\w.])(?:google|service)\.[a-z]+(?:-[a-z]+)+/g) ?? [];
  const comments = text.match(/^\s*(?:\/\*\*|\*|\/\/).*$/gm) ?? [];
  const short = comments.flatMap((line) => line.match(/(?<=[(,] ?)(?:google|service)\.[a-z]+(?=[,;)])/g) ?? []);
  return [...hyphenated, ...short];
}

/** Documents that were never in the repository, and numbers of their sections. */
const OUTSIDE = [
  /\b(?:facts?|design) \d/i,
  /\bF \d+\.\d/,
  /\b(?:specification|sections?) \d/i,
  /^\s*(?:\/\*\*|\*|\/\/) \d\.\d\b(?! ?(?:s|credits?|kB)\b)/m,
  /^\s*(?:\/\*\*|\*|\/\/).* (?:of|in|by|see) [1-8]\.\d\b(?! ?(?:s|px|kB|credits?)\b)/m,
  /^\s*(?:\/\*\*|\*|\/\/).* \(\d\.\d+(?:, (?:rule )?\d(?:\.\d)?)*\)/m,
];

describe("facts are cited by ids", () => {
  test("of which each is defined once", () => {
    expect(IDS.length).toBeGreaterThan(100);
    expect(IDS.filter((id, i) => IDS.indexOf(id) !== i)).toEqual([]);
  });

  test("that docs/google.md and docs/service.md define", () => {
    const unknown = TEXTS.flatMap((name) =>
      citedIn(read(name))
        .filter((id) => !IDS.includes(id))
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test("and never by the numbers of a document that is not here", () => {
    const outside = TEXTS.filter((name) => !name.endsWith("citations.test.ts") && name !== "docs/service.md").flatMap(
      (name) => OUTSIDE.flatMap((pattern) => pattern.exec(read(name))?.[0] ?? []).map((words) => `${name}: ${words}`),
    );
    expect(outside).toEqual([]);
  });
});

const DOCUMENTS = TEXTS.filter((name) => name.endsWith(".md"));

describe("documents lead to files that are there", () => {
  test.each(DOCUMENTS)("in %s", (name) => {
    const text = read(name).replace(/^```[\s\S]*?^```/gm, "");
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|href)="([^"#]+)"/g)]
      .map(([, link = "", source = ""]) => link || source)
      .filter((link) => !/^https?:/.test(link))
      .map((link) => path.join(path.dirname(name), link));
    // A path from the root, as in `src/globals.ts`.
    const named = [...text.matchAll(/`((?:src|sidebar|local|test|scripts|docs|live-check)\/[\w./-]+)`/g)]
      .map(([, file = ""]) => file.replace(/\/…?$/, ""))
      .filter((file) => !existsSync(path.join(PROJECT_ROOT, `${file}.test.ts`)));
    expect([...links, ...named].filter((file) => !existsSync(path.join(PROJECT_ROOT, file)))).toEqual([]);
    // A file that is named without its folder, or from the folder of the document.
    const files = [...text.matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:test\.)?(?:ts|tsx|css|json|mjs))`/g)].map(
      ([, file]) => file,
    );
    expect(files.filter((file) => !FILES.some((each) => each === file || each.endsWith(`/${file}`)))).toEqual([]);
  });
});

/** A heading as a link names it: `## Put it on Google` is `put-it-on-google`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

test("documents lead to headings that are there", () => {
  const lost = DOCUMENTS.flatMap((name) =>
    [...read(name).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)]
      .filter(([, target = ""]) => !/^https?:/.test(target))
      .filter(([, target = "", anchor]) => {
        const headings = read(target ? path.join(path.dirname(name), target) : name).matchAll(/^#+ (.+)$/gm);
        return ![...headings].some(([, heading = ""]) => anchorOf(heading) === anchor);
      })
      .map(([link]) => `${name}: ${link}`),
  );
  expect(lost).toEqual([]);
});

describe("documents name commands that are there", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  /** Where commands say with `--help` what they take. */
  const usage = TEXTS.filter((name) => /^(?:scripts|local|test\/(?:soak|mutations))\/.*\.m?ts$/.test(name))
    .map(read)
    .join("\n");
  /** What stands between backticks, and in blocks of commands. */
  const commandsIn = (text: string): string[] => [
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, command = ""]) => command),
    ...[...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = ""]) => lines.split("\n")),
  ];

  test.each(DOCUMENTS)("in %s", (name) => {
    const commands = commandsIn(read(name));
    const named = commands.flatMap((each) => [...each.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
    expect(named.map(([, script = ""]) => script).filter((script) => !(script in scripts))).toEqual([]);
    const options = commands
      .filter((each) => /npm (?:run|start)\b.* -- /.test(each))
      .flatMap((each) => each.match(/(?<= )--[a-z][a-z-]+/g) ?? [])
      .filter((option) => !["--silent", "--help"].includes(option));
    expect(options.filter((option) => !usage.includes(option))).toEqual([]);
    const tests = commands.flatMap((each) => /\bjest\b.*?(test\/[\w/-]+)/.exec(each)?.[1] ?? []);
    const known = tests.filter((file) => FILES.some((each) => each.startsWith(file)));
    expect(known).toEqual(tests);
  });
});
