import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { expect } from "@jest/globals";
import type { Result } from "axe-core";
import type { FrameLocator } from "playwright-core";
import { PROJECT_ROOT } from "../../../local/project-root";
import { startWorld, type WorkbenchWorld } from "./workbench-world";

/** `SCREENSHOTS=1 npx jest test/browser` renews the pictures that documents show: those that are there already. */
export const PICTURES = process.env.SCREENSHOTS ? path.join(PROJECT_ROOT, "docs/screenshots") : null;

const AXE = readFileSync(path.join(PROJECT_ROOT, "node_modules/axe-core/axe.min.js"), "utf8");

/** The faults that axe-core finds in the sidebar, each with its elements. Other colours change only the contrasts. */
async function violations(sidebar: FrameLocator, colorScheme: "light" | "dark"): Promise<string[]> {
  const html = sidebar.locator("html");
  if (!(await html.evaluate("'axe' in globalThis"))) await html.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(colorScheme === "dark" && { runOnly: ["color-contrast"] }) };
  // Most of the result is what is in order, which takes longer to send than to find.
  const found = await html.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`);
  return (found as Result[]).map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** Elements that make the page wider than its frame. */
const tooWide = (sidebar: FrameLocator): Promise<string[]> =>
  sidebar.locator("html").evaluate((html) => {
    if (html.scrollWidth <= html.clientWidth) return [];
    const all: { getBoundingClientRect(): { right: number }; cloneNode(): { outerHTML: string } }[] = [
      ...html.querySelectorAll("*"),
    ];
    const wide = all.filter((element) => element.getBoundingClientRect().right > html.clientWidth);
    return wide.map((element) => element.cloneNode().outerHTML);
  });

/**
 * Expects the sidebar to break no rule of accessibility, light and dark, and to fit its width, also at 200 %.
 * @param name of its picture, which is renewed if a document shows it and pictures are wanted
 */
export async function judgeLook(world: WorkbenchWorld, sidebar: FrameLocator, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await world.page.emulateMedia({ colorScheme });
    expect(await violations(sidebar, colorScheme)).toEqual([]);
    expect(await tooWide(sidebar)).toEqual([]);
    if (!PICTURES) continue;
    const picture = path.join(PICTURES, `${name}-${colorScheme}.png`);
    if (existsSync(picture)) await world.page.locator("#sidebar iframe").screenshot({ path: picture });
  }
  for (const fontSize of ["200%", ""]) {
    await sidebar.locator("html").evaluate((html, size) => {
      html.style.fontSize = size;
    }, fontSize);
    expect(await tooWide(sidebar)).toEqual([]);
  }
}

/** A world for tests that look at screens: sharp when pictures are wanted. @param apiKey the one that is saved already */
export async function startJudgedWorld(apiKey?: string, isQuick = false): Promise<WorkbenchWorld> {
  const world = await startWorld({ sharpness: PICTURES ? 2 : 1, isQuick });
  if (apiKey !== undefined) await world.session.callFromSidebar("checkAndSaveKey", JSON.stringify([apiKey]));
  return world;
}
