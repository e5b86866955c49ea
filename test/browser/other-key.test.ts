import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { createDriver } from "../../src/driver/driver";
import type { StartedJob, StepReport } from "../../src/jobs/views";
import type { Result } from "../../src/result";
import { holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { comeBack, openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
let colleague: Awaited<ReturnType<typeof startColleague>>;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
  colleague = await startColleague();
});
afterAll(() => world.close());

const MENU_ITEM = "Verify emails in this column";
const GONE_ON = "Somebody has gone on with it meanwhile, with another API key.";
const button = (sidebar: FrameLocator, name: string | RegExp) => sidebar.getByRole("button", { name });
const heading = (sidebar: FrameLocator, name: string) => sidebar.getByRole("heading", { name });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody else with the key of another team, whose sidebar is in another browser. */
async function startColleague() {
  world.service.controls.setAccount("free-key", { credits: 10_000 });
  const session = world.document.as("colleague@company.example");
  // A test may hold what the sidebar calls.
  const callOfOther = world.session.callFromSidebar.bind(world.session);
  const send = async <Data>(name: string, request: unknown): Promise<Result<Data>> =>
    JSON.parse(await session.callFromSidebar(name, JSON.stringify([request])));
  const get = async <Data>(name: string, request: unknown): Promise<Data> => {
    const result = await send<Data>(name, request);
    if (!result.ok) throw new Error(result.message);
    return result.data;
  };
  await get("checkAndSaveKey", "free-key");
  const drive = (started: StartedJob, askAtMost: number | undefined, beforeAsk: () => Promise<void>) =>
    createDriver({
      ...started,
      nowMs: Date.now,
      sleep: pause,
      ...(askAtMost !== undefined && { askAtMost }),
      calls: {
        async step(request) {
          if (request.do === "ask") await beforeAsk();
          return send<StepReport>("stepJob", request);
        },
        end: (request) => send("endJob", request),
      },
    }).run();
  return {
    /** *Try 10 first* on the column of emails of the sheet in front. */
    async tryTen() {
      const look = await callOfOther("lookAtSheet", '[{"sheetId":0}]');
      const { sheetId } = JSON.parse(look).data.front;
      const column = { sheetId, column: 2, header: "Email", sample: [], headerRow: 1, rows: { kind: "todo" } };
      const others = { fields: ["email_status"], alsoFoundValid: false, toAsk: 60, capHalves: null };
      const started = await get<StartedJob>("startJob", { kind: "verify", ...column, ...others });
      await drive(started, 10, async () => {});
      return started.job.id;
    },
    /** Goes on with a job, at first for one question to the service. */
    async goOn(jobId: string) {
      const started = await get<StartedJob>("resumeJob", { jobId, withOwnKey: false });
      let letAsk = (): void => {};
      const gate = new Promise<void>((resolve) => {
        letAsk = resolve;
      });
      let asked = 0;
      const driving = drive(started, undefined, async () => {
        if (asked++ > 0) await gate;
      });
      return {
        async finish(): Promise<void> {
          letAsk();
          expect(await driving).toMatchObject({ state: "finished", stop: null });
        },
      };
    },
  };
}

/** Leaves the sidebar as it is, whatever happens in the document. */
function holdLooks(): () => void {
  const held = ["unattendedJobs", "lookAtSheet"].map((name) => holdCalls(world, name, 0));
  return () => {
    for (const release of held.reverse()) release();
  };
}

/** Half credits that each team has paid for the emails of a list. */
function paid(list: string): Record<string, number> {
  const ending = `.${list.split(" ")[1]}@`;
  const sums: Record<string, number> = {};
  for (const { subject, teamId, halves } of world.service.controls.ledger())
    if (subject.includes(ending)) sums[teamId] = (sums[teamId] ?? 0) + halves;
  return sums;
}

test("a job that a colleague goes on with is not taken over by a press that rests on an older picture @slow", async () => {
  const list = addList(world, 60);
  const id = await colleague.tryTen();
  const sidebar = await openSidebar(world, MENU_ITEM);
  await heading(sidebar, `Paused: “Email” in “${list}”`).waitFor();
  await sidebar.getByText("It last ran with another API key.").waitFor();
  const { finish } = await colleague.goOn(id);
  const letLook = holdLooks();
  await button(sidebar, "Verify the remaining 50").click();
  await sidebar.getByText(GONE_ON, { exact: true }).waitFor();
  await heading(sidebar, `Running elsewhere: “Email” in “${list}”`).waitFor();
  await sidebar
    .getByText(/^Somebody is running it with another API key: .* paid for with your key as well\./)
    .waitFor();
  await judgeLook(world, sidebar, "gone-on-elsewhere");
  letLook();
  await finish();
  await comeBack(world);
  await heading(sidebar, "Done: “Email”").waitFor();
  expect(paid(list)).toEqual({ "free-team": 60 });
});

test("whoever comes back to a paused job sees that a colleague goes on with it, and later that it is done @slow", async () => {
  const list = addList(world, 60);
  const id = await colleague.tryTen();
  const sidebar = await openSidebar(world, MENU_ITEM);
  await heading(sidebar, `Paused: “Email” in “${list}”`).waitFor();
  const { finish } = await colleague.goOn(id);
  await comeBack(world);
  await heading(sidebar, `Running elsewhere: “Email” in “${list}”`).waitFor();
  await sidebar
    .getByText(/^Somebody is running it with another API key: .* paid for with your key as well\./)
    .waitFor();
  await finish();
  await comeBack(world);
  await heading(sidebar, "Done: “Email”").waitFor();
  await sidebar.getByText("60 rows verified").waitFor();
  expect(await button(sidebar, /^(Verify the remaining|Resume|Finish)/).count()).toBe(0);
  expect(paid(list)).toEqual({ "free-team": 60 });
});

test("a press below a job that a colleague has ended meanwhile shows that it is done @slow", async () => {
  const list = addList(world, 60);
  const id = await colleague.tryTen();
  const sidebar = await openSidebar(world, MENU_ITEM);
  await heading(sidebar, `Paused: “Email” in “${list}”`).waitFor();
  await (await colleague.goOn(id)).finish();
  const letLook = holdLooks();
  await button(sidebar, "Verify the remaining 50").click();
  await heading(sidebar, "Done: “Email”").waitFor();
  await sidebar.getByText(GONE_ON, { exact: true }).waitFor();
  await judgeLook(world, sidebar, "ended-elsewhere");
  letLook();
  expect(paid(list)).toEqual({ "free-team": 60 });
});

test("somebody without a key sees what a colleague's job has done, and can undo it @slow", async () => {
  addList(world, 30);
  await colleague.tryTen();
  await world.session.callFromSidebar("removeKey", "[]");
  const sidebar = await openSidebar(world, "Open sidebar");
  await heading(sidebar, "Connect your account").waitFor();
  await sidebar.getByRole("tab", { name: "Account" }).click();
  const past = sidebar.locator(".past-job").first();
  await past.getByText(/10 different emails · .* · another key · paused/).waitFor();
  expect(await heading(sidebar, "Connect your account").isVisible()).toBe(true);
  await judgeLook(world, sidebar, "sidebar-past-jobs-no-key");
  await past.getByRole("button", { name: "Undo this verification" }).click();
  await past.getByText(/^This clears 10 cells with results/).waitFor();
  await past.getByRole("button", { name: "Undo", exact: true }).click();
  await past.getByText("undone").waitFor();
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});

test("with another key, no job says that its credits are missing, but whose will be spent @slow", async () => {
  addList(world, 30);
  world.service.controls.setAccount("sandbox-key", { credits: 0 });
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify 30 emails").click();
  await heading(sidebar, "Paused: “Email”").waitFor();
  const reason = sidebar.locator("#page-verify .notice.error", { hasText: "Not enough credits are left." });
  await reason.waitFor();
  await sidebar.getByRole("tab", { name: "Settings" }).click();
  await button(sidebar, "Replace").click();
  await sidebar.getByLabel("New API key").fill("free-key");
  await button(sidebar, "Check and save").click();
  await sidebar.getByText("Plan FREE", { exact: true }).waitFor();
  await sidebar.getByRole("tab", { name: "Verify" }).click();
  await sidebar.getByText("It last ran with another API key. If you resume it, your credits are spent.").waitFor();
  await button(sidebar, /^Verify the remaining 30/).waitFor();
  expect(await reason.count()).toBe(0);
  world.service.controls.setAccount("sandbox-key", { credits: 10_000 });
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
