import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { AxeResults } from "axe-core";
import type { FrameLocator } from "playwright-core";
import { PROJECT_ROOT } from "../../local/project-root";
import { openAccount, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

/** `SCREENSHOTS=1 npx jest test/browser/sidebar-accessibility` renews the pictures of the documentation. */
const PICTURES = process.env.SCREENSHOTS ? path.join(PROJECT_ROOT, "docs/screenshots") : null;
const AXE = readFileSync(path.join(PROJECT_ROOT, "node_modules/axe-core/axe.min.js"), "utf8");

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld({ sharpness: PICTURES ? 2 : 1 });
});
afterAll(() => world.close());

interface State {
  name: string;
  /** The key that is saved before, if any. */
  key?: string;
  /** A formula of the sheet that has run with it. */
  formula?: string;
  menuItem?: "Settings";
  /** Brings the sidebar into the state. */
  act?: (sidebar: FrameLocator) => Promise<void>;
  /** What is seen when it is there. */
  shows: string;
}

const STATES: State[] = [
  { name: "first-run", shows: "Connect your account" },
  {
    name: "wrong-key",
    act: async (sidebar) => {
      await sidebar.getByRole("tabpanel").getByLabel("API key").fill("no-such-key");
      await sidebar.getByRole("button", { name: "Check and save" }).click();
    },
    shows: "The service refused this key.",
  },
  { name: "account", key: "sandbox-key", formula: "VERIFY_EMAIL", shows: "They use your key" },
  { name: "no-credits", key: "empty-key", shows: "No credits are left." },
  {
    name: "settings",
    key: "sandbox-key",
    menuItem: "Settings",
    act: (sidebar) => sidebar.getByText("Arranged limits").click(),
    shows: "Plan ENTERPRISE",
  },
  {
    name: "remove-key",
    key: "sandbox-key",
    menuItem: "Settings",
    act: (sidebar) => sidebar.getByRole("button", { name: "Remove key" }).click(),
    shows: "Remove the key?",
  },
];

const frameOf = (sidebar: FrameLocator) => sidebar.locator("html");

/** What axe-core finds in the sidebar, each with the elements it means. */
async function violations(sidebar: FrameLocator): Promise<string[]> {
  const results = (await frameOf(sidebar).evaluate(`(async () => {
    if (!globalThis.axe) { ${AXE} }
    return axe.run();
  })()`)) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** How far the page is wider than its frame, in pixels. */
const overflow = (sidebar: FrameLocator): Promise<number> =>
  frameOf(sidebar).evaluate((html) => html.scrollWidth - html.clientWidth);

describe("the sidebar breaks no rule of accessibility", () => {
  test.each(STATES)(
    "in the state $name, light and dark, at 200 %",
    async ({ name, key, formula, menuItem, act, shows }) => {
      await world.session.callFromSidebar(key ? "checkAndSaveKey" : "removeKey", JSON.stringify(key ? [key] : []));
      if (formula) await world.session.callFormula(formula, ["ann@acme.example"]);
      const sidebar = menuItem ? await openSidebar(world, menuItem) : await openAccount(world);
      await act?.(sidebar);
      await sidebar.getByRole("tabpanel").getByText(shows).first().waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await world.page.emulateMedia({ colorScheme });
        expect(await violations(sidebar)).toEqual([]);
        expect(await overflow(sidebar)).toBe(0);
        if (!PICTURES) continue;
        const picture = path.join(PICTURES, `sidebar-${name}-${colorScheme}.png`);
        await world.page.locator("#sidebar iframe").screenshot({ path: picture });
      }
      // Text at 200 %, as a person sets it in the browser.
      await frameOf(sidebar).evaluate((html) => {
        html.style.fontSize = "200%";
      });
      expect(await overflow(sidebar)).toBe(0);
    },
  );
});
