import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { createDriver } from "../../src/driver/driver";
import type { StepReport } from "../../src/jobs/views";
import { holdAfterFirstWrite, holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { comeBack, openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
});
afterAll(() => world.close());

const MENU_ITEM = "Verify emails in this column";
const button = (sidebar: FrameLocator, name: string | RegExp) => sidebar.getByRole("button", { name });

/** Another tab with the sidebar: its calls are not held. */
function otherTab() {
  const { session } = world;
  const send = session.callFromSidebar.bind(session);
  const call = async (name: string, request?: object) =>
    JSON.parse(await send(name, JSON.stringify(request ? [request] : [])));
  return {
    async stop(): Promise<void> {
      const [{ id, epoch, done }] = (await call("listJobs")).data;
      await call("endJob", { jobId: id, epoch, state: "stopped", reason: "", hasLanded: false, done });
    },
    async takeOver(): Promise<{ drive(askAtMost?: number): Promise<unknown> }> {
      const [{ id }] = (await call("listJobs")).data;
      const { data } = await call("resumeJob", { jobId: id, withOwnKey: false, capHalves: null });
      const calls = {
        step: (request: object): Promise<{ ok: true; data: StepReport }> => call("stepJob", request),
        end: (request: object) => call("endJob", request),
      };
      const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      return {
        drive: (askAtMost) =>
          createDriver({ ...data, calls, sleep, nowMs: Date.now, ...(askAtMost && { askAtMost }) }).run(),
      };
    },
  };
}

test("a job that another tab has finished is not offered any more to the tab that began it @slow", async () => {
  const { setAccount } = world.service.controls;
  setAccount("sandbox-key", { credits: 0 });
  addList(world, 260);
  const sidebar = await openSidebar(world, MENU_ITEM);
  const other = otherTab();
  const letAsk = holdAfterFirstWrite(world);
  await sidebar.getByText("No credits are left.").waitFor();
  setAccount("sandbox-key", { credits: 10_000 });
  await button(sidebar, "Verify 260 emails").click();
  await sidebar.locator(".status-bar").waitFor();
  // Answers that were paid for show that somebody has added credits.
  await sidebar.getByText("No credits are left.").waitFor({ state: "detached" });
  const { drive } = await other.takeOver();
  letAsk();
  await sidebar.getByText("The job was resumed somewhere else.", { exact: true }).waitFor();
  await sidebar.getByRole("heading", { name: "Resumed elsewhere: “Email”" }).waitFor();
  expect(await sidebar.locator(".notice.error").count()).toBe(0);
  await sidebar.getByText(/^Another tab, or somebody with your key, is running it\./).waitFor();
  await button(sidebar, /^Verify the remaining/).waitFor();
  await judgeLook(world, sidebar, "taken-over");
  await drive();
  await comeBack(world);
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  await sidebar.getByText("260 rows verified").waitFor();
  expect(await button(sidebar, /^(Verify the remaining|Resume|Finish)/).count()).toBe(0);
  expect(await sidebar.getByText("The job was resumed somewhere else.", { exact: true }).count()).toBe(0);
});

test("a job that has gone on elsewhere has as many emails in all as before, and one that is stopped there can go on here @slow", async () => {
  addList(world, 260);
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Try 10 first").click();
  await button(sidebar, "Verify the remaining 250").waitFor();
  const other = otherTab();
  await (await other.takeOver()).drive(100);
  const letAsk = holdCalls(world, "stepJob", 0);
  await button(sidebar, "Verify the remaining 250").click();
  await sidebar.getByText("110 of 260 emails").waitFor();
  await other.stop();
  letAsk();
  await sidebar.getByRole("heading", { name: "Stopped elsewhere: “Email”" }).waitFor();
  await sidebar.getByText("Somebody has stopped it in another window.", { exact: true }).waitFor();
  await sidebar.getByText("150 of 260 emails are left.").waitFor();
  await judgeLook(world, sidebar, "stopped-elsewhere");
  const { addFault, clearFaults } = world.service.controls;
  addFault({ kind: "unavailable", operation: "email-verifier", probability: 1 });
  await button(sidebar, "Verify the remaining 150").click();
  await sidebar
    .locator(".progress")
    .getByText(/^The service does not answer at the moment\. /)
    .waitFor();
  await judgeLook(world, sidebar, "service-failing");
  clearFaults();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
});

test("a job that runs has no number of emails among the past jobs @slow", async () => {
  addList(world, 260);
  const sidebar = await openSidebar(world, MENU_ITEM);
  const letAsk = holdAfterFirstWrite(world);
  await button(sidebar, "Verify 260 emails").click();
  await sidebar.locator(".status-bar").waitFor();
  await sidebar.getByRole("tab", { name: "Account" }).click();
  const past = sidebar.locator(".past-job").first();
  await past.getByText("running").waitFor();
  expect(await past.textContent()).not.toMatch("different emails");
  letAsk();
  await sidebar.getByRole("tab", { name: "Verify" }).click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
});

test("a job of another sheet tells in one line what stands in its sheet, once that is counted @slow", async () => {
  const busy = addList(world, 260);
  let sidebar = await openSidebar(world, MENU_ITEM);
  const letAsk = holdAfterFirstWrite(world);
  await button(sidebar, "Verify 260 emails").click();
  await sidebar.locator(".status-bar").waitFor();
  addList(world, 3);
  const letCount = holdCalls(world, "summariseJob", 0);
  sidebar = await openSidebar(world, MENU_ITEM);
  const line = sidebar.locator(".last-job", { hasText: `“Email” in “${busy}”` });
  await line.getByText(/ under way$| spent$/).waitFor();
  await button(sidebar, "Verify 3 emails").waitFor();
  expect(await line.textContent()).not.toMatch("emails verified");
  letCount();
  await line.getByText(/· [1-9]\d* of 260 emails verified ·/).waitFor();
  await button(sidebar, "Resume").click();
  await button(sidebar, "Stop it").waitFor();
  await sidebar.locator("[role=tabpanel]:focus").waitFor();
  await button(sidebar, "Stop it").click();
  letAsk();
  await button(sidebar, "Stop it").waitFor({ state: "detached" });
});
