import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator, Locator } from "playwright-core";
import { holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { comeBack, letHalfAMinutePass, openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

const MENU_ITEM = "Verify emails in this column";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(async () => {
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
  world.service.controls.setAccount("sandbox-key", { credits: 10_000 });
});

/** A blank sheet in front. */
function addSheet(): void {
  sheets++;
  sheet = `Leads ${sheets}`;
  world.session.keyboard.addSheet(sheet);
  world.session.keyboard.select(sheet, "B2");
}

/** A list of people, with a blank, a wrong address, a repetition, and some that a domain search has found among them. */
function fillSheet(people: number, found = 0): void {
  const rows = Array.from({ length: people }, (_, i) => [
    `Person ${i}`,
    `person${i}.${sheets}@company${i % 5}.example`,
    `Company ${i % 5}`,
    "",
  ]);
  const valid = Array.from({ length: found }, (_, i) => ["Found", `found${i}.${sheets}@company0.example`, "", "VALID"]);
  const odd = [
    ["Nobody", "", "", ""],
    ["Wrong", "not-an-address", "", ""],
    ["Again", `person0.${sheets}@company0.example`, "", ""],
  ];
  const header = ["Name", "Email", "Company", found > 0 ? "verification.status" : ""];
  world.session.keyboard.paste(sheet, "A1", [header, ...rows, ...odd, ...valid]);
}

const verifyButton = (sidebar: FrameLocator) => sidebar.getByRole("button", { name: /^Verify [\d,]+ emails?$/ });
const statuses = (): string[] => world.session.keyboard.shows(sheet, "D2:D60").flat().filter(Boolean);

async function showList(): Promise<void> {
  sheet = addList(world, 30);
  // A slow page would tell of this selection only after the next one.
  await untilSelected(world.page, "B2");
}

const button = (sidebar: FrameLocator | Locator, name: string) => sidebar.getByRole("button", { name, exact: true });
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? -1;

describe("verifying a column in the sidebar", () => {
  beforeEach(addSheet);

  test("tells the cost beforehand, writes the results, and sums them up @slow", async () => {
    fillSheet(40);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).waitFor();
    const dryRun = sidebar.locator(".figure-list");
    for (const text of ["43", "not an email address", "duplicates (free)", "to verify", "40"]) {
      expect(await dryRun.textContent()).toContain(text);
    }
    await sidebar.locator(".actions").getByText("20 credits at most · leaves at least 9,980").waitFor();
    await judgeLook(world, sidebar, "verify-dry-run");
    // A share stays in one line, however narrow its row is.
    const heights = await dryRun.locator("dd", { hasText: "%" }).evaluate((figure) =>
      ["", "8rem"].map((width) => {
        figure.style.alignSelf = "start";
        figure.closest("div").style.maxWidth = width;
        return figure.getBoundingClientRect().height;
      }),
    );
    expect(heights[1]).toBe(heights[0]);

    await verifyButton(sidebar).click();
    await sidebar.getByRole("progressbar").waitFor();
    await sidebar.getByText(/of 40 emails/).waitFor();
    await sidebar.locator(".status-bar").waitFor();
    await judgeLook(world, sidebar, "verify-run");

    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(statuses()).toHaveLength(42);
    await sidebar.getByText("41 rows verified · 20 credits spent").waitFor();
    await sidebar.getByText("not an email address").waitFor();
    expect(await sidebar.locator(".status-bar").textContent()).toMatch(/^OK to send \d+.*Not known \d+$/);
    await judgeLook(world, sidebar, "verify-summary");

    await button(sidebar, "Try 8 not known again").click();
    await sidebar
      .getByText(/again is free with the key that has paid\. Anything else costs at most 4 credits\./)
      .waitFor();
    await button(sidebar, "Summary").click();
    await sidebar.getByRole("button", { name: "Insert chart" }).click();
    await sidebar.getByText("The chart is in the sheet “Summary of Email”.").waitFor();

    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    await sidebar.getByText(/^This clears \d+ cells with results and deletes the columns: Email status/).waitFor();
    await judgeLook(world, sidebar, "verify-undo");
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    await sidebar
      .getByText(/^Verifying .* is free with the key that has paid\. Anything else costs at most 20 credits\.$/)
      .waitFor();
    // Nothing is said of the job any more.
    expect(await sidebar.getByRole("status").textContent()).toBe("");
    // The chart's sheet may be in front, but the user goes on with the emails.
    await sidebar.getByLabel(`Emails in “${sheet}”`).waitFor();
    expect(world.session.keyboard.shows(sheet, "A1:D1")).toEqual([["Name", "Email", "Company", ""]]);
  });

  test("by keyboard alone: ten first, then the rest after the sidebar was closed and opened", async () => {
    fillSheet(30, 2);
    let sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("already marked VALID (free)").waitFor();
    await sidebar.getByRole("button", { name: "Try 10 first · 5 credits at most" }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();
    // The repetition of one of the ten has its result as well; all other rows are left alone.
    expect(statuses()).toHaveLength(11);
    expect(statuses().every((status) => /^(VALID|INVALID|CATCH_ALL|not known: .*)$/.test(status))).toBe(true);
    // Its choices are in view, though those of a new job are folded below an unfinished one.
    await sidebar.getByRole("button", { name: "Try 2 not known again" }).click();
    await sidebar.getByText(/^Verifying the same emails again is free with the key that has paid\./).waitFor();

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("Paused: “Email”").waitFor();
    await judgeLook(world, sidebar, "verify-resume");
    await sidebar.getByRole("button", { name: "Verify the remaining 20 · 10 credits at most" }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(statuses()).toHaveLength(34);
    // The whole job is summed up, not only what was done since it was resumed.
    await sidebar.getByText("33 rows verified · 15 credits spent").waitFor();
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar
      .getByText("Everything here is verified. To do it again, choose “All rows, even those verified”.")
      .waitFor();
    await sidebar.getByRole("button", { name: "Summary" }).click();
    await sidebar.getByText("33 rows verified").waitFor();
  });

  test("can be looked up by the name of its sheet, also while one of another sheet is paused @slow", async () => {
    fillSheet(3);
    const first = sheet;
    let sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    addSheet();
    fillSheet(20);
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(`Last verification: “Email” in “${first}”, today`).waitFor();
    await sidebar.getByRole("button", { name: /^Try 10 first/ }).click();
    await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(`Paused: “Email” in “${sheet}”`).waitFor();
    await judgeLook(world, sidebar, "verify-resume-and-last");
    // Beside the other sheet's choices, none of which is covered.
    world.session.keyboard.select(first, "B2");
    await comeBack(world);
    // One line: the choices come first.
    await button(sidebar, "Resume").waitFor();
    expect(await topOf(sidebar.getByLabel(`Emails in “${first}”`))).toBeLessThan(400);
    await judgeLook(world, sidebar, "verify-other-paused");
    await button(sidebar, "Resume").click();
    await sidebar.getByText("10 of 20 emails are left.").waitFor();
    await sidebar.locator(".notice").getByText("5 credits spent", { exact: true }).waitFor();
    world.session.keyboard.select(sheet, "B2");
    await sidebar.getByText(`Last verification: “Email” in “${first}”`).waitFor();
    await sidebar.getByRole("button", { name: "Summary" }).click();
    await sidebar.getByText("4 rows verified").waitFor();
    // Those that are left go, the last one later.
    world.session.keyboard.delete(sheet, "rows", 13, 9);
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByText("1 of 20 emails is left.").waitFor();
    await sidebar.getByRole("button", { name: "Verify the remaining one · 0.5 credits at most" }).waitFor();
    world.session.keyboard.delete(sheet, "rows", 12, 1);
    await sidebar.getByRole("button", { name: "Read the sheet again" }).click();
    await sidebar.getByText("No emails are left.").waitFor();
    expect(await sidebar.getByLabel("Credit limit for the whole job").count()).toBe(0);
    await sidebar.getByRole("button", { name: "Finish · free" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByText(`Last verification: “Email” in “${sheet}”`).waitFor();
  });

  test("is undone where it is paused, without going on first @slow", async () => {
    fillSheet(20);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByRole("button", { name: /^Try 10 first/ }).click();
    await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();
    expect(statuses().length).toBeGreaterThanOrEqual(10);
    await sidebar.getByRole("tab", { name: "Account" }).click();
    const paused = sidebar.locator(".past-job").first();
    await paused.getByText("paused").waitFor();
    await button(paused, "Resume").waitFor();
    await button(paused, "Undo this verification").click();
    await paused.getByText(/^This clears \d+ cells with results and deletes the column/).waitFor();
    await button(paused, "Undo").click();
    await paused.getByText("undone").waitFor();
    await sidebar.locator("h2:focus", { hasText: "Past jobs" }).waitFor();
    expect(statuses()).toEqual([]);
    await sidebar.getByRole("tab", { name: "Verify" }).click();
    await verifyButton(sidebar).waitFor();
    expect(await sidebar.getByText("no longer known").count()).toBe(0);
    expect(await sidebar.getByText(`Paused: “Email” in “${sheet}”`).count()).toBe(0);
  });

  test("counts what others have put beside the results before it is undone, and keeps it unless told otherwise @slow", async () => {
    fillSheet(3);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    world.session.keyboard.insert(sheet, "columns", 1, 1);
    await button(sidebar, "Show").click();
    await sidebar.getByText(`In columns E–J of “${sheet}”`).waitFor();
    await untilSelected(world.page, "E1");
    world.session.keyboard.delete(sheet, "columns", 1, 1);
    world.session.keyboard.type(sheet, "D20", "my note");
    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    await sidebar.getByText("1 cell there was filled or changed by hand.").waitFor();
    await sidebar.getByText(/deletes the columns: Verdict/).waitFor();
    await sidebar.getByLabel("Delete it too").check();
    await sidebar.getByText(/deletes the columns: Email status/).waitFor();
    await sidebar.getByLabel("Keep what stands there").check();
    await sidebar.getByText(/deletes the columns: Verdict/).waitFor();
    await judgeLook(world, sidebar, "verify-undo-others");
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    expect(statuses()).toEqual(["my note"]);
    // The hidden column stays as long as a column of results does.
    expect(world.session.keyboard.shows(sheet, "C1:D1")).toEqual([["verified for", "Email status"]]);
  });

  test("says beforehand that results will replace what was typed, and leaves what is typed after that @slow", async () => {
    fillSheet(3);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    world.session.keyboard.type(sheet, "D3", "called");
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByLabel("Rows").selectOption("all");
    await sidebar.getByText("1 cell beside these rows was filled or changed by hand.").waitFor();
    await sidebar.locator(".actions").getByText("Replaces 1 cell filled by hand.").waitFor();
    await judgeLook(world, sidebar, "verify-typed-over");
    await verifyButton(sidebar).click();
    await sidebar.getByText("4 rows verified").waitFor();
    expect(statuses()).not.toContain("called");

    const late = Array.from({ length: 12 }, (_, i) => ["Late", `late${i}.${sheets}@company1.example`]);
    world.session.keyboard.paste(sheet, "A8", late);
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByRole("button", { name: /^Try 10 first/ }).click();
    await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();
    world.session.keyboard.type(sheet, "D19", "called");
    await sidebar.getByRole("button", { name: /^Verify the remaining/ }).click();
    await sidebar.getByText(/^1 row was not done, because somebody has typed where its results would go\./).waitFor();
    expect(world.session.keyboard.shows(sheet, "D19")).toEqual([["called"]]);
    await judgeLook(world, sidebar, "verify-typed-rows");
  });

  test("says which rows stay when it is undone, as they do not fit what is noted beside them @slow", async () => {
    fillSheet(4);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    world.session.keyboard.paste(sheet, "B2", [["edited@company1.example"], ["edited@company2.example"]]);
    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    const told = sidebar.getByText("2 rows do not match what Sheetscout has noted beside them: they stay.");
    await told.waitFor();
    await sidebar.getByText(/^\d+ cells stand in rows that do not match\.$/).waitFor();
    await judgeLook(world, sidebar, "verify-undo-unfit");
    await sidebar.getByLabel("Delete it too").check();
    await told.waitFor({ state: "detached" });
    await sidebar.getByLabel("Keep what stands there").check();
    await told.waitFor();
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    expect(statuses()).toHaveLength(2);
  });

  test("asks no more to undo what can no longer be undone @slow", async () => {
    fillSheet(3);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    const undo = sidebar.getByRole("button", { name: "Undo", exact: true });
    await undo.waitFor();
    const [header = []] = world.session.keyboard.shows(sheet, "A1:H1");
    world.session.keyboard.delete(sheet, "columns", header.indexOf("verified for") + 1, 1);
    await undo.click();
    await sidebar.locator(".notice strong", { hasText: "hidden column was deleted" }).waitFor();
    await sidebar.locator("button:focus", { hasText: "Undo this verification" }).waitFor();
    expect(await undo.count()).toBe(0);
  });
});

describe("a job under way", () => {
  beforeEach(showList);

  test("moves no button under the pointer, and shows its figures when they are final @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    const letAsk = holdCalls(world, "stepJob", 0);
    await button(sidebar, "Verify 30 emails").click();
    await button(sidebar, "Pause").waitFor();
    const before = await topOf(button(sidebar, "Pause"));
    await sidebar.getByText("Measuring the speed…").waitFor();
    letAsk();
    const letCount = holdCalls(world, "summariseJob", 0);
    const letEnd = holdCalls(world, "endJob", 0);
    await sidebar.locator(".status-bar").waitFor();
    expect(await topOf(button(sidebar, "Pause"))).toBe(before);
    letEnd();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(await sidebar.locator(".status-bar").count()).toBe(0);
    expect(await sidebar.locator("#page-verify").getByRole("button").count()).toBe(0);
    letCount();
    await sidebar.getByText("30 rows verified").waitFor();
    await button(sidebar, "New verification").waitFor();
  });

  test("counts what has come, and says what of it is in the sheet @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    const letWrite = holdCalls(world, "stepJob", 0, (args) => JSON.parse(args)[0].do === "write");
    await button(sidebar, "Verify 30 emails").click();
    await sidebar.getByText("30 of 30 emails · 0 in the sheet").waitFor();
    // What a lane has spent is known with the next asking: if all have asked at the same time, of none yet.
    await sidebar.getByText(/^([\d.]+ credits spent|up to [\d.]+ credits under way)/).waitFor();
    letWrite();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  });

  test("has no heading above no figures, and shows only what is under way while it ends @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByRole("button", { name: /^Try 10 first/ }).click();
    await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();
    const letWrite = holdCalls(world, "stepJob", 0, (args) => JSON.parse(args)[0].do === "write");
    await sidebar.getByRole("button", { name: /^Verify the remaining 20/ }).click();
    await sidebar.getByText("30 of 30 emails · 10 in the sheet").waitFor();
    await button(sidebar, "Go on when I close this").waitFor();
    expect(await sidebar.getByText("Without the 10 emails verified before:").count()).toBe(0);
    await button(sidebar, "Stop").click();
    await sidebar.getByText("Finishing what is under way…").waitFor();
    await sidebar.getByText(/under way$|credits spent/).waitFor();
    for (const text of ["Measuring the speed…", "Keep this sidebar open", "Go on when I close this"]) {
      expect([text, await sidebar.getByText(text).count()]).toEqual([text, 0]);
    }
    letWrite();
    await button(sidebar, "New verification").waitFor();
  });

  test("may be running where another page drives it, and has one price @slow", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    const release = holdCalls(world, "stepJob", 1, (args) => JSON.parse(args)[0].do === "ask");
    await button(sidebar, "Verify 30 emails").click();
    await button(sidebar, "Pause").waitFor();
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByRole("heading", { name: `May be running: “Email” in “${sheet}”` }).waitFor();
    await sidebar.getByText("It was active less than a minute ago").waitFor();
    await sidebar.getByRole("button", { name: /^Verify the remaining \d+ · / }).waitFor();
    expect(await sidebar.getByText(/credits? at most/).count()).toBe(1);
    release();
    // Undone elsewhere, it goes as well.
    const { data } = JSON.parse(await world.session.callFromSidebar("listJobs", "[]"));
    const undo = { jobId: data[0].id, do: "undo", others: "keep" };
    await world.session.callFromSidebar("undoJob", JSON.stringify([undo]));
    await button(sidebar, "Stop it").click();
    await sidebar.locator(".actions").waitFor();
  });

  test("goes on when it is closed if it is told to, and says so when it is opened again @slow", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    const release = holdCalls(world, "stepJob", 1, (args) => JSON.parse(args)[0].do === "ask");
    await button(sidebar, "Verify 30 emails").click();
    await sidebar.getByText("Keep this sidebar open: closing it pauses the verification.").waitFor();
    await button(sidebar, "Go on when I close this").click();
    await sidebar.getByText("You may close this sidebar: Google then checks every minute").waitFor();
    await button(sidebar, "Pause when I close this").waitFor();
    expect(world.host.triggers()).toMatchObject([{ functionName: "workWhileClosed", everyMs: 60_000 }]);
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(/^Waiting for Google: /).waitFor();
    await sidebar.getByText(/^Next run: today .* at the latest, even with this sidebar closed\.$/).waitFor();
    await button(sidebar, "Do not go on automatically").click();
    await button(sidebar, "Do not go on automatically").waitFor({ state: "detached" });
    expect(world.host.triggers()).toEqual([]);
    // Its end, wherever it comes, is seen within half a minute.
    const [job] = JSON.parse(await world.session.callFromSidebar("listJobs", "[]")).data;
    const end = { jobId: job.id, epoch: job.epoch, state: "finished", reason: "", hasLanded: true };
    await world.session.callFromSidebar("endJob", JSON.stringify([end]));
    release();
    await letHalfAMinutePass(sidebar);
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await button(sidebar, "New verification").click();
    await sidebar.locator(".actions").waitFor();
  });

  test("that credits stop is told of once, and nothing calls a finished job unfinished @slow", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    await world.session.callFromSidebar("removeKey", "[]");
    await button(sidebar, "Verify 30 emails").click();
    const missing = sidebar.locator("#page-verify").getByText("No API key is set.");
    await missing.waitFor();
    await sidebar.getByRole("tab", { name: "Settings" }).click();
    await button(sidebar, "Replace").click();
    await sidebar.getByRole("button", { name: /^empty-key/ }).click();
    await sidebar.getByRole("status").getByText("The key is saved.").waitFor();
    await sidebar.getByRole("tab", { name: "Verify" }).click();
    expect(await missing.count()).toBe(0);
    await button(sidebar, "Verify 30 emails").click();
    await sidebar.getByRole("heading", { name: "Paused: “Email”" }).waitFor();
    await button(sidebar, "New verification").waitFor();
    const notices = sidebar.locator("#page-verify .notice", { hasText: /credits/ });
    await sidebar.locator('#page-verify [data-credits="general"]').waitFor({ state: "attached" });
    const shown = await Promise.all((await notices.all()).map((notice) => notice.isVisible()));
    expect(shown.filter(Boolean)).toHaveLength(1);

    await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("30 of 30 emails are left.").waitFor();
    // Enough are left now.
    await sidebar.getByText("Reason for the pause: “Not enough credits are left.”").waitFor();
    await sidebar.getByText("If you resume it, your credits are spent.").waitFor();
    await sidebar.getByRole("button", { name: "Verify the remaining 30 · 15 credits at most" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await button(sidebar, "New verification").click();
    await sidebar.getByText("Everything here is verified.").waitFor();
    expect(await sidebar.getByText(/^(Paused|Not finished):/).count()).toBe(0);
  });
});
