import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { type Browser, chromium, type FrameLocator, type Page } from "playwright-core";
import { createAddonHost } from "../local/addon/create-addon-host";
import { findBrowser, QUIET_FLAGS } from "../local/browser/find-browser";
import { realClock } from "../local/clock/clock";
import { PROJECT_ROOT } from "../local/project-root";
import { createSandboxService } from "../local/service/sandbox-service";
import { listSheet } from "../local/workbench/list-sheet";
import { startWorkbench } from "../local/workbench/workbench";
import { prepareLocal } from "./build/prepare-local";

// Draws the pictures that a Marketplace listing asks for: `npm run listing`.

const LISTING = path.join(PROJECT_ROOT, "docs/listing");

/** Pixels: icons of the listing (32, 128) and of the older launcher (48, 96), and the logo of the consent screen (120). */
const ICON_SIZES = [32, 48, 96, 120, 128];
const BANNER = { width: 220, height: 140 };
const SCREENSHOT = { width: 1280, height: 800 };

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
function leads(): string[][] {
  const names = ["Ada Bell", "Ben Cole", "Carla Diaz", "Dev Rao", "Eva Lund", "Finn Ott", "Gia Moss", "Hugo Park"];
  const companies = [
    "northwind.example",
    "bluepeak.example",
    "harborline.example",
    "reliable.example",
    "oakridge.example",
  ];
  const rows = Array.from({ length: 600 }, (_, index) => {
    const name = names[index % names.length] ?? "";
    const company = companies[Math.floor(index / names.length) % companies.length] ?? "";
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

async function takeScreenshots(browser: Browser): Promise<void> {
  const service = createSandboxService({ dataDirectory: null, clock: realClock, companies: 2_000 });
  const workbench = await startWorkbench({
    createHost: (saved) => createAddonHost({ service, clock: realClock, saved }),
    port: 0,
    user: "you@sandbox.example",
    wording: { documentName: "Leads", addonName: "Sheetscout", subtitle: "" },
    file: null,
    sheets: [],
    list: listSheet("Leads.csv", leads()),
    userProperties: { API_KEY: "sandbox-key" },
  });
  const page = await browser.newPage({
    viewport: SCREENSHOT,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
  });
  page.setDefaultTimeout(WAIT_MS);
  const take = (name: string) => page.screenshot({ path: path.join(LISTING, `${name}.png`) });
  try {
    await page.goto(workbench.address);
    const verify = await openSidebar(page, "Verify emails in this column");
    await verify.getByRole("button", { name: /^Verify [\d,]+ emails?$/ }).waitFor();
    await take("screenshot-1-cost-beforehand");
    await verify.getByRole("button", { name: /^Verify [\d,]+ emails?$/ }).click();
    await verify.getByText(/^[23]\d\d of 600 emails/).waitFor();
    await take("screenshot-2-results-arrive");
    await verify
      .getByRole("button", { name: "Stop" })
      .click()
      .catch(() => {});
    const companies = await openSidebar(page, "Fill a company list");
    await companies
      .locator("summary", { hasText: /^Industry/ })
      .first()
      .click();
    await companies.getByLabel("Include").fill("Banking");
    await companies.getByLabel("Exclude").click();
    await companies.getByRole("button", { name: "Preview" }).click();
    await companies.getByRole("heading", { name: "Fill the list" }).waitFor();
    await take("screenshot-3-company-search");
  } finally {
    await workbench.close();
    service.close();
  }
}

await prepareLocal();
await mkdir(LISTING, { recursive: true });
const { executablePath, environment } = await findBrowser();
const env = { ...process.env, ...environment } as Record<string, string>;
const browser = await chromium.launch({ executablePath, args: QUIET_FLAGS, env });
try {
  for (const size of ICON_SIZES) await draw(browser, "icon.svg", { width: size, height: size }, `icon-${size}.png`);
  await draw(browser, "banner.svg", BANNER, "banner-220x140.png");
  await takeScreenshots(browser);
  console.log(`The pictures are in ${LISTING}.`);
} finally {
  await browser.close();
}
