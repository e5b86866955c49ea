import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../local/project-root";

const read = (name: string): string => readFileSync(path.join(PROJECT_ROOT, name), "utf8");

/** Width and height of a PNG: the two numbers after the name of its first chunk. */
function pictureSize(name: string): string {
  const bytes = readFileSync(path.join(PROJECT_ROOT, "docs/listing", name));
  return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}`;
}

describe("what the documents tell whoever publishes", () => {
  test("gives a reason for every scope of the manifest, and for no other", () => {
    const rows = [
      ...read("docs/publishing.md").matchAll(/^\| `(https:\/\/www\.googleapis\.com\/auth\/\S+)`\s+\| (.+?)\s+\|$/gm),
    ];
    const { oauthScopes } = JSON.parse(read("appsscript.json")) as { oauthScopes: string[] };
    expect(rows.map(([, scope]) => scope).sort()).toEqual([...oauthScopes].sort());
    for (const [, , reason = ""] of rows) expect(reason.length).toBeGreaterThan(10);
  });

  test("has pictures of the sizes that a listing asks for", () => {
    const pictures = readdirSync(path.join(PROJECT_ROOT, "docs/listing")).filter((name) => name.endsWith(".png"));
    expect(Object.fromEntries(pictures.map((name) => [name, pictureSize(name)]))).toEqual({
      "banner-220x140.png": "220 × 140",
      "icon-32.png": "32 × 32",
      "icon-48.png": "48 × 48",
      "icon-96.png": "96 × 96",
      "icon-120.png": "120 × 120",
      "icon-128.png": "128 × 128",
      "screenshot-1-cost-beforehand.png": "1280 × 800",
      "screenshot-2-results-arrive.png": "1280 × 800",
      "screenshot-3-company-search.png": "1280 × 800",
    });
  });

  test("names every picture in the listing's texts, in a short description of at most 200 characters", () => {
    const listing = read("docs/listing/listing.md");
    const short = /Short description[^|]*\| (.+?)\s+\|/.exec(listing)?.[1] ?? "";
    expect(short.length).toBeGreaterThan(50);
    expect(short.length).toBeLessThanOrEqual(200);
    for (const name of ["icon-32", "icon-128", "banner-220x140", "screenshot-1-cost-beforehand"]) {
      expect(listing).toContain(`${name}.png`);
    }
  });

  test("has a README of at most 160 lines, whose moving picture is under 2 MB", () => {
    expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(160);
    const [, picture = ""] = /\]\((\S+\.gif)\)/.exec(read("README.md")) ?? [];
    const bytes = readFileSync(path.join(PROJECT_ROOT, picture));
    expect(bytes.toString("latin1", 0, 6)).toBe("GIF89a");
    expect(bytes.length).toBeLessThan(2_000_000);
  });

  test("has an entry in the changelog for the version of package.json", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(read("CHANGELOG.md")).toContain(`\n## ${version}\n`);
  });
});
