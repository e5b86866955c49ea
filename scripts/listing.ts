import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { type Browser, chromium, type FrameLocator, type Locator, type Page } from "playwright-core";
import { createAddonHost } from "../local/addon/create-addon-host";
import { findBrowser, QUIET_FLAGS } from "../local/browser/find-browser";
import { makeShiftable, realClock } from "../local/clock/clock";
import { parseOptions, runCommand } from "../local/command-line";
import { PROJECT_ROOT } from "../local/project-root";
import { createSandboxService } from "../local/service/sandbox-service";
import { listSheet } from "../local/workbench/list-sheet";
import { startWorkbench } from "../local/workbench/workbench";
import { Animation } from "./animation";
import { prepareLocal } from "./build/prepare-local";

// Draws the pictures that a Marketplace listing asks for, and those of the README: `npm run listing`.

const LISTING = path.join(PROJECT_ROOT, "docs/listing");
const SCREENSHOTS = path.join(PROJECT_ROOT, "docs/screenshots");

/** Pixels: icons of the listing (32, 128) and of the older launcher (48, 96), and the logo of the consent screen (120). */
const ICON_SIZES = [32, 48, 96, 120, 128];
const BANNER = { width: 220, height: 140 };
const SCREENSHOT = { width: 1280, height: 800 };
/** As wide as a README is shown. */
const MOVING = { width: 1000, height: 640 };

/** Between two pictures of what moves. */
const PICTURE_EVERY_MS = 400;

/** Long enough for a busy machine. */
const WAIT_MS = 120_000;

async function draw(browser: Browser, drawing: string, { width, height }: typeof BANNER, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  const svg = (await readFile(path.join(LISTING, drawing), "utf8")).replace(
    "<svg ",
    `<svg width="${width}" height="${height}" `,
  );
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  await page.screenshot({ path: path.join(LISTING, file), omitBackground: true });
  await page.close();
}

/** People of made-up companies, whose answers the sandbox decides. */
function leads(count: number): string[][] {
  const names = ["Ada Bell", "Ben Cole", "Carla Diaz", "Dev Rao", "Eva Lund", "Finn Ott", "Gia Moss", "Hugo Park"];
  const companies = [
    "northwind.example",
    "bluepeak.example",
    "harborline.example",
    "reliable.example",
    "oakridge.example",
  ];
  const rows = Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length] ?? "";
    const company = companies[index % companies.length] ?? "";
    const number = Math.floor(index / (names.length * companies.length));
    const address = name.toLowerCase().replace(" ", ".") + (number === 0 ? "" : number);
    return [name, company, `${address}@${company}`];
  });
  return [["Name", "Company", "Email"], ...rows];
}

async function openSidebar(page: Page, menuItem: string): Promise<FrameLocator> {
  for (const name of ["Extensions", "Sheetscout", menuItem]) await page.getByRole("menuitem", { name }).click();
  const sidebar = page.frameLocator("#sidebar iframe");
  await sidebar.getByRole("tab").first().waitFor();
  return sidebar;
}

/** Opens a list in the workbench, in a window of this size. */
async function openList(browser: Browser, rows: string[][], viewport: typeof BANNER) {
  const clock = makeShiftable(realClock);
  const service = createSandboxService({ dataDirectory: null, clock, companies: 2_000 });
  const workbench = await startWorkbench({
    createHost: (saved) => createAddonHost({ service, clock, saved }),
    clock,
    port: 0,
    user: "you@sandbox.example",
    wording: { documentName: "Leads", addonName: "Sheetscout", subtitle: "" },
    file: null,
    sheets: [],
    list: listSheet("Leads.csv", rows),
    userProperties: { API_KEY: "sandbox-key" },
  });
  const page = await browser.newPage({ viewport, locale: "en-US", timezoneId: "UTC", colorScheme: "light" });
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(workbench.address);
  await page.waitForSelector("body[data-ready=true]");
  return {
    page,
    close: async () => {
      await page.close();
      await workbench.close();
      service.close();
    },
  };
}

const VERIFY = /^Verify [\d,]+ emails?$/;

async function takeScreenshots(browser: Browser): Promise<void> {
  const { page, close } = await openList(browser, leads(600), SCREENSHOT);
  const take = (name: string) => page.screenshot({ path: path.join(LISTING, `${name}.png`) });
  try {
    const verify = await openSidebar(page, "Verify emails in this column");
    await verify.getByRole("button", { name: VERIFY }).waitFor();
    await take("screenshot-1-cost-beforehand");
    await verify.getByRole("button", { name: VERIFY }).click();
    await verify.getByText(/^[23]\d\d of 600 emails/).waitFor();
    await take("screenshot-2-results-arrive");
    await verify
      .getByRole("button", { name: "Stop" })
      .click()
      .catch(() => {});
    const companies = await openSidebar(page, "Find companies");
    await companies
      .locator("summary", { hasText: /^Industry/ })
      .first()
      .click();
    await companies.getByLabel("Include").fill("Banking");
    await companies.getByLabel("Include").press("Enter");
    await companies.getByRole("button", { name: "Preview" }).click();
    await companies.getByRole("heading", { name: "Put them into a sheet" }).waitFor();
    await take("screenshot-3-company-search");
  } finally {
    await close();
  }
}

/** What a terminal shows before the browser opens. */
const TERMINAL = [
  "$ git clone https://your-git.example/sheetscout && cd sheetscout",
  "$ npm ci && npm start -- leads.csv",
];

/** The pictures follow one another this many times as fast as they were taken. */
const FILM_SPEED = 2;

/**
 * The tour: a list is opened, verified and made into a clean list, while every call takes as long as on Google.
 * It is shown twice as fast as it goes.
 */
async function takeAnimation(browser: Browser): Promise<void> {
  const { page, close } = await openList(browser, leads(120), MOVING);
  const terminal = await browser.newPage({ viewport: MOVING });
  const animation = new Animation(MOVING);
  const filmUntil = async (shows: Locator) => {
    for (let takenMs = Date.now(); !(await shows.isVisible()); ) {
      await page.waitForTimeout(PICTURE_EVERY_MS);
      const nowMs = Date.now();
      await animation.take(page, (nowMs - takenMs) / FILM_SPEED);
      takenMs = nowMs;
    }
  };
  const choose = async (...names: string[]) => {
    for (const name of names) {
      await page.getByRole("menuitem", { name, exact: true }).click();
      await animation.take(page, 500);
    }
  };
  try {
    for (const lines of [TERMINAL.slice(0, 1), TERMINAL]) {
      await terminal.setContent(
        `<body style="margin: 0; background: #1e1e1e"><pre style="padding: 24px; color: #e8e8e8; font: 18px/1.7 monospace">${lines.join("\n")}`,
      );
      await animation.take(terminal, 1_200);
    }
    for (const name of ["Extensions", "Apps Script"]) await page.getByRole("menuitem", { name }).click();
    await page.getByRole("menuitemcheckbox", { name: "Google’s speed" }).click();
    await animation.take(page, 1_200);

    await choose("Extensions", "Sheetscout", "Verify emails in this column");
    const sidebar = page.frameLocator("#sidebar iframe");
    const verify = sidebar.getByRole("button", { name: VERIFY });
    await filmUntil(verify);
    await animation.take(page, 2_500);
    await verify.click();
    const clean = sidebar.getByRole("button", { name: "Make a clean list" });
    await filmUntil(clean);
    await animation.take(page, 3_000);

    await clean.click();
    const make = sidebar.getByRole("button", { name: /^Make a list of/ });
    await filmUntil(make);
    await animation.take(page, 2_500);
    await make.click();
    await filmUntil(sidebar.getByRole("paragraph").filter({ hasText: /rows in “Clean list/ }));
    await animation.take(page, 4_000);
    await writeFile(path.join(SCREENSHOTS, "tour.gif"), animation.encode());
  } finally {
    await close();
  }
}

/** Emails that arrive in a sheet of their own. */
async function takeFindEmails(browser: Browser): Promise<void> {
  const companies = Array.from({ length: 600 }, (_, index) => [`Company ${index + 1}`, `company${index + 1}.example`]);
  const { page, close } = await openList(browser, [["Company", "Website"], ...companies], SCREENSHOT);
  try {
    const find = await openSidebar(page, "Find emails for this column of companies");
    await find.getByRole("button", { name: /^Find emails (of|for)/ }).click();
    await find.getByText(/^[1-5]\d\d of 600 companies/).waitFor();
    await page.getByText("Emails", { exact: true }).first().click();
    // The first cell would show its note.
    await page.mouse.click(300, 300);
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: path.join(SCREENSHOTS, "find-emails.png") });
  } finally {
    await close();
  }
}

const USAGE = `Usage: npm run listing
Draws the icons, the banner and the pictures in docs/, over those that are there.`;

await runCommand(USAGE, async (args) => {
  parseOptions({ args });
  await prepareLocal();
  await mkdir(LISTING, { recursive: true });
  const { executablePath, environment } = await findBrowser();
  const env = { ...process.env, ...environment } as Record<string, string>;
  const browser = await chromium.launch({ executablePath, args: QUIET_FLAGS, env });
  try {
    for (const size of ICON_SIZES) await draw(browser, "icon.svg", { width: size, height: size }, `icon-${size}.png`);
    await draw(browser, "banner.svg", BANNER, "banner-220x140.png");
    await takeScreenshots(browser);
    await takeFindEmails(browser);
    await takeAnimation(browser);
    console.log(`The pictures are in ${LISTING} and ${SCREENSHOTS}.`);
  } finally {
    await browser.close();
  }
});
