import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../../local/project-root";

const FOLDER = path.join(PROJECT_ROOT, ".build/addon");
const FILE = path.join(FOLDER, "sidebar.html");
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith(".html"));

/** The page is fetched anew at each opening. */
const MAX_BYTES = 60_000;

/** A namespace is a name, not an address; the licences' notices name their owners. */
const NAMES = /http:\/\/www\.w3\.org\/[\w/]+|<!--.*?-->/gs;

describe("the built page", () => {
  test("is small enough to be fetched at each opening", () => {
    expect(statSync(FILE).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  test.each(PAGES)("loads nothing from elsewhere: %s", (name) => {
    const html = readFileSync(path.join(FOLDER, name), "utf8").replace(NAMES, "");
    expect(html.match(/https?:\/\/[^\s"'`]*|@import|url\(|<link|<script [^>]*src/gi)).toBeNull();
  });

  test("has a place in which the server names the tab to open", () => {
    expect(readFileSync(FILE, "utf8")).toContain('<div id="app">');
  });
});
