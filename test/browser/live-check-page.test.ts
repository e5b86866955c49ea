import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { PAGE } from "../../live-check/assertions/page";
import { readBuiltAddon } from "../../local/addon/read-built-addon";
import { createHost } from "../../local/apps-script/create-host";
import { realClock } from "../../local/clock/clock";
import { buildLiveCheck } from "../../scripts/build/build-live-check";
import { openBrowser } from "./support/open-browser";
import { openPage } from "./support/open-page";
import { openWorkbench } from "./support/open-workbench";

/** Opens the page at once, which on Google comes when all other assertions have run. */
const OPENER = `
function onOpen() { SpreadsheetApp.getUi().createMenu("Check").addItem("Open the page", "openThePage").addToUi(); }
function openThePage() { SpreadsheetApp.getUi().showModalDialog(HtmlService.createHtmlOutputFromFile("page"), "Check"); }`;

test("the live check's page sees in the host what docs/google.md says, and gives the text with the times @slow", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "live-check-page-"));
  await buildLiveCheck(folder, "");
  const built = await readBuiltAddon(folder);
  const createTheHost = async () =>
    createHost({
      ...built,
      files: [...built.files, { name: "Opener.js", source: OPENER }],
      clock: realClock,
      fetch: () => Promise.reject(new Error("Nobody is asked.")),
    });
  const [workbench, browser] = await Promise.all([openWorkbench({ createHost: createTheHost }), openBrowser()]);
  try {
    const { page } = await openPage(browser, workbench.address);
    for (const name of ["Extensions", "Check", "Open the page"]) await page.getByRole("menuitem", { name }).click();
    const field = page.frameLocator(".script-dialog iframe").getByLabel("Text to paste");
    await field.waitFor();
    const text = await field.inputValue();
    expect(text).toContain(`${PAGE.assertions.length} of`);
    expect(text).toContain("; 0 differ from docs/google.md.");
    expect(text).toMatch(/Times \(ms\): \{"sidebarCall":\[\d+,\d+\]\}/);
  } finally {
    await browser.close();
    await workbench.close();
    await rm(folder, { recursive: true, force: true });
  }
});
