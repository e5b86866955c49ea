import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { cutConnection, loseUndos } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { comeBack, openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

let world: WorkbenchWorld;
let call: WorkbenchWorld["session"]["callFromSidebar"];
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
  call = world.session.callFromSidebar;
});
afterEach(() => {
  world.session.callFromSidebar = call;
});
afterAll(() => world.close());

const MENU_ITEM = "Verify emails in this column";
const button = (sidebar: FrameLocator, name: string) => sidebar.getByRole("button", { name, exact: true });

test("a job without a connection says so, also while it pauses, and never shows less than it may have spent @slow", async () => {
  addList(world, 260);
  await untilSelected(world.page, "B2");
  const sidebar = await openSidebar(world, MENU_ITEM);
  const restore = cutConnection(world, 100);
  await button(sidebar, "Verify 260 emails").click();
  const progress = sidebar.locator(".progress");
  await progress.getByText("No connection to Google. Sheetscout keeps trying, and pauses if this goes on.").waitFor();
  await progress.getByText("Waiting for Google…").waitFor();
  const [job] = JSON.parse(await call.call(world.session, "listJobs", "[]")).data;
  const shown = (await progress.getByText(/credits? (spent|under way)/).textContent()) ?? "";
  const [settled = 0, underWay = 0] =
    /(?:([\d.]+) credits? spent, )?up to ([\d.]+)/
      .exec(shown)
      ?.slice(1)
      .map((figure) => Number(figure ?? 0)) ?? [];
  expect(settled + underWay).toBeGreaterThanOrEqual(job.spent.halves / 2);
  expect(job.spent.halves / 2).toBeGreaterThan(settled);
  expect(settled + underWay).toBeLessThanOrEqual(260 / 2);
  await judgeLook(world, sidebar, "no-connection");
  await button(sidebar, "Pause").click();
  await progress.getByText("Finishing what is under way…").waitFor();
  await sidebar.locator("[role=tabpanel]:focus").waitFor();
  await progress.getByText("No connection to Google. Sheetscout keeps trying.", { exact: true }).waitFor();
  restore();
  await sidebar.getByRole("heading", { name: "Paused: “Email”" }).waitFor();
});

test("a dry run that is lost keeps the form, and is made again when the user comes back @slow", async () => {
  const sheet = addList(world, 30);
  await untilSelected(world.page, "B2");
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify 30 emails").waitFor();
  const restore = cutConnection(world);
  const rows = sidebar.getByLabel("Rows", { exact: true });
  await rows.selectOption("all");
  const notice = sidebar.locator(".notice", { hasText: "There is no connection to Google." });
  await notice.waitFor();
  expect(await sidebar.getByRole("heading", { name: "Verify emails" }).isVisible()).toBe(true);
  expect(await sidebar.getByLabel(`Emails in “${sheet}”`).isVisible()).toBe(true);
  expect(await rows.inputValue()).toBe("all");
  // Nothing can begin without its price.
  expect(await button(sidebar, "Verify 30 emails").count()).toBe(0);
  await judgeLook(world, sidebar, "lost-dry-run");
  restore();
  await comeBack(world);
  await button(sidebar, "Verify 30 emails").waitFor();
  expect(await notice.count()).toBe(0);
  expect(await rows.inputValue()).toBe("all");
});

const openDoneJob = async (): Promise<FrameLocator> => {
  addList(world, 12);
  await untilSelected(world.page, "B2");
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify 12 emails").click();
  await button(sidebar, "Undo this verification").click();
  return sidebar;
};

test("an undo whose answer was lost is told as done", async () => {
  const sidebar = await openDoneJob();
  const undos = loseUndos(world, 1);
  await button(sidebar, "Undo").click();
  await button(sidebar, "Verify 12 emails").waitFor();
  expect(undos()).toBe(2);
});

test("an undo whose answers were all lost may be done, and the next press tells that it is @slow", async () => {
  const sidebar = await openDoneJob();
  loseUndos(world, Number.POSITIVE_INFINITY);
  await button(sidebar, "Undo").click();
  await sidebar.getByText("The undo may have gone through anyway. Press the button again to check.").waitFor();
  await judgeLook(world, sidebar, "lost-undo");
  await button(sidebar, "Undo this verification").click();
  await button(sidebar, "Verify 12 emails").waitFor();
});
