import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { readVersion } from "../../scripts/build/build-addon";
import { openAccount, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
/** While this is set, the service knows no key. */
let isRevoked = false;
beforeAll(async () => {
  world = await startWorld({
    onRequest(request) {
      const headers = new Headers(request.headers);
      if (isRevoked) headers.set("X-KEY", "revoked");
      return new Request(request, { headers });
    },
  });
});
afterEach(() => {
  world.host.settings.sidebarFailureChance = 0;
  isRevoked = false;
});
afterAll(() => world.close());

const saveKey = (key: string): Promise<string> => world.session.callFromSidebar("checkAndSaveKey", `["${key}"]`);

describe("the account", () => {
  test("warns in every tab when no credits are left", async () => {
    await saveKey("empty-key");
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByText("No credits are left.").first().waitFor();
    await sidebar.getByRole("tab", { name: "Account" }).click();
    expect(await sidebar.locator("#page-account").getByText("No credits are left.").isVisible()).toBe(true);
  });

  test("warns below the number of credits that was set", async () => {
    await saveKey("free-key");
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByLabel("Warn me when credits fall below").fill("1,000");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByText("Only 100 credits are left.").waitFor();
    await sidebar.getByLabel("Warn me when credits fall below").fill("50");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByText("Only 100 credits are left.").waitFor({ state: "detached" });
  });

  test("shows what is left after a refresh", async () => {
    await saveKey("sandbox-key");
    const sidebar = await openAccount(world);
    await sidebar.getByText("10,000 credits left").first().waitFor();
    world.service.controls.setAccount("sandbox-key", { credits: 8_123 });
    await sidebar.getByRole("button", { name: "Refresh" }).click();
    await sidebar.getByText("8,123 credits left").first().waitFor();
  });

  test("tells in each tab how it works", async () => {
    await saveKey("sandbox-key");
    const sidebar = await openSidebar(world);
    for (const [tab, text] of [
      ["Companies", "1 credit a page that has companies"],
      ["Account", "=VERIFY_EMAIL(A2)"],
      ["Settings", "The key is sent only to that service"],
    ] as const) {
      await sidebar.getByRole("tab", { name: tab }).click();
      await sidebar.getByRole("tabpanel").getByText("How this works").click();
      await sidebar.getByRole("tabpanel").getByText(text).first().waitFor();
    }
  });

  test("knows that the formulas use the same key once one has run", async () => {
    await saveKey("sandbox-key");
    await world.session.callFormula("EMAIL_COUNT", ["acme.example"]);
    const sidebar = await openAccount(world);
    await sidebar.getByText("Formulas use your key").waitFor();
  });

  test("leads to the settings when the service no longer takes the key", async () => {
    await saveKey("free-key");
    isRevoked = true;
    const sidebar = await openAccount(world);
    await sidebar.locator(".notice", { hasText: "The API key was refused." }).waitFor();
    await sidebar.getByRole("button", { name: "Open Settings" }).click();
    await sidebar.getByText("Your key ends in -key").waitFor();
    expect(await sidebar.locator(".saved-key").textContent()).toContain("The API key was refused.");
  });

  test("explains the failure that comes with several Google accounts, and can be tried again", async () => {
    await saveKey("sandbox-key");
    const call = world.session.callFromSidebar;
    world.session.callFromSidebar = async () => {
      throw new Error("Es ist ein Serverfehler aufgetreten. Fehlercode PERMISSION_DENIED.");
    };
    const sidebar = await openAccount(world);
    await sidebar.getByRole("tabpanel").getByText("several Google accounts").first().waitFor();
    world.session.callFromSidebar = call;
    await sidebar.getByRole("button", { name: "Try again" }).click();
    await sidebar.getByRole("tabpanel").getByText("credits left").first().waitFor();
  });

  test("turns a spinner only after the wait is felt", async () => {
    await saveKey("free-key");
    const sidebar = await openSidebar(world, "Settings");
    const call = world.session.callFromSidebar;
    let answer = (_json: string): void => {};
    world.session.callFromSidebar = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const button = sidebar.getByRole("button", { name: "Clear answers" });
    const waitedMs = await button.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          const page = element.ownerDocument.defaultView;
          const startMs = page.performance.now();
          new page.MutationObserver(() => {
            if (element.querySelector(".spinner")) resolve(page.performance.now() - startMs);
          }).observe(element, { childList: true });
          element.click();
        }),
    );
    world.session.callFromSidebar = call;
    answer('{"ok":true,"data":null}');
    expect(waitedMs).toBeGreaterThan(290);
    await button.locator(".spinner").waitFor({ state: "detached" });
  });

  test("keeps what it shows when a refresh gets no answer", async () => {
    await saveKey("free-key");
    const sidebar = await openAccount(world);
    await sidebar.getByText("100 credits left").first().waitFor();
    world.host.settings.sidebarFailureChance = 1;
    await sidebar.getByRole("button", { name: "Refresh" }).click();
    await sidebar.locator(".notice", { hasText: "Google could not run the add-on." }).waitFor();
    expect(await sidebar.getByText("100 credits left").first().isVisible()).toBe(true);
  });
});

describe("the options", () => {
  test("keep arranged limits and refuse unreasonable ones beside their fields", async () => {
    await saveKey("sandbox-key");
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByText("Custom rate limits").click();
    await sidebar.getByLabel("Verify emails").fill("99999");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByText("Give a whole number from 1 to 6,000.").first().waitFor();
    expect(await sidebar.getByLabel("Verify emails").getAttribute("aria-invalid")).toBe("true");
    await sidebar.getByLabel("Verify emails").fill("800");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.locator(".notice.good", { hasText: "Saved." }).waitFor();
    const options = world.host.save().userProperties["you@sandbox.example"]?.OPTIONS;
    expect(JSON.parse(options ?? "{}").callsPerMinute).toEqual({ "email-verifier": 800 });
  });
});

describe("the look", () => {
  const background = (sidebar: FrameLocator): Promise<string> =>
    sidebar.locator("body").evaluate("getComputedStyle(document.body).backgroundColor");
  const LIGHT = "rgb(255, 255, 255)";
  const DARK = "rgb(31, 31, 31)";

  test("goes with the system in the workbench, and with Sheets, which is light, elsewhere", async () => {
    await world.page.emulateMedia({ colorScheme: "dark" });
    const sidebar = await openSidebar(world, "Settings");
    expect(await background(sidebar)).toBe(DARK);
    // Google's frame does not carry the workbench's mark.
    await sidebar.locator("html").evaluate((html) => html.removeAttribute("data-sheet"));
    await world.page.emulateMedia({ colorScheme: "light" });
    await sidebar.locator("html:not(.dark)").waitFor({ state: "attached" });
    await world.page.emulateMedia({ colorScheme: "dark" });
    expect(await background(sidebar)).toBe(LIGHT);
  });

  test("is the one that was chosen, at once and when the sidebar is opened again", async () => {
    await world.page.emulateMedia({ colorScheme: "light" });
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByLabel("Sidebar colors").selectOption("dark");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.locator("html.dark").waitFor();
    expect(await background(await openSidebar(world, "Settings"))).toBe(DARK);
  });

  test("of the settings names the version of package.json", async () => {
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByText(`Sheetscout ${await readVersion()}`, { exact: true }).waitFor();
  });
});
