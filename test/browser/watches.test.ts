import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { openSidebar, passAnHour, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
afterAll(() => world.close());

test("new rows are checked automatically, also those of an hour that the workbench lets pass @slow", async () => {
  const sheet = addList(world, 30);
  await untilSelected(world.page, "B2");
  let sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByRole("button", { name: "Verify 30 emails" }).waitFor();
  await sidebar.getByText("Check new rows automatically").click();
  const begin = sidebar.getByRole("button", { name: "Check new rows automatically" });
  await sidebar.getByText("First say how many credits it may spend in a day.").waitFor();
  await sidebar.getByLabel("Credits a day, at most").fill("20");
  await judgeLook(world, sidebar, "watch-plan");
  await begin.click();
  await sidebar.getByText("Every hour, 0 of 20 credits spent today.").waitFor();

  const { page } = world;
  const menu = async (...captions: string[]) => {
    for (const caption of captions) await page.getByRole("menuitem", { name: caption, exact: true }).click();
  };
  await menu("Extensions", "Apps Script", "Triggers");
  const panel = page.getByRole("region", { name: "Triggers" });
  await panel.getByText("every hour").waitFor();
  await panel.getByRole("button", { name: "Run now" }).click();
  await panel.getByText(/\d s$/).waitFor();
  await panel.getByRole("button", { name: "Close triggers" }).click();
  const isVerified = (row: string[]): boolean => row.some((text) => /VALID|CATCH_ALL|not known/.test(text));
  expect(world.session.keyboard.shows(sheet, "C2:H31").filter(isVerified)).toHaveLength(30);

  sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("15 of 20 credits spent today.").waitFor();
  await sidebar.getByText("Log", { exact: true }).click();
  await sidebar.getByText(/: 30 rows, 15 credits$/).waitFor();
  await judgeLook(world, sidebar, "watch-log");

  await sidebar.getByText("Change the daily credit limit").click();
  const credits = sidebar.getByLabel("Credits a day, at most").first();
  await credits.fill("1/2");
  await sidebar.getByText("Give whole or half credits, at least 0.5.").waitFor();
  await credits.fill("40");
  await judgeLook(world, sidebar, "watch-limit");
  await sidebar.getByRole("button", { name: "Change", exact: true }).click();
  await sidebar.getByText("15 of 40 credits spent today.").waitFor();

  world.session.keyboard.paste(sheet, "B32", [["eva.new@acme.example"]]);
  await menu("Extensions", "Apps Script", "Triggers");
  await passAnHour(world);
  // An hour lies between its last runs: the one that was asked for, and the one that was due.
  await panel.getByText(/\d s$/).nth(1).waitFor();
  expect(world.session.keyboard.shows(sheet, "C32:H32").filter(isVerified)).toHaveLength(1);
  await panel.getByRole("button", { name: "Close triggers" }).click();

  sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("15.5 of 40 credits spent today.").waitFor();
  await sidebar.getByText("Log", { exact: true }).click();
  await sidebar.getByText(/: 1 row, 0\.5 credits$/).waitFor();
  await sidebar.getByRole("tab", { name: "Account" }).click();
  await sidebar.getByText("checks new rows").waitFor();
  await sidebar.getByRole("button", { name: "Undo this verification" }).click();
  await sidebar.getByText("From then on, new rows are no longer checked automatically: a check would").waitFor();
  await sidebar.getByRole("button", { name: "Cancel" }).click();
  // Somebody changes it in another sidebar meanwhile.
  const { data } = JSON.parse(await world.session.callFromSidebar("listJobs", "[]"));
  const limit = [{ do: "limit", jobId: data[0].id, halvesADay: 100 }];
  await world.session.callFromSidebar("unattendedJobs", JSON.stringify(limit));
  await sidebar.getByRole("tab", { name: "Verify" }).click();
  await sidebar.getByText("15.5 of 50 credits spent today.").waitFor();

  // It spends credits whatever sheet is open.
  world.session.keyboard.addSheet("Empty");
  world.session.keyboard.select("Empty", "A1");
  await untilSelected(world.page, "A1");
  sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("This sheet is empty.").waitFor();
  await sidebar.getByText("15.5 of 50 credits spent today.").waitFor();
  await judgeLook(world, sidebar, "watch-empty-sheet");
  expect(await sidebar.getByText("Check new rows automatically").count()).toBe(0);
  await sidebar.getByText("Change the daily credit limit").click();
  await sidebar.getByLabel("Credits a day, at most").fill("60");
  const stop = [{ do: "unwatch", jobId: data[0].id }];
  await world.session.callFromSidebar("unattendedJobs", JSON.stringify(stop));
  await sidebar.getByRole("button", { name: "Change", exact: true }).click();
  await sidebar.getByText("Somebody stopped these automatic checks.", { exact: true }).waitFor();
  await sidebar.getByText("credits spent today").waitFor({ state: "detached" });

  world.session.keyboard.select(sheet, "B2");
  await untilSelected(world.page, "B2");
  sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("Check new rows automatically").click();
  await sidebar.getByLabel("Credits a day, at most").fill("1");
  // A focus on nothing would begin again at the top of the page.
  const pressByKey = async (name: string): Promise<void> => {
    await sidebar.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  const focused = sidebar.locator("[role=tabpanel]:focus");
  await pressByKey("Check new rows automatically");
  await sidebar.getByRole("button", { name: "Stop checking" }).waitFor();
  await focused.waitFor();
  await pressByKey("Stop checking");
  await sidebar.getByText("Check new rows automatically").waitFor();
  await focused.waitFor();
  expect(world.host.triggers()).toEqual([]);
});

test("credits a day below the price of one company are refused where they are typed @slow", async () => {
  addList(world, 3);
  await untilSelected(world.page, "B2");
  const sidebar = await openSidebar(world, "Find emails for this column of companies");
  await sidebar.getByText("Check new rows automatically").click();
  const credits = sidebar.getByLabel("Credits a day, at most");
  await credits.fill("0.5");
  await sidebar.getByText("One company can cost 1 credit: give at least as much a day.").waitFor();
  await credits.fill("1");
  await sidebar.getByText("One company can cost").waitFor({ state: "detached" });
});

test("a check whose sheet was deleted can only be stopped @slow", async () => {
  const sheet = addList(world, 3);
  await untilSelected(world.page, "B2");
  let sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("Check new rows automatically").click();
  await sidebar.getByLabel("Credits a day, at most").fill("20");
  await sidebar.getByRole("button", { name: "Check new rows automatically" }).click();
  await sidebar.getByText("0 of 20 credits spent today.").waitFor();
  world.session.keyboard.deleteSheet(sheet);
  const { page } = world;
  for (const name of ["Extensions", "Apps Script", "Triggers"])
    await page.getByRole("menuitem", { name, exact: true }).click();
  const panel = page.getByRole("region", { name: "Triggers" });
  await panel.getByRole("button", { name: "Run now" }).click();
  await panel.getByText("The script has no triggers.").waitFor();
  await panel.getByRole("button", { name: "Close triggers" }).click();
  sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("Paused: new rows of “Email”", { exact: true }).waitFor();
  await sidebar.getByText("The sheet of this job was deleted.").waitFor();
  expect(await sidebar.getByRole("button", { name: "Resume" }).count()).toBe(0);
  expect(await sidebar.getByText("Change the daily credit limit").count()).toBe(0);
  await sidebar.getByRole("button", { name: "Stop checking" }).click();
  await sidebar.getByText("Paused: new rows").waitFor({ state: "detached" });
});
