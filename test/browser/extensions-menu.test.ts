import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "./support/open-browser";
import { openPage } from "./support/open-page";
import { openWorkbench } from "./support/open-workbench";

describe("the Extensions menu", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [workbench, browser] = await Promise.all([openWorkbench(), openBrowser()]);
    ({ page } = await openPage(browser, workbench.address));
  });
  afterAll(async () => {
    await browser.close();
    await workbench.close();
  });

  const extensions = () => page.getByRole("menuitem", { name: "Extensions" });
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });

  test("holds the add-on's menu, as its onOpen has built it, and Google's Help", async () => {
    await extensions().click();
    await item("Sheetscout").hover();
    await item("Open sidebar").waitFor();
    await item("Help").waitFor();
    await page.mouse.click(600, 600);
    await item("Help").waitFor({ state: "detached" });
  });

  test("is used with the keyboard alone", async () => {
    await page.getByRole("menuitem", { name: "Data" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    const focused = () => page.evaluate("document.activeElement.textContent");
    expect(await focused()).toBe("Open sidebar");
    await page.keyboard.press("End");
    expect(await focused()).toBe("Help");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("Open sidebar");
    await page.keyboard.press("ArrowLeft");
    expect(await focused()).toBe("Sheetscout");
    await page.keyboard.press("Escape");
    expect(await focused()).toBe("Extensions");
    await item("Sheetscout").waitFor({ state: "detached" });
  });

  test("leads into the sidebar by keyboard", async () => {
    await extensions().focus();
    for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    const tabs = page.frameLocator("#sidebar iframe").getByRole("tab");
    await tabs.first().waitFor();
    await page.waitForFunction("document.activeElement.tagName === 'IFRAME'");
    await page.keyboard.press("Tab");
    await tabs.and(page.frameLocator("#sidebar iframe").locator(":focus")).waitFor();
    await page.getByRole("region", { name: "Sheetscout" }).getByRole("button", { name: "Close sidebar" }).click();
    await page.getByRole("region", { name: "Sheetscout" }).waitFor({ state: "hidden" });
  });

  test("opens the sidebar: 300 pixels beside the sheet, apart from the page, closed by its button", async () => {
    await extensions().click();
    await item("Sheetscout").click();
    await item("Open sidebar").click();
    const sidebar = page.getByRole("region", { name: "Sheetscout" });
    await sidebar.waitFor();
    const box = await sidebar.boundingBox();
    const grid = await page.getByRole("main").boundingBox();
    expect(box?.width).toBe(300);
    expect((grid?.x ?? 0) + (grid?.width ?? 0)).toBe(box?.x);
    const frame = page.frameLocator("#sidebar iframe");
    await frame.getByRole("tab", { name: "Settings" }).waitFor();
    expect(await page.locator("#sidebar iframe").getAttribute("sandbox")).not.toContain("allow-same-origin");
    await sidebar.getByRole("button", { name: "Close sidebar" }).click();
    await sidebar.waitFor({ state: "hidden" });
  });
});
