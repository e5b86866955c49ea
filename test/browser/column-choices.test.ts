import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator, Locator } from "playwright-core";
import { holdCalls } from "./sidebar-support/hold-calls";
import { openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

const MENU_ITEM = "Verify emails in this column";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld({ isQuick: true });
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(async () => {
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
  sheet = addList(30);
  // A slow page would tell of this selection only after the next one.
  await untilSelected(world.page, "B2");
});

/** Adds a sheet in front, with people and two columns of emails. @returns its name */
function addList(people: number): string {
  sheets++;
  const name = `People ${sheets}`;
  const rows = Array.from({ length: people }, (_, i) => [
    `Person ${i}`,
    `person${i}.${sheets}@company${i % 5}.example`,
    `someone${i}.${sheets}@other${i % 5}.example`,
    i % 9 === 4 ? `rare${i}.${sheets}@company1.example` : `note ${i}`,
  ]);
  world.session.keyboard.addSheet(name);
  world.session.keyboard.paste(name, "A1", [["Name", "Email", "Second email", "Contact"], ...rows]);
  world.session.keyboard.select(name, "B2");
  return name;
}

/** The pointer leaves the sidebar and comes back. */
async function comeBack(): Promise<void> {
  const box = await world.page.locator("#sidebar iframe").boundingBox();
  if (!box) throw new Error("There is no sidebar.");
  await world.page.mouse.move(box.x - 200, box.y + 200);
  await world.page.mouse.move(box.x + 40, box.y + 200, { steps: 4 });
}

const chosenColumn = (sidebar: FrameLocator, name = sheet): Promise<string | null> =>
  sidebar.getByLabel(`Emails in “${name}”`).locator("option:checked").textContent();
const button = (sidebar: FrameLocator, name: string) => sidebar.getByRole("button", { name, exact: true });
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? -1;

describe("the choices of a job over a column", () => {
  test("are those of the column that is selected, though most of it are no emails", async () => {
    world.session.keyboard.select(sheet, "D2");
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 3 emails").waitFor();
    expect(await chosenColumn(sidebar)).toBe("D: Contact");
  });

  test("follow the sheet, the column and the rows that the user goes to", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    expect(await chosenColumn(sidebar)).toBe("B: Email");

    world.session.keyboard.select(sheet, "C5");
    await comeBack();
    await sidebar.locator("option:checked", { hasText: "C: Second email" }).waitFor({ state: "attached" });

    const other = addList(7);
    await comeBack();
    await button(sidebar, "Verify 7 emails").waitFor();
    expect(await chosenColumn(sidebar, other)).toBe("B: Email");

    await sidebar.getByLabel("Rows").selectOption("Selected rows");
    await sidebar.getByText("Select rows in the sheet, then come back here.").waitFor();
    world.session.keyboard.select(other, "B3:B5");
    await comeBack();
    await button(sidebar, "Verify 3 emails").waitFor();
    world.session.keyboard.select(other, "B3:B3");
    world.session.keyboard.select(other, "B4:B5");
    await comeBack();
    await button(sidebar, "Verify 2 emails").click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(world.session.keyboard.shows(other, "D2:D8").flat().map(Boolean)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("keep a column chosen by hand as long as nobody goes elsewhere", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    await sidebar.getByLabel(`Emails in “${sheet}”`).selectOption("A: Name");
    await sidebar
      .getByText("No emails in this column. Choose another column above, or open the sheet with your emails.")
      .waitFor();
    world.session.keyboard.type(sheet, "A2", `typed${sheets}@company1.example`);
    await comeBack();
    await button(sidebar, "Verify 1 email").waitFor();
    expect(await chosenColumn(sidebar)).toContain("A:");
  });

  test("keep price and buttons in sight in a low window, and say why there is nothing to do", async () => {
    const { page } = world;
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ ...size, height: 420 });
    const sidebar = await openSidebar(world, MENU_ITEM);
    const price = sidebar.getByText("15 credits at most");
    await price.waitFor();
    const frame = await page.locator("#sidebar iframe").boundingBox();
    for (const element of [
      price,
      button(sidebar, "Verify 30 emails"),
      button(sidebar, "Try 10 first · 5 credits at most"),
    ]) {
      const box = await element.boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    }
    await page.setViewportSize(size);
    await sidebar.getByLabel("Rows").selectOption("Verified some time ago");
    await sidebar.getByText("Nothing here was verified over 90 days ago.").waitFor();
  });

  test("keep their buttons in place while a limit is no number, and say what a limit permits of the rest", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    await sidebar.getByLabel("Credit limit").fill("6.5");
    await sidebar.getByText("Give a whole number of credits, or leave it empty.").waitFor();
    expect(await button(sidebar, "Verify 30 emails").getAttribute("aria-disabled")).toBe("true");
    // It can be pressed, and does nothing.
    await button(sidebar, "Try 10 first · 5 credits at most").click({ force: true });
    await sidebar.getByLabel("Credit limit").fill("6");
    // The limit may not suffice for all.
    expect(await button(sidebar, "Verify emails · 6 credits at most").getAttribute("aria-disabled")).toBe("false");
    await button(sidebar, "Try 10 first · 5 credits at most").click();
    await button(sidebar, "Resume · 1 credit at most").waitFor();
    await sidebar.getByLabel("Credit limit for the whole job").fill("20");
    await sidebar.getByRole("button", { name: "Verify the other 20 · 10 credits at most" }).click();
    await sidebar.getByText("30 rows verified").waitFor();
  });
});

describe("a job under way", () => {
  test("moves no button under the pointer, and shows its figures when they are final", async () => {
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

  test("that credits stop is told of once, and nothing calls a finished job unfinished", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    await world.session.callFromSidebar("checkAndSaveKey", '["empty-key"]');
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
    await sidebar.getByText("If you resume it, your credits are spent.").waitFor();
    await sidebar.getByRole("button", { name: "Verify the other 30 · 15 credits at most" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await button(sidebar, "New verification").click();
    await sidebar.getByText("Everything here is verified.").waitFor();
    expect(await sidebar.getByText(/^(Paused|Not finished):/).count()).toBe(0);
  });
});
