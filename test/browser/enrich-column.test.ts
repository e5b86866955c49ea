import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
afterAll(() => world.close());

const COMPANIES = [
  "reliable.example",
  "three-emails.example",
  "Twins Trading",
  "three-emails.example",
  "webmail.example",
];

function openList(sheet: string): ReturnType<typeof openSidebar> {
  const { keyboard } = world.session;
  keyboard.addSheet(sheet);
  keyboard.paste(sheet, "A1", [["Website", "Owner"], ...COMPANIES.map((name) => [name, "Ada"])]);
  keyboard.select(sheet, "A2");
  return openSidebar(world, "Add details to this column of companies");
}

test("somebody with a list of companies gets their details beside them, sees what is missing and why, and undoes it", async () => {
  const { session } = world;
  const sidebar = await openList("Accounts");
  const tabs = await sidebar.getByRole("tab").all();
  const tops = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  await sidebar.getByText("4 credits at most").first().waitFor();
  await judgeLook(world, sidebar, "enrich-choosing");
  await sidebar.getByRole("button", { name: "Add details of 4 companies" }).click();
  await sidebar.getByRole("heading", { name: "Done: “Website”" }).waitFor();
  await sidebar.getByText("name matches no company, or several. Use its website.").waitFor();
  await judgeLook(world, sidebar, "enrich-done");
  const shown = session.keyboard.shows("Accounts", "A1:L6");
  expect(shown[0]).toEqual(expect.arrayContaining(["Company domain", "Company name", "Company LinkedIn", "Owner"]));
  expect(shown.slice(1).map((row) => row[shown[0]?.indexOf("Company domain") ?? 0])).toEqual([
    "reliable.example",
    "three-emails.example",
    "error: Domain not known for certain (CANT_FIND_DOMAIN)",
    "three-emails.example",
    "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)",
  ]);
  await sidebar.getByRole("button", { name: "Undo this look-up" }).click();
  await sidebar.getByRole("button", { name: /^Undo/ }).last().click();
  await sidebar.getByRole("heading", { name: "Add company details" }).waitFor();
  expect(session.keyboard.shows("Accounts", "A1:C2")).toEqual([
    ["Website", "Owner", ""],
    ["reliable.example", "Ada", ""],
  ]);
});

test("somebody who chooses a further detail is told how many rows lack it, and fills them with all rows", async () => {
  const sidebar = await openList("Later");
  await sidebar.getByRole("button", { name: "Add details of 4 companies" }).click();
  await sidebar.getByRole("heading", { name: "Done: “Website”" }).waitFor();
  await sidebar.getByRole("button", { name: "New look-up" }).click();
  await sidebar.getByText("Everything here is looked up.").waitFor();
  const later = sidebar.getByText("3 rows already looked up lack some of the columns chosen above.");
  expect(await later.count()).toBe(0);
  await sidebar.getByText("Columns to add").click();
  await sidebar.getByLabel("Company description").click();
  await later.waitFor();
  await judgeLook(world, sidebar, "enrich-lacking");
  await sidebar.getByLabel("Rows").selectOption("all");
  await later.waitFor({ state: "detached" });
  await sidebar.getByRole("button", { name: "Add details of 4 companies" }).click();
  await sidebar.getByRole("heading", { name: "Done: “Website”" }).waitFor();
  expect(world.session.keyboard.shows("Later", "A1:Z1")[0]).toContain("Company description");
});

test("somebody corrects a header that was read wrongly, with the keys, and no title above it is asked @slow", async () => {
  const { keyboard } = world.session;
  keyboard.addSheet("Titles");
  const titles = [
    ["Fair in Oslo", "Sales"],
    ["Who", "Where they can be found"],
  ];
  keyboard.paste("Titles", "A1", [...titles, ["Ada", "reliable.example"], ["Bob", "three-emails.example"]]);
  keyboard.select("Titles", "B3");
  const sidebar = await openSidebar(world, "Add details to this column of companies");
  await sidebar.getByRole("button", { name: "Add details of 3 companies" }).waitFor();
  const header = sidebar.getByLabel("Header", { exact: true });
  expect(await header.locator("option:checked").textContent()).toBe("Row 1: Fair in Oslo, Sales");
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(24);
  await header.focus();
  // Each press goes on from the one before it, though the plan is still being read.
  for (const [key, row] of [
    ["ArrowDown", "2"],
    ["ArrowDown", "3"],
    ["ArrowUp", "2"],
  ] as const) {
    await header.press(key);
    expect(await header.inputValue()).toBe(row);
  }
  await sidebar.getByRole("button", { name: "Add details of 2 companies" }).waitFor();
  expect(await header.locator("option:checked").textContent()).toBe("Row 2: Who, Where they can be found");
  expect(await header.evaluate((select) => select.matches(":focus"))).toBe(true);
  await sidebar.locator("option:checked", { hasText: "B: Where they can be found" }).waitFor({ state: "attached" });
  await judgeLook(world, sidebar, "enrich-header");
  await sidebar.getByRole("button", { name: "Add details of 2 companies" }).click();
  await sidebar.getByRole("heading", { name: "Done: “Where they can be found”" }).waitFor();
  const [first, second] = keyboard.shows("Titles", "A1:L2");
  expect(first?.slice(2).join("")).toBe("");
  expect(second).toEqual(expect.arrayContaining(["Who", "Company domain"]));
  await sidebar.getByRole("button", { name: "New look-up" }).click();
  await sidebar.getByText("Everything here is looked up.").waitFor();
  expect(await header.inputValue()).toBe("2");
});

test("whoever chooses selected rows is told that hidden ones among them count @slow", async () => {
  const sidebar = await openList("Filtered");
  await sidebar.getByLabel("Rows").selectOption("Selected rows");
  await sidebar.getByText("Hidden rows in the selection count, too. “Visible rows” leaves them out.").waitFor();
});
