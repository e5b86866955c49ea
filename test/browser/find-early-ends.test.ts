import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { holdAfterFirstWrite } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

// Judging a state takes four drawings and two audits, which are slow on a busy machine.

const MENU_ITEM = "Find emails for this column of companies";

/** Asked in 15 batches, of which the first are written before the last are asked. */
const COMPANIES = 150;

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(async () => {
  sheets++;
  sheet = `Leads ${sheets}`;
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
  world.session.keyboard.addSheet(sheet);
  const companies = Array.from({ length: COMPANIES }, (_, i) => [`company${i}-${sheets}.example`]);
  world.session.keyboard.paste(sheet, "A1", [["Website"], ...companies]);
  world.session.keyboard.select(sheet, "A2");
});

const heading = (sidebar: FrameLocator, name: string) => sidebar.getByRole("heading", { name });
/** A pause that comes after the last question leaves nothing to search. */
const goOn = (sidebar: FrameLocator) =>
  sidebar.getByRole("button", { name: /^(Search the remaining (\d+|one)|Resume|Finish) · / });
const button = (sidebar: FrameLocator, name: string) => sidebar.getByRole("button", { name, exact: true });

/** Starts a job and holds it when its first companies are written. @returns lets it go on */
async function startAndHold(sidebar: FrameLocator): Promise<() => void> {
  const release = holdAfterFirstWrite(world);
  // The page draws every one.
  await sidebar.getByLabel("Emails per company, at most").fill("2");
  await sidebar.getByRole("button", { name: /^Find emails for/ }).click();
  await sidebar.getByText("with emails").waitFor();
  return release;
}

describe("a job that finds emails", () => {
  test("does not offer to go on when the sheet of the emails is deleted, but to begin anew @slow", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    const release = await startAndHold(sidebar);
    world.session.keyboard.deleteSheet("Emails");
    release();
    await heading(sidebar, "Paused: “Website”").waitFor();
    await sidebar.getByText("The sheet that this job writes to was deleted.", { exact: true }).waitFor();
    await sidebar.getByText(/credits? spent/).waitFor();
    await judgeLook(world, sidebar, "find-emails-gone");
    expect(await goOn(sidebar).count()).toBe(0);
    for (const name of ["Resume", "Insert chart", "Verify these emails"]) {
      expect([name, await button(sidebar, name).count()]).toEqual([name, 0]);
    }
    expect(await button(sidebar, "New search").getAttribute("class")).toContain("primary");
    await button(sidebar, "New search").click();
    await button(sidebar, `Find emails for ${COMPANIES} companies`).waitFor();
    expect(await sidebar.getByLabel("Rows").inputValue()).toBe("all");

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.locator(".notice").getByText("The sheet that it writes to was deleted. Choose all rows").waitFor();
    expect(await goOn(sidebar).count()).toBe(0);
    await button(sidebar, "Dismiss").click();
    await sidebar.getByText(/^Last search: “Website”/).waitFor();
  });

  test("says at once that the sheet of its companies was deleted, whatever sheet is in front @slow", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    const release = await startAndHold(sidebar);
    world.session.keyboard.deleteSheet(sheet);
    release();
    await heading(sidebar, "Paused: “Website”").waitFor();
    world.session.keyboard.addSheet("Elsewhere");
    world.session.keyboard.select("Elsewhere", "B2");
    await untilSelected(world.page, "B2");
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.locator(".notice").getByText("Its sheet was deleted.").waitFor();
    await button(sidebar, "Dismiss").click();
    await sidebar.getByText(/^Last search: “Website”/).waitFor();
    await sidebar.locator("[role=tabpanel]:focus").waitFor();
  });

  test("goes on with another key after the user has agreed @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    const release = await startAndHold(sidebar);
    await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-colleague-key"]');
    release();
    await heading(sidebar, "Paused: “Website”").waitFor();
    await sidebar.getByText("Resuming it spends the credits of your key.", { exact: true }).waitFor();
    await sidebar.getByText(/emails written to/).waitFor();
    await goOn(sidebar).click();
    await heading(sidebar, "Done: “Website”").waitFor();
    expect(
      world.session.keyboard
        .shows(sheet, `B2:B${COMPANIES + 1}`)
        .flat()
        .filter(Boolean),
    ).toHaveLength(COMPANIES);
  });

  test("asks again before it goes on when the key was changed after it has paused @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    const release = await startAndHold(sidebar);
    await button(sidebar, "Pause").click();
    release();
    await heading(sidebar, "Paused: “Website”").waitFor();
    await sidebar.getByText(/credits? spent/).waitFor();
    await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-colleague-key"]');
    await goOn(sidebar).click();
    await sidebar.getByText("Resuming it spends the credits of your key.", { exact: true }).waitFor();
    await goOn(sidebar).click();
    await heading(sidebar, "Done: “Website”").waitFor();
    expect(await sidebar.getByText("Rows that were there already").count()).toBe(0);

    // Emails that are in their sheet are not written again, also when more columns are wanted.
    await button(sidebar, "New search").click();
    await sidebar.getByLabel("Rows").selectOption("all");
    await sidebar.getByText("More options").click();
    await sidebar.getByText(/^Company details to add to each email/).click();
    await sidebar.getByLabel("Company industry", { exact: true }).check();
    await button(sidebar, `Find emails for ${COMPANIES} companies`).click();
    await heading(sidebar, "Done: “Website”").waitFor();
    await sidebar.getByText("Rows that were there already were left as they are").waitFor();
    await button(sidebar, "Search all again with details").click();
    await button(sidebar, `Find emails for ${COMPANIES} companies`).waitFor();
    expect(await sidebar.getByLabel("Put the emails in").inputValue()).toBe("new");
  });
});
