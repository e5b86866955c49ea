import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator, Page } from "playwright-core";
import { openAccount, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  world.host.settings.sidebarFailureChance = 0;
  await world.session.callFromSidebar("removeKey", "[]");
});
afterAll(() => world.close());

const savedKey = () => world.host.save().userProperties["you@sandbox.example"]?.API_KEY;

describe("the first run", () => {
  test("leads from no key to the account in one step", async () => {
    const sidebar = await openAccount(world);
    await sidebar.getByRole("heading", { name: "Connect your account" }).waitFor();
    await sidebar
      .getByRole("tabpanel")
      .getByText(/With a real service, the key is on its website/)
      .waitFor();
    await sidebar.getByRole("tabpanel").getByLabel("API key").fill("sandbox-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.getByRole("tabpanel").getByText("10,000 credits left").first().waitFor();
    expect(await sidebar.getByRole("heading", { name: "ENTERPRISE" }).isVisible()).toBe(true);
    expect(await sidebar.getByRole("tabpanel").getByText("No formula has run lately").isVisible()).toBe(true);
    await sidebar.getByRole("status").getByText("The key is saved. Plan ENTERPRISE, 10,000 credits left.").waitFor();
    expect(savedKey()).toBe("sandbox-key");
  });

  test("offers the sandbox's keys, each saved by one press", async () => {
    const sidebar = await openAccount(world);
    await sidebar.getByRole("button", { name: /^free-key/ }).click();
    await sidebar.getByRole("heading", { name: "FREE" }).waitFor();
  });

  test("saves no key that the service refuses, and says what to do", async () => {
    const sidebar = await openSidebar(world);
    await sidebar.getByLabel("API key").fill("no-such-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.locator(".notice", { hasText: "The service refused this key." }).waitFor();
    await sidebar.getByRole("status").getByText("Copy the whole key").waitFor();
    expect(savedKey()).toBeUndefined();
  });

  test("asks for a key when nothing was pasted, without a call", async () => {
    const sidebar = await openSidebar(world);
    const callsBefore = world.service.controls.calls().length;
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.locator(".problem", { hasText: "Paste your key first." }).waitFor();
    expect(world.service.controls.calls()).toHaveLength(callsBefore);
  });

  test("gets through a transport that fails now and then", async () => {
    const sidebar = await openAccount(world);
    await sidebar.getByRole("tabpanel").getByLabel("API key").fill("sandbox-key");
    world.host.settings.sidebarFailureChance = 1;
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    // The first attempt fails; the second comes half a second later.
    await sidebar.getByRole("tabpanel").locator(".button .spinner").waitFor();
    world.host.settings.sidebarFailureChance = 0;
    await sidebar.getByRole("tabpanel").getByText("10,000 credits left").first().waitFor();
  });
});

describe("a saved key", () => {
  beforeEach(() => world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]'));

  test("is shown by its end where the menu item Settings leads", async () => {
    const sidebar = await openSidebar(world, "Settings");
    expect(await sidebar.getByRole("tab", { name: "Settings" }).getAttribute("aria-selected")).toBe("true");
    await sidebar.getByText("Your key ends in -key").waitFor();
  });

  test("is removed after asking, and every tab leads to the first step again", async () => {
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByRole("button", { name: "Remove key" }).click();
    await sidebar.getByRole("button", { name: "Remove", exact: true }).click();
    await sidebar.getByLabel("Your API key").waitFor();
    expect(savedKey()).toBeUndefined();
    await sidebar.getByRole("tab", { name: "Account" }).click();
    await sidebar.getByRole("heading", { name: "Connect your account" }).waitFor();
  });

  test("is replaced by another that works", async () => {
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByRole("button", { name: "Replace" }).click();
    await sidebar.getByLabel("New API key").fill("free-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.getByText("Plan FREE", { exact: true }).waitFor();
    expect(savedKey()).toBe("free-key");
  });
});

/** The name or text of what has the focus inside the sidebar. */
const focused = async (sidebar: FrameLocator): Promise<string> => {
  const element = sidebar.locator(":focus");
  await element.waitFor({ state: "attached" });
  return element.evaluate((el) => (el.ariaLabel ?? el.labels?.[0]?.textContent ?? el.textContent).trim());
};

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe("with the keyboard alone", () => {
  test("a key is saved, replaced and removed, and the focus is never lost", async () => {
    const { page } = world;
    const sidebar = await openAccount(world);

    // First run: from the tabs into the form, Enter sends it.
    await press(page, "Tab");
    expect(await focused(sidebar)).toBe("API key");
    await page.keyboard.type("sandbox-key");
    await press(page, "Enter");
    await sidebar.getByText("credits left").first().waitFor();
    await sidebar.locator("#page-account:focus").waitFor();

    // Tabs: arrows move and show, Home and End too.
    await press(page, "Shift+Tab");
    expect(await focused(sidebar)).toBe("Account");
    await press(page, "ArrowRight");
    expect(await focused(sidebar)).toBe("Settings");
    await press(page, "Home");
    expect(await focused(sidebar)).toBe("Verify");
    await press(page, "End");
    await sidebar.getByText("Your key ends in").waitFor();

    // Replace: the new field has the focus; Cancel gives it back to the section.
    await press(page, "Tab");
    expect(await focused(sidebar)).toBe("Replace");
    await press(page, "Enter");
    expect(await focused(sidebar)).toBe("New API key");
    await press(page, "Tab", "Tab");
    expect(await focused(sidebar)).toBe("Cancel");
    await press(page, "Space");
    expect(await focused(sidebar)).toBe("API key");

    // Remove: asked once more, then the form again.
    await press(page, "Tab", "Tab");
    expect(await focused(sidebar)).toBe("Remove key");
    await press(page, "Enter");
    expect(await focused(sidebar)).toBe("API key");
    await press(page, "Tab");
    expect(await focused(sidebar)).toBe("Remove");
    await press(page, "Enter");
    await sidebar.getByLabel("Your API key").waitFor();
    expect(await focused(sidebar)).toBe("API key");
  });
});
