import type { FrameLocator, Page } from "playwright-core";
import { createAddonHost } from "../../../local/addon/create-addon-host";
import type { Host } from "../../../local/apps-script/host";
import type { HostDocument, UserSession } from "../../../local/apps-script/host-document";
import type { HostSettings } from "../../../local/apps-script/settings";
import { makeShiftable, realClock } from "../../../local/clock/clock";
import { createSandboxService, type SandboxService } from "../../../local/service/sandbox-service";
import { startWorkbench, type Workbench } from "../../../local/workbench/workbench";
import { newPage, openBrowser } from "../support/open-browser";
import { untilSelected } from "../support/open-page";

/** Enough for these tests, and quickly made. */
const COMPANIES = 200;

/** An arrangement with the service for the highest speed. */
const MAX_CALLS_PER_MINUTE = 6_000;
const OPERATIONS = ["email-verifier", "domain-search", "search-company", "email-count"] as const;
const ofEach = <Value>(value: Value) => Object.fromEntries(OPERATIONS.map((operation) => [operation, value]));
const RATE_LIMITS = ofEach([{ calls: MAX_CALLS_PER_MINUTE, perMs: 60_000 }]);
const OPTIONS = JSON.stringify({ warnBelowCredits: 100, callsPerMinute: ofEach(MAX_CALLS_PER_MINUTE) });

export interface WorldOptions {
  /** Looks at each request on its way to the service, and may change it. */
  onRequest?: (request: Request) => Request;
  /** Looks at the page from before it is loaded. */
  onPage?: (page: Page) => void;
  /** True to work at the highest speed that can be arranged with the service: nobody waits for a turn in real time. */
  isQuick?: boolean;
  /** How Google is, where it is not as usual. */
  settings?: Partial<HostSettings>;
  /** Device pixels to a CSS pixel. */
  sharpness?: number;
}

/** The workbench with the built add-on, and a browser to look at it. */
export interface WorkbenchWorld {
  page: Page;
  service: SandboxService;
  host: Host;
  document: HostDocument;
  workbook: Workbench["workbook"];
  /** The person at the keyboard, who owns the document. */
  session: UserSession;
  close(): Promise<void>;
}

export async function startWorld(options: WorldOptions = {}): Promise<WorkbenchWorld> {
  const { onRequest = (request) => request, onPage = () => {}, isQuick = false, sharpness = 1, settings } = options;
  const user = "you@sandbox.example";
  const clock = makeShiftable(realClock);
  const service = createSandboxService({
    dataDirectory: null,
    clock,
    companies: COMPANIES,
    ...(isQuick && { rateLimits: RATE_LIMITS }),
  });
  const started: { host?: Host; document?: HostDocument } = {};
  const [workbench, browser] = await Promise.all([
    startWorkbench({
      async createHost(saved) {
        const host = await createAddonHost({
          service: { fetch: (request) => service.fetch(onRequest(request)) },
          clock,
          saved,
          settings: { installation: "bound", ...settings },
        });
        started.host = host;
        const open = host.openDocument.bind(host);
        host.openDocument = (options) => {
          started.document = open(options);
          return started.document;
        };
        return host;
      },
      clock,
      port: 0,
      user,
      wording: { documentName: "Test", addonName: "Sheetscout", subtitle: "" },
      file: null,
      sheets: [{ name: "Sheet1", rows: [] }],
      userProperties: isQuick ? { OPTIONS } : {},
    }),
    openBrowser(),
  ]);
  const { host, document } = started;
  if (!host || !document) throw new Error("The workbench has opened no document.");
  const page = await newPage(browser, {
    locale: "en-US",
    timezoneId: "UTC",
    deviceScaleFactor: sharpness,
    // Colours are looked at as they stay, not on their way.
    reducedMotion: "reduce",
  });
  onPage(page);
  await page.goto(workbench.address);
  // A slow page would tell of its first selection only after that of a test.
  await untilSelected(page, "A1");
  return {
    page,
    service,
    workbook: workbench.workbook,
    host,
    document,
    session: document.as(user),
    async close() {
      await browser.close();
      await workbench.close();
      service.close();
    },
  };
}

/** Chooses an item of *Extensions ▸ Sheetscout* and gives the sidebar that it opens, always a new one. */
export async function openSidebar({ page }: WorkbenchWorld, menuItem = "Open sidebar"): Promise<FrameLocator> {
  // In one look: a sidebar that is just being closed may be gone a moment later.
  const addresses = await page
    .locator("#sidebar iframe")
    .evaluateAll((frames) => frames.map((frame) => frame.getAttribute("src")));
  const address = addresses[0] ?? "none";
  for (const name of ["Extensions", "Sheetscout", menuItem]) await page.getByRole("menuitem", { name }).click();
  const sidebar = page.frameLocator(`#sidebar iframe:not([src="${address}"])`);
  await sidebar.getByRole("tab").first().waitFor();
  return sidebar;
}

/** Opens the sidebar and changes to its tab *Account*. */
export async function openAccount(world: WorkbenchWorld): Promise<FrameLocator> {
  const sidebar = await openSidebar(world);
  await sidebar.getByRole("tab", { name: "Account" }).click();
  return sidebar;
}

/** The pointer leaves the sidebar and comes back. */
export async function comeBack({ page }: WorkbenchWorld): Promise<void> {
  const box = await page.locator("#sidebar iframe").boundingBox();
  if (!box) throw new Error("There is no sidebar.");
  await page.mouse.move(box.x - 200, box.y + 200);
  await page.mouse.move(box.x + 40, box.y + 200, { steps: 4 });
}

/** A call of the sidebar that is under way ends within some of these. */
const HOUR_TRIES = 50;

/** Presses *Forward 1 hour* in the open panel of triggers, anew while a script runs, whose time would jump. */
export async function passAnHour({ page }: WorkbenchWorld): Promise<void> {
  const frame = page.locator("#sidebar iframe");
  const refusal = page.getByRole("dialog").getByRole("button", { name: "OK" });
  for (let tries = 0; tries < HOUR_TRIES; tries++) {
    await page.getByRole("button", { name: "Forward 1 hour" }).click();
    const isRefused = await Promise.race([
      frame.waitFor({ state: "detached" }).then(() => false),
      refusal.waitFor().then(() => true),
    ]);
    if (!isRefused) return;
    await refusal.click();
  }
  throw new Error("No hour has passed: a script runs all the time.");
}

/** Lets half a minute pass for the sidebar, which looks then at what goes on. */
export const letHalfAMinutePass = (sidebar: FrameLocator) =>
  sidebar.locator("html").evaluate(() => {
    const { document } = globalThis as unknown as { document: EventTarget };
    const nowMs = Date.now() + 31_000;
    Date.now = () => nowMs;
    document.dispatchEvent(new Event("visibilitychange"));
  });
