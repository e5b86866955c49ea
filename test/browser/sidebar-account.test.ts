import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { FrameLocator, Page } from "playwright-core";
import type { TraceEntry } from "../../local/apps-script/host";
import { CacheStore } from "../../local/apps-script/stores/cache-stores";
import { readVersion } from "../../scripts/build/build-addon";
import { holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, PICTURES } from "./sidebar-support/judge-look";
import {
  comeBack,
  letHalfAMinutePass,
  openAccount,
  openSidebar,
  startWorld,
  type WorkbenchWorld,
} from "./sidebar-support/workbench-world";

/** Keys whose parts nothing else in this project contains. */
const SECRET = "s3cr3t-kestrel-0451-quince";
const WRONG = "wr0ng-kestrel-9921-medlar";
/** The last four characters are shown on purpose; anything more would be too much. */
const TRACES = /s3cr3t|wr0ng|kestrel|quince|medlar/;

// All that leaves the script and the server, from the page's beginning.
const keysSent: string[] = [];
const otherwiseSent: string[] = [];
const logged: TraceEntry[] = [];
const console: string[] = [];
const received: string[] = [];
const cached = jest.spyOn(CacheStore.prototype, "put");

let world: WorkbenchWorld;
/** While this is set, the service knows no key. */
let isRevoked = false;
beforeAll(async () => {
  world = await startWorld({
    sharpness: PICTURES ? 2 : 1,
    onRequest(request) {
      const headers = new Headers(request.headers);
      const key = headers.get("X-KEY") ?? "";
      keysSent.push(key);
      headers.delete("X-KEY");
      otherwiseSent.push(request.url, JSON.stringify([...headers]));
      // The service knows no such secret: on the way it becomes a key that it knows.
      const known = key === SECRET ? "sandbox-key" : key;
      headers.set("X-KEY", isRevoked ? "revoked" : known);
      return new Request(request, { headers });
    },
    onPage(page) {
      page.on("console", (message) => console.push(message.text()));
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => received.push(payload.toString())));
    },
  });
  world.host.onTrace((entry) => logged.push(entry));
});
/** Every test begins without a key, with the usual options and all credits. */
beforeEach(async () => {
  await world.session.callFromSidebar("saveOptions", '[{"warnBelowCredits":100,"callsPerMinute":{}}]');
  world.service.controls.setAccount("sandbox-key", { credits: 10_000 });
});
afterEach(async () => {
  world.host.settings.sidebarFailureChance = 0;
  isRevoked = false;
  await world.session.callFromSidebar("removeKey", "[]");
});
afterAll(async () => {
  cached.mockRestore();
  await world.close();
});

const USER = "you@sandbox.example";
const savedKey = () => world.host.save().userProperties[USER]?.API_KEY;
const saveKey = (key: string): Promise<string> => world.session.callFromSidebar("checkAndSaveKey", `["${key}"]`);

describe("the first run", () => {
  test("asks for a key, saves none that is refused, and leads from one that works to the account", async () => {
    const sidebar = await openAccount(world);
    const form = sidebar.getByRole("tabpanel");
    await sidebar.getByRole("heading", { name: "Connect your account" }).waitFor();
    await form.getByText(/With a real service, the key is on its website/).waitFor();
    await judgeLook(world, sidebar, "sidebar-first-run");

    const callsBefore = world.service.controls.calls().length;
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.locator(".problem", { hasText: "Paste your key first." }).waitFor();
    expect(world.service.controls.calls()).toHaveLength(callsBefore);

    await form.getByLabel("API key").fill("no-such-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.locator(".notice", { hasText: "The service refused this key." }).waitFor();
    await sidebar.getByRole("status").getByText("Copy the whole key").waitFor();
    expect(savedKey()).toBeUndefined();
    await judgeLook(world, sidebar, "sidebar-wrong-key");
    // Nothing is said of a key that is not there any more.
    await form.getByLabel("API key").fill("");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.locator(".problem", { hasText: "Paste your key first." }).waitFor();
    expect(await sidebar.getByText("The service refused this key.").count()).toBe(0);

    await form.getByLabel("API key").fill("sandbox-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await form.getByText("10,000 credits left").first().waitFor();
    expect(await sidebar.getByRole("heading", { name: "ENTERPRISE" }).isVisible()).toBe(true);
    expect(await form.getByText("No formula has run lately").isVisible()).toBe(true);
    await sidebar.getByRole("status").getByText("The key is saved. Plan ENTERPRISE, 10,000 credits left.").waitFor();
    expect(savedKey()).toBe("sandbox-key");
  });

  test("gets through a transport that fails now and then @slow", async () => {
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

describe("the settings", () => {
  test("show the end of the key, replace it, and remove it after asking; then every tab asks for one @slow", async () => {
    await saveKey("sandbox-key");
    const sidebar = await openSidebar(world, "Settings");
    expect(await sidebar.getByRole("tab", { name: "Settings" }).getAttribute("aria-selected")).toBe("true");
    await sidebar.getByText("Your key ends in -key").waitFor();
    await sidebar.getByText(`Sheetscout ${await readVersion()}`, { exact: true }).waitFor();
    await sidebar.getByText("Custom rate limits").click();
    await sidebar.getByText("Plan ENTERPRISE").first().waitFor();
    await judgeLook(world, sidebar, "sidebar-settings");

    await sidebar.getByRole("button", { name: "Replace" }).click();
    await sidebar.getByLabel("New API key").fill("free-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.getByText("Plan FREE", { exact: true }).waitFor();
    expect(savedKey()).toBe("free-key");

    await sidebar.getByRole("button", { name: "Remove key" }).click();
    await sidebar.getByText("Remove the key?").waitFor();
    await judgeLook(world, sidebar, "sidebar-remove-key");
    await sidebar.getByRole("button", { name: "Remove", exact: true }).click();
    await sidebar.getByLabel("Your API key").waitFor();
    expect(savedKey()).toBeUndefined();
    await sidebar.getByRole("tab", { name: "Account" }).click();
    await sidebar.getByRole("heading", { name: "Connect your account" }).waitFor();
    // The sandbox's keys are offered: a press saves one.
    await sidebar.getByRole("button", { name: /^free-key/ }).click();
    await sidebar.getByRole("heading", { name: "FREE" }).waitFor();
    expect(savedKey()).toBe("free-key");
  });

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
    const options = world.host.save().userProperties[USER]?.OPTIONS;
    expect(JSON.parse(options ?? "{}").callsPerMinute).toEqual({ "email-verifier": 800 });
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
  test("a key is saved, replaced and removed, and the focus is never lost @slow", async () => {
    const { page } = world;
    const sidebar = await openAccount(world);
    await sidebar.getByRole("tabpanel").getByLabel("API key").waitFor();

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

    // Remove: asked once more, Escape cancels, then the form again.
    for (const answer of [["Escape"], ["Tab", "Enter"]]) {
      await press(page, "Tab", "Tab");
      expect(await focused(sidebar)).toBe("Remove key");
      await press(page, "Enter");
      expect(await focused(sidebar)).toMatch(/^Remove the key\?/);
      await press(page, ...answer);
      await sidebar.locator("h2:focus").waitFor();
    }
    await sidebar.getByLabel("Your API key").waitFor();
  });
});

describe("the API key", () => {
  test("is found in its store and in the X-KEY header, and nowhere else @slow", async () => {
    const sidebar = await openSidebar(world);
    for (const [key, answer] of [
      [WRONG, "The service refused this key."],
      [SECRET, "credits left"],
    ] as const) {
      await sidebar.getByLabel("API key").fill(key);
      await sidebar.getByRole("button", { name: "Check and save" }).click();
      await sidebar.getByText(answer).first().waitFor();
    }
    await sidebar.getByRole("tab", { name: "Settings" }).click();
    await sidebar.getByText("Your key ends in ince").waitFor();

    // Formulas that are answered, that the network loses, and a call of the endpoint from a cell.
    const { session, service, host, document, page } = world;
    const shown = [await session.callFormula("VERIFY_EMAIL", ["ann@acme.example"])];
    service.controls.addFault({ kind: "reset-before" });
    shown.push(await session.callFormula("ACCOUNT_INFO", []));
    shown.push(await session.callFormula("checkAndSaveKey", [SECRET]));
    const answered = new Promise((resolve) => document.customFunctions.onSettled(resolve));
    session.keyboard.type("Sheet1", "A1", "=ACCOUNT_INFO()");
    await answered;
    await world.workbook.settle();
    const answers = await Promise.all(
      ["readSettings", "readAccount", "forgetAnswers"].map((name) => session.callFromSidebar(name, "[]")),
    );

    const cells = session.keyboard.shows("Sheet1", "A1:F10");
    const { API_KEY, ...otherProperties } = host.save().userProperties[USER] ?? {};
    const places: Record<string, unknown> = {
      page: await Promise.all(page.frames().map((frame) => frame.content())),
      fields: await Promise.all(
        page
          .frames()
          .map((frame) => frame.evaluate("[...document.querySelectorAll('input')].map((input) => input.value)")),
      ),
      "cookies and storage": await page.context().storageState(),
      console,
      "what the server sent to the page": received,
      "answers of the endpoints": answers,
      "what formulas show": shown,
      cells,
      "addresses and other headers": otherwiseSent,
      "the script's log": logged,
      cache: cached.mock.calls,
      "properties and notes of the document": document.save(),
      "properties of the installation": host.save().scriptProperties,
      "other properties of the user": otherProperties,
    };
    for (const [place, content] of Object.entries(places)) {
      expect([place, TRACES.exec(JSON.stringify(content))?.[0]]).toEqual([place, undefined]);
    }
    expect(cells[0]?.[0]).toBe("current_plan");
    // The search can find it where it has to be.
    expect(keysSent).toEqual(expect.arrayContaining([WRONG, SECRET]));
    expect(API_KEY).toBe(SECRET);
    expect(Object.keys(host.save().userProperties)).toEqual([USER]);
    expect([cached.mock.calls.length, logged.length, received.length].every((count) => count > 0)).toBe(true);
  });
});

describe("the account", () => {
  test("warns in every tab when no credits are left @slow", async () => {
    await saveKey("empty-key");
    const sidebar = await openSidebar(world, "Settings");
    await sidebar.getByText("No credits are left.").first().waitFor();
    await sidebar.getByRole("tab", { name: "Account" }).click();
    expect(await sidebar.locator("#page-account").getByText("No credits are left.").isVisible()).toBe(true);
    await judgeLook(world, sidebar, "sidebar-no-credits");
  });

  test("no longer warns once credits were added and the user comes back or asks, and comes back often for one look @slow", async () => {
    const { setAccount, calls } = world.service.controls;
    setAccount("sandbox-key", { credits: 0 });
    await saveKey("sandbox-key");
    let sidebar = await openSidebar(world);
    await sidebar.getByText("No credits are left.").waitFor();
    setAccount("sandbox-key", { credits: 50 });
    await letHalfAMinutePass(sidebar);
    await comeBack(world);
    await sidebar.getByText("No credits are left.").waitFor({ state: "detached" });

    setAccount("sandbox-key", { credits: 0 });
    sidebar = await openSidebar(world);
    await sidebar.getByText("No credits are left.").waitFor();
    await letHalfAMinutePass(sidebar);
    const before = calls().length;
    for (let times = 0; times < 3; times++) await comeBack(world);
    const check = sidebar.getByRole("button", { name: "Check again" });
    await check.click();
    await sidebar.getByRole("status").getByText("There are still no credits left.").waitFor({ state: "attached" });
    expect(calls()).toHaveLength(before + 2);
    setAccount("sandbox-key", { credits: 50 });
    await check.click();
    await sidebar.getByText("No credits are left.").waitFor({ state: "detached" });
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

  test("says whose key formulas use, and what is left after a refresh; without an answer that stays @slow", async () => {
    await saveKey("sandbox-key");
    await world.session.callFormula("EMAIL_COUNT", ["acme.example"]);
    const sidebar = await openAccount(world);
    for (const text of ["use your key", "10,000 credits left"]) await sidebar.getByText(text).first().waitFor();
    await judgeLook(world, sidebar, "sidebar-account");
    world.service.controls.setAccount("sandbox-key", { credits: 8_123 });
    await sidebar.getByRole("button", { name: "Refresh" }).click();
    await sidebar.getByText("8,123 credits left").first().waitFor();
    world.host.settings.sidebarFailureChance = 1;
    await sidebar.getByRole("button", { name: "Refresh" }).click();
    await sidebar.locator(".notice", { hasText: "Google could not run the add-on." }).waitFor();
    expect(await sidebar.getByText("8,123 credits left").first().isVisible()).toBe(true);
    world.host.settings.sidebarFailureChance = 0;
    // It is read again when its tab is. The key may be another one of the same account by then.
    await world.session.callFormula("VERIFY_EMAIL", ["ann@acme.example"]);
    await saveKey("sandbox-colleague-key");
    world.service.controls.setAccount("sandbox-key", { credits: 7_000 });
    for (const name of ["Settings", "Account"]) await sidebar.getByRole("tab", { name }).click();
    for (const text of ["7,000 credits left", "They have spent at most 0.5 credits with another key today."])
      await sidebar.getByText(text).first().waitFor();
  });

  test("tells in each tab how it works, what it costs, and the formula @slow", async () => {
    await saveKey("sandbox-key");
    const sidebar = await openSidebar(world);
    for (const [tab, ...texts] of [
      ["Verify", "=VERIFY_EMAIL(A2)", "costs 0.5 credits"],
      ["Emails", "=EMAIL_COUNT(A2:A50)", "cost 1 credit"],
      ["Details", "=COMPANY_INFO(A2", "costs at most 1 credit"],
      ["Companies", "1 credit a page that has companies"],
      ["Account", "=VERIFY_EMAIL(A2)"],
      ["Settings", "The key is sent only to that service"],
    ] as const) {
      await sidebar.getByRole("tab", { name: tab }).click();
      const page = sidebar.getByRole("tabpanel", { name: tab });
      await page.getByText("How this works").click();
      for (const text of texts) await page.getByText(text).last().waitFor();
    }
  });

  test("leads to the settings when the service no longer takes the key @slow", async () => {
    await saveKey("free-key");
    const sidebar = await openAccount(world);
    await sidebar.getByText("credits left").first().waitFor();
    isRevoked = true;
    for (const name of ["Settings", "Account"]) await sidebar.getByRole("tab", { name }).click();
    await sidebar.locator(".notice", { hasText: "The API key was refused." }).waitFor();
    await sidebar.getByRole("button", { name: "Open Settings" }).click();
    await sidebar.getByText("Your key ends in -key").waitFor();
    expect(await sidebar.locator(".saved-key").textContent()).toContain("The API key was refused.");
    // The tick of the time before would say that the key works.
    await sidebar.locator(".saved-key .icon.error").waitFor();
    await judgeLook(world, sidebar, "key-refused");
  });

  test("explains the failure that comes with several Google accounts, and can be tried again @slow", async () => {
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

  test("turns a spinner only after the wait is felt @slow", async () => {
    await saveKey("free-key");
    const sidebar = await openSidebar(world, "Settings");
    const release = holdCalls(world, "forgetAnswers", 0);
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
    release();
    expect(waitedMs).toBeGreaterThan(290);
    await button.locator(".spinner").waitFor({ state: "detached" });
  });
});

describe("the look", () => {
  const background = (sidebar: FrameLocator): Promise<string> =>
    sidebar.locator("body").evaluate("getComputedStyle(document.body).backgroundColor");
  const LIGHT = "rgb(255, 255, 255)";
  const DARK = "rgb(31, 31, 31)";

  test("goes with the system in the workbench, with Sheets, which is light, elsewhere, and with what is chosen @slow", async () => {
    await world.page.emulateMedia({ colorScheme: "dark" });
    const sidebar = await openSidebar(world, "Settings");
    expect(await background(sidebar)).toBe(DARK);
    // Google's frame does not carry the workbench's mark.
    await sidebar.locator("html").evaluate((html) => html.removeAttribute("data-sheet"));
    await world.page.emulateMedia({ colorScheme: "light" });
    await sidebar.locator("html:not(.dark)").waitFor({ state: "attached" });
    await world.page.emulateMedia({ colorScheme: "dark" });
    expect(await background(sidebar)).toBe(LIGHT);

    await world.page.emulateMedia({ colorScheme: "light" });
    await sidebar.getByLabel("Sidebar colours").selectOption("dark");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.locator("html.dark").waitFor();
    expect(await background(sidebar)).toBe(DARK);
    // Also when the sidebar is opened again.
    expect(await background(await openSidebar(world, "Settings"))).toBe(DARK);
  });
});
