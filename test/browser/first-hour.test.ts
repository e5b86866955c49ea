import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { comeBack, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { waitUntilShown } from "./support/open-page";

/** `LOOK=folder` keeps a picture of each step, to be judged by eye. */
const { LOOK } = process.env;

let world: WorkbenchWorld;
let step = 0;
beforeAll(async () => {
  world = await startWorld({
    isQuick: true,
    settings: { pageComments: "strings" },
  });
  // Nobody has allowed anything yet.
  world.host.settings.grantedScopes = [];
});
afterAll(() => world.close());

async function look(): Promise<void> {
  if (LOOK) await world.page.screenshot({ path: path.join(LOOK, `first-hour-${++step}.png`) });
}

const choose = async (...captions: string[]): Promise<void> => {
  for (const name of captions) await world.page.getByRole("menuitem", { name }).click();
};
const box = (name: string | RegExp) => world.page.getByRole("checkbox", { name });
const goOn = async (page = world.page): Promise<void> => {
  await page.getByRole("button", { name: "Continue" }).click();
  const said = page.getByText("Your choice holds from now on");
  await said.waitFor();
  await page.getByRole("button", { name: "Close message" }).click();
};

test("the first hour of a new account: boxes left empty, the first click, the key, a column of people", async () => {
  const { page } = world;
  // The first click only asks, and opens nothing.
  await choose("Extensions", "Sheetscout", "Open sidebar");
  await box("Connect to an external service").waitFor();
  await look();
  await box(/View and manage/).check();
  await box(/Display and run/).check();
  await goOn();
  expect(await page.locator("#sidebar").isVisible()).toBe(false);

  // Chosen again, it asks for the box that was left empty, and shows no failure.
  await choose("Extensions", "Sheetscout", "Open sidebar");
  await box("Connect to an external service").waitFor();
  expect(await box(/View and manage/).isChecked()).toBe(true);
  await look();
  await box("Connect to an external service").check();
  await goOn();
  const sidebar = await openSidebar(world);
  await look();

  // The consent is taken back: the key form says so, with a link to the page on which it is given.
  await choose("Extensions", "Apps Script", "Permissions…");
  await box("Connect to an external service").uncheck();
  await goOn();
  await sidebar.getByLabel("API key").fill("sandbox-key");
  await sidebar.getByRole("button", { name: /Check and save|Save/ }).click();
  const link = sidebar.getByRole("link", { name: "Google's permissions" });
  await link.waitFor();
  await look();
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await opened.getByRole("checkbox", { name: "Select all" }).check();
  await goOn(opened);
  await opened.close();
  await sidebar.getByRole("button", { name: /Check and save|Save/ }).click();
  await sidebar.getByLabel("API key").waitFor({ state: "detached" });
  await look();

  // A formula answers.
  const { keyboard } = world.session;
  keyboard.type("Sheet1", "A1", '=ACCOUNT_INFO("current_plan")');
  await waitUntilShown(page, "Sheet1", "A1", "ENTERPRISE");
  await look();

  // A column of people chips, which scripts read as names.
  const people = [["Ann Lee"], ["Bob O’Neill"], ["Cas Berg"], ["dora@acme.example"]];
  keyboard.paste("Sheet1", "C1", [["Email"], ...people]);
  keyboard.select("Sheet1", "C2");
  await comeBack(world);
  await sidebar.getByText("Most cells here read as names").waitFor();
  expect(await sidebar.getByText("=C2.email").isVisible()).toBe(true);
  await look();

  // Their addresses, in an account to which Google gives no lock: nothing is asked, and it says so at once.
  const emails = Array.from({ length: 60 }, (_, index) => [`person${index}@acme.example`]);
  keyboard.paste("Sheet1", "C2", emails);
  await comeBack(world);
  world.host.settings.givesDocumentLock = false;
  await sidebar.getByRole("button", { name: "Verify 60 emails" }).click();
  await sidebar.getByText("Google gives no lock here").first().waitFor();
  await look();
  expect(world.service.controls.ledger().filter(({ subject }) => subject.startsWith("person"))).toEqual([]);
});
