import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { holdAfterFirstWrite } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { letHalfAMinutePass, openSidebar, passAnHour, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
});
afterAll(() => world.close());

const MENU_ITEM = "Verify emails in this column";
const button = (sidebar: FrameLocator, name: string) => sidebar.getByRole("button", { name, exact: true });
const takeOver = (sidebar: FrameLocator) => sidebar.getByRole("button", { name: /^Verify the remaining [\d,]+/ });

async function letAnHourPass(): Promise<void> {
  const { page } = world;
  for (const name of ["Extensions", "Apps Script", "Triggers"])
    await page.getByRole("menuitem", { name, exact: true }).click();
  const panel = page.getByRole("region", { name: "Triggers" });
  await passAnHour(world);
  await panel.getByRole("button", { name: "Close triggers" }).click();
}

const leftNow = async (sidebar: FrameLocator): Promise<number> =>
  Number.parseInt((await sidebar.getByText(/^[\d,]+ of 260 emails are left\.$/).textContent()) ?? "", 10);

test("a job that was left is seen again: how far it is, when Google comes again, and that it has not; one click takes it over @slow", async () => {
  const { host, service } = world;
  addList(world, 260);
  await untilSelected(world.page, "B2");
  let sidebar = await openSidebar(world, MENU_ITEM);
  const letAsk = holdAfterFirstWrite(world);
  await button(sidebar, "Verify 260 emails").click();
  await button(sidebar, "Go on when I close this").click();
  await button(sidebar, "Pause when I close this").waitFor();
  await sidebar.locator(".status-bar").waitFor();
  for (const { uid } of host.triggers()) host.disableTrigger(uid);
  await letAnHourPass();

  sidebar = await openSidebar(world, MENU_ITEM);
  await sidebar
    .getByText(
      /It should have gone on by .*: Google has stopped it without saying why\. Other scripts .* today\. Resume here/,
    )
    .waitFor();
  await judgeLook(world, sidebar, "left-overdue");
  await button(sidebar, "Start again").click();
  await sidebar.getByText(/Next run: .* at the latest/).waitFor();

  const { latencyMs } = host.settings;
  host.settings.latencyMs = (name) => (name.startsWith("UrlFetchApp") ? 1_500 : 0);
  await letAnHourPass();
  sidebar = await openSidebar(world, MENU_ITEM);
  await sidebar.getByText("Google goes on: “Email” in “People 1”").waitFor();
  await judgeLook(world, sidebar, "left-going-on");
  const left = await leftNow(sidebar);
  while ((await leftNow(sidebar)) === left) await letHalfAMinutePass(sidebar);
  await takeOver(sidebar).click();
  await button(sidebar, "Pause").waitFor();
  host.settings.latencyMs = latencyMs;
  await expect(untilIdle()).resolves.toBe(true);
  await world.page.locator("#sidebar-close").click();
  sidebar = await openSidebar(world, MENU_ITEM);
  await sidebar.getByText("Waiting for Google: “Email” in “People 1”").waitFor();
  await sidebar.getByText(/Next run: .* at the latest, .*\. Last time, .*: [\d,]+ results?\./).waitFor();
  letAsk();

  await takeOver(sidebar).click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  expect(service.controls.ledger().reduce((sum, { halves }) => sum + halves, 0)).toBe(260);
});

/** Waits until no trigger is at work. */
async function untilIdle(): Promise<boolean> {
  const isOver = () => world.host.triggers().every(({ runs }) => runs.every(({ endedMs }) => endedMs !== null));
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 50));
  return true;
}
