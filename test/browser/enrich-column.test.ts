import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
});
afterAll(() => world.close());

const COMPANIES = [
  "reliable.example",
  "three-emails.example",
  "Twins Trading",
  "three-emails.example",
  "webmail.example",
];

test("somebody with a list of companies gets their details beside them, sees what is missing and why, and undoes it", async () => {
  const { session } = world;
  await session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
  session.keyboard.addSheet("Accounts");
  session.keyboard.paste("Accounts", "A1", [["Website", "Owner"], ...COMPANIES.map((name) => [name, "Ada"])]);
  session.keyboard.select("Accounts", "A2");
  const sidebar = await openSidebar(world, "Add details to this column of companies");
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
