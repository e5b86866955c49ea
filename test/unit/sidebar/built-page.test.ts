import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { PROJECT_ROOT } from "../../../local/project-root";

const FILE = path.join(PROJECT_ROOT, ".build/addon/sidebar.html");

/** The page is fetched anew at each opening (facts 3.3). */
const MAX_BYTES = 60_000;

/** A namespace is a name, not an address. */
const NAMESPACES = /http:\/\/www\.w3\.org\/[\w/]+/g;

describe("the built page", () => {
  test("is small enough to be fetched at each opening", () => {
    expect(statSync(FILE).size).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("loads nothing from elsewhere", () => {
    const html = readFileSync(FILE, "utf8").replace(NAMESPACES, "");
    expect(html.match(/https?:\/\/[^\s"'`]*|@import|url\(|<link|<script [^>]*src/gi)).toBeNull();
  });

  test("has a place in which the server names the tab to open", () => {
    expect(readFileSync(FILE, "utf8")).toContain('<div id="app">');
  });
});
