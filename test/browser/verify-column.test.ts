import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AxeResults } from "axe-core";
import type { FrameLocator } from "playwright-core";
import { PROJECT_ROOT } from "../../local/project-root";
import { openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

/** `SCREENSHOTS=1 npx jest test/browser/verify-column` renews the pictures of the documentation. */
const PICTURES = process.env.SCREENSHOTS ? path.join(PROJECT_ROOT, "docs/screenshots") : null;
const AXE = readFileSync(path.join(PROJECT_ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
const MENU_ITEM = "Verify emails in this column";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld({ sharpness: PICTURES ? 2 : 1 });
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(() => {
  sheets++;
  sheet = `Leads ${sheets}`;
  world.session.keyboard.addSheet(sheet);
  world.session.keyboard.select(sheet, "B2");
});

/** A list of people, with a blank, a wrong address and a repetition among them. */
function fillSheet(people: number): void {
  const rows = Array.from({ length: people }, (_, i) => [
    `Person ${i}`,
    `person${i}.${sheets}@company${i % 5}.example`,
    `Company ${i % 5}`,
  ]);
  const odd = [
    ["Nobody", "", ""],
    ["Wrong", "not-an-address", ""],
    ["Again", `person0.${sheets}@company0.example`, ""],
  ];
  world.session.keyboard.paste(sheet, "A1", [["Name", "Email", "Company"], ...rows, ...odd]);
}

async function picture(name: string, sidebar: FrameLocator): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await world.page.emulateMedia({ colorScheme });
    const results = (await sidebar.locator("html").evaluate(`(async () => {
      if (!globalThis.axe) { ${AXE} }
      return axe.run();
    })()`)) as AxeResults;
    expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    const overflow = await sidebar.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(overflow).toBe(0);
    if (!PICTURES) continue;
    const target = world.page.locator("#sidebar iframe");
    await target.screenshot({ path: path.join(PICTURES, `verify-${name}-${colorScheme}.png`) });
  }
  await world.page.emulateMedia({ colorScheme: "light" });
}

const verifyButton = (sidebar: FrameLocator) => sidebar.getByRole("button", { name: /^Verify [\d,]+ emails?$/ });
const statuses = (): string[] => world.session.keyboard.shows(sheet, "C2:C60").flat().filter(Boolean);

describe("verifying a column in the sidebar", () => {
  test("tells the cost beforehand, writes the results, and sums them up", async () => {
    fillSheet(40);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).waitFor();
    const dryRun = sidebar.locator(".dry-run");
    for (const text of ["43", "not an address", "repetitions", "to verify", "40", "20 credits"]) {
      expect(await dryRun.textContent()).toContain(text);
    }
    await picture("dry-run", sidebar);

    await verifyButton(sidebar).click();
    await sidebar.getByRole("progressbar").waitFor();
    await sidebar.getByText(/of 40 emails/).waitFor();
    await sidebar.locator(".status-bar").waitFor();
    await picture("run", sidebar);

    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(statuses()).toHaveLength(42);
    await sidebar.getByText("40 verified").waitFor();
    await sidebar.getByText("not an email address").waitFor();
    await picture("summary", sidebar);
    if (PICTURES) await world.page.screenshot({ path: path.join(PICTURES, "verify-workbench.png") });

    await sidebar.getByRole("button", { name: "Insert chart" }).click();
    await sidebar.getByText("The chart stands in the sheet “Summary of Email”.").waitFor();

    await sidebar.getByRole("button", { name: "Undo this run" }).click();
    await sidebar.getByText(/cells lose their result/).waitFor();
    await picture("undo", sidebar);
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    expect(world.session.keyboard.shows(sheet, "A1:D1")).toEqual([["Name", "Email", "Company", ""]]);
  });

  test("by keyboard alone: ten first, then the rest after the sidebar was closed and opened", async () => {
    fillSheet(30);
    let sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByRole("button", { name: "Try 10 first" }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("heading", { name: "Paused: “Email”" }).waitFor();
    // The repetition of one of the ten has its result as well.
    expect(statuses().filter((status) => /^(VALID|INVALID|CATCH_ALL)$/.test(status))).toHaveLength(11);

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("The run over “Email”").waitFor();
    await picture("resume", sidebar);
    await sidebar.getByRole("button", { name: "Resume" }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(statuses()).toHaveLength(32);
  });
});
