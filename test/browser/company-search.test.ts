import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import {
  ALL_COMPANIES,
  foldOf,
  openCompanies,
  pasteSearch,
  preview,
  searchAsJson,
} from "./sidebar-support/companies-page";
import { holdAnswers, holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import type { WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
});
afterAll(() => world.close());

const useKey = (key: string): Promise<string> => world.session.callFromSidebar("checkAndSaveKey", `["${key}"]`);
beforeEach(() => useKey("sandbox-key"));

let sidebar: FrameLocator;
/** The last search is kept with the user. */
async function openEmptyBuilder(): Promise<void> {
  sidebar = await openCompanies(world);
  await pasteSearch(sidebar, {});
}

const asked = () => world.service.controls.calls().filter(({ operation }) => operation === "search-company").length;

describe("a search is built", () => {
  beforeEach(openEmptyBuilder);

  test("by mouse: chips, amounts, ticks; and shows what it finds and costs", async () => {
    await foldOf(sidebar, "Industry").click();
    await sidebar.getByLabel("Include").fill("Banking");
    await sidebar.getByLabel("Exclude").click();
    await sidebar.getByRole("button", { name: "Remove Banking" }).waitFor();
    await foldOf(sidebar, "Industry").click();
    expect(await foldOf(sidebar, "Industry").textContent()).toContain("Banking");
    await foldOf(sidebar, "Company size").click();
    for (const range of await sidebar.locator(".pill").all()) await range.click();
    await judgeLook(world, sidebar, "companies-builder");
    await preview(sidebar);
    expect(await sidebar.getByText(/^\d+ pages?, at most 1 credit each\. This preview cost 1 credit/).count()).toBe(1);
    await sidebar.getByText("free, as you have paid for it", { exact: true }).waitFor();
    expect(await sidebar.locator(".companies tbody tr").count()).toBeGreaterThan(0);
    await judgeLook(world, sidebar, "companies-preview");
  });

  test("by a press that takes what was typed before, and also does what it is for @slow", async () => {
    for (const label of ["Location", "Company size"]) await foldOf(sidebar, label).click();
    const sizes = sidebar.locator(".pill");
    await sidebar.getByLabel("Include").fill("Germany");
    await sizes.nth(1).click();
    await sidebar.getByRole("button", { name: "Remove Germany" }).waitFor();
    expect(await sizes.nth(1).getByRole("checkbox").isChecked()).toBe(true);
    await sidebar.getByLabel("Include").fill("France");
    await sidebar.getByRole("button", { name: "Remove Germany" }).click();
    await sizes.nth(2).click();
    await sidebar.getByRole("button", { name: "Remove France" }).waitFor();
    expect(await sidebar.getByRole("button", { name: "Remove Germany" }).count()).toBe(0);
    expect(await sizes.getByRole("checkbox", { checked: true }).count()).toBe(2);
  });

  test("by keyboard alone, and the focus comes to the result", async () => {
    const { keyboard } = world.page;
    await foldOf(sidebar, "Saved searches").focus();
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await sidebar.getByLabel("Include").waitFor();
    await keyboard.press("Tab");
    await keyboard.type("Banking,Retail");
    await keyboard.press("Enter");
    await sidebar.getByRole("status").getByText("Retail added.").waitFor();
    // An empty field gives its last chip back.
    await keyboard.press("Backspace");
    await sidebar.getByRole("button", { name: "Remove Banking" }).waitFor();
    expect(await sidebar.getByRole("button", { name: "Remove Retail" }).count()).toBe(0);
    await sidebar.getByRole("button", { name: "Preview" }).focus();
    await keyboard.press("Enter");
    const result = sidebar.locator("h2:focus", { hasText: /^\d+ companies$/ });
    await result.waitFor();
    // It stands below the tabs, and the companies below it are in sight.
    const tabs = await sidebar.getByRole("tablist").boundingBox();
    const top = (await result.boundingBox())?.y ?? 0;
    const below = (tabs?.y ?? 0) + (tabs?.height ?? 0);
    expect(top).toBeGreaterThan(below);
    expect(top).toBeLessThan(below + 50);
  });

  test("from many pasted lines and from a column of the sheet @slow", async () => {
    world.session.keyboard.paste("Sheet1", "A1", [["Rivals"], ["reliable.example, twins-north.example"], ["No site"]]);
    world.session.keyboard.select("Sheet1", "A1");
    await foldOf(sidebar, "Websites").click();
    const pick = sidebar.getByRole("button", { name: "From a column" });
    const take = sidebar.getByRole("button", { name: "Add 3 values" });
    await pick.click();
    await take.waitFor();
    await sidebar.locator("select:focus").press("Escape");
    await take.waitFor({ state: "detached" });
    await pick.click();
    await take.click();
    await sidebar.getByText("“No site” is not a website.").waitFor();
    await sidebar.getByRole("button", { name: "Remove it" }).click();
    await foldOf(sidebar, "Company names").click();
    await sidebar
      .locator("details", { hasText: /^Company names/ })
      .getByLabel("Include")
      .evaluate((input) => {
        const { ClipboardEvent, DataTransfer } = input.ownerDocument.defaultView;
        const data = new DataTransfer();
        data.setData("text", Array.from({ length: 40 }, (_, turn) => `Company ${turn}, Inc.`).join("\n"));
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      });
    await sidebar.getByText("and 28 more").waitFor();
    const search = (await searchAsJson(sidebar)) as { company: Record<string, { include: string[] }> };
    expect(search.company.websites?.include).toEqual(["reliable.example", "twins-north.example"]);
    expect(search.company.names?.include[39]).toBe("Company 39, Inc.");
  });

  test("from locations that the service offers: a typed name is taken as the one it means @slow", async () => {
    await foldOf(sidebar, "Location").click();
    await sidebar.getByLabel("Include").fill("california");
    await sidebar.getByRole("button", { name: "California, United States", exact: true }).waitFor();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("button", { name: "Remove California, United States" }).waitFor();
    expect(await searchAsJson(sidebar)).toEqual({
      company_location_search: { include: ["California, United States"] },
    });
    await preview(sidebar);
  });

  test("from places typed quickly: each is a chip at once, and one that the service does not know stays in error @slow", async () => {
    const before = asked();
    const release = holdCalls(world, "suggestLocations", 0);
    await foldOf(sidebar, "Location").click();
    await sidebar.getByLabel("Include").click();
    await world.page.keyboard.type("finland\nSwedn\nca\nbritish columbia, canada");
    const chips = sidebar.getByRole("button", { name: /^Remove / });
    expect(await chips.allTextContents()).toEqual(["finland", "Swedn", "ca"]);
    // Nobody has to wait for the answers: leaving the field takes the last one, and Preview comes after them.
    await sidebar.getByRole("button", { name: "Preview" }).click({ delay: 100 });
    await sidebar.getByRole("button", { name: "Remove british columbia, canada", exact: true }).waitFor();
    release();
    const problem =
      "“ca” may mean several places. Pick one. Not known to the service: “Swedn”. Pick a place from the list, or remove it.";
    await sidebar.locator("p.problem", { hasText: problem }).waitFor();
    await judgeLook(world, sidebar, "companies-places");
    await sidebar.locator("input:focus[aria-invalid]").waitFor();
    // It is not folded away.
    await foldOf(sidebar, "Location").click();
    expect(await sidebar.locator("p.problem", { hasText: problem }).isVisible()).toBe(true);
    expect(asked()).toBe(before);
    const instead = sidebar.getByRole("group", { name: "Instead of Swedn" });
    await instead.getByRole("button", { name: "Sweden", exact: true }).click();
    await sidebar.getByRole("button", { name: "Remove ca", exact: true }).click();
    expect(await searchAsJson(sidebar)).toEqual({
      company_location_search: { include: ["Finland", "Sweden", "British Columbia, Canada"] },
    });
    await preview(sidebar);
  });

  test("from industries and funding stages that earlier searches have shown, also another time @slow", async () => {
    await pasteSearch(sidebar, ALL_COMPANIES);
    await preview(sidebar);
    const rows = sidebar.locator(".companies tbody tr");
    expect(await rows.count()).toBe(5);
    await sidebar.locator(".companies th", { hasText: "Location" }).waitFor();
    await sidebar.getByRole("button", { name: "Show all 25 of this page" }).click();
    expect(await rows.count()).toBe(25);
    sidebar = await openCompanies(world);
    await pasteSearch(sidebar, {});
    await foldOf(sidebar, "Funding").click();
    const stages = sidebar.getByRole("group", { name: "Suggestions" }).first().getByRole("button");
    await stages.first().click();
    await foldOf(sidebar, "Industry").click();
    await sidebar.getByLabel("Include").pressSequentially("in");
    const industries = sidebar.getByRole("group", { name: "Suggestions" }).first().getByRole("button");
    const industry = (await industries.first().textContent()) ?? "";
    await sidebar.getByLabel("Include").fill(industry.toUpperCase());
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("button", { name: `Remove ${industry}` }).waitFor();
    const search = (await searchAsJson(sidebar)) as { company_funding: { stage: string[] } };
    expect(search).toMatchObject({ company_industry: { include: [industry] } });
    expect(search.company_funding.stage).toHaveLength(1);
    // What is wanted is not offered to be excluded.
    await sidebar.getByLabel("Exclude").fill(industry.toLowerCase());
    expect(await sidebar.getByRole("button", { name: industry, exact: true }).count()).toBe(0);
  });

  test("and is cleared at once @slow", async () => {
    await pasteSearch(sidebar, { ...ALL_COMPANIES, company_type: "Public" });
    await foldOf(sidebar, "Industry").click();
    await sidebar.getByLabel("Include").fill("typed and not entered");
    await sidebar.getByRole("button", { name: "Clear all" }).click();
    await sidebar.getByRole("status").getByText("All filters are cleared.").waitFor();
    expect(await sidebar.getByLabel("Include").inputValue()).toBe("");
    expect(await sidebar.getByRole("button", { name: "Clear all" }).count()).toBe(0);
    expect(await searchAsJson(sidebar)).toEqual({});
  });

  test("and is cleared for good: the page begins with an empty search the next time @slow", async () => {
    const clear = async (): Promise<void> => {
      await sidebar.getByRole("button", { name: "Clear all" }).click();
      await sidebar.getByRole("status").getByText("All filters are cleared.").waitFor();
    };
    await world.session.callFromSidebar("saveSearch", '[{"name":"Sign","filters":{},"replaces":false}]');
    await pasteSearch(sidebar, { company_type: "Public" });
    await preview(sidebar);
    const forgetting = holdAnswers(world, "forgetLastSearch");
    await clear();
    await forgetting.first;
    forgetting.release();
    sidebar = await openCompanies(world);
    await foldOf(sidebar, "Saved searches 1").waitFor();
    expect(await searchAsJson(sidebar)).toEqual({});
    // Nothing is kept now, so there is nothing to forget.
    let calls = 0;
    const release = holdCalls(world, "forgetLastSearch", 0, () => ++calls > 0);
    await sidebar.getByLabel("Filters", { exact: true }).fill('{"company_type": "Private"}');
    await clear();
    await foldOf(sidebar, "Saved searches").click();
    await sidebar.getByRole("button", { name: "Delete Sign" }).click();
    await sidebar.getByRole("button", { name: "Delete Sign" }).waitFor({ state: "detached" });
    expect(calls).toBe(0);
    release();
  });

  test("of more than 500 entries, and all of it is counted on request @slow", async () => {
    const unknown = Array.from({ length: 499 }, (_, turn) => `nobody${turn}.test`);
    const include = ["reliable.example", ...unknown, "twins-north.example"];
    await pasteSearch(sidebar, { company: { websites: { include } } });
    await preview(sidebar);
    await sidebar.getByRole("heading", { name: "At least 1 company" }).waitFor();
    await sidebar.getByText("One search is not counted yet").scrollIntoViewIfNeeded();
    await judgeLook(world, sidebar, "companies-long-list");
    await sidebar.getByRole("button", { name: "Count all" }).click();
    await sidebar.getByRole("heading", { name: "2 companies", exact: true }).waitFor();
    await sidebar.getByText("2 searches of at most 500 entries; 2 of them are counted.").waitFor();
    await sidebar.getByText("Up to 2 companies, free").waitFor();
  });

  test("names the entries that are no websites, however long the list is, and removes them at once @slow", async () => {
    const include = Array.from({ length: 30 }, (_, turn) => `nobody${turn}.test`);
    await pasteSearch(sidebar, { company: { websites: { include: [...include, "not a website", "http://"] } } });
    await foldOf(sidebar, "Websites").click();
    await sidebar.getByText("2 of these are not websites.").waitFor();
    await sidebar.getByText("and 18 more").waitFor();
    await judgeLook(world, sidebar, "companies-no-websites");
    await sidebar.getByRole("button", { name: "Remove http://" }).click();
    await sidebar.getByText("“not a website” is not a website.").waitFor();
    await sidebar.getByRole("button", { name: "Remove it" }).click();
    await sidebar.getByRole("button", { name: "Remove all 30" }).waitFor();
    await sidebar.getByText("is not a website.").waitFor({ state: "detached" });
  });

  test("and replaces none of the same name that another tab has saved meanwhile, unless the user wants that @slow", async () => {
    await pasteSearch(sidebar, { company_type: "Public" });
    await foldOf(sidebar, "Saved searches").click();
    const elsewhere = '[{"name":"Mine","filters":{"company_type":"Private"},"replaces":false}]';
    await world.session.callFromSidebar("saveSearch", elsewhere);
    await sidebar.getByLabel("Save this search as").fill("Mine");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByText("This name is used already. Choose another name, or press Replace.").waitFor();
    await sidebar.getByRole("button", { name: "Mine", exact: true }).waitFor();
    // Enter in the field replaces nothing by itself.
    await sidebar.getByLabel("Save this search as").press("Enter");
    await sidebar
      .locator(":focus")
      .and(sidebar.getByRole("button", { name: "Replace “Mine”" }))
      .waitFor();
    const replaced = sidebar.getByRole("status").getByText("Mine is replaced.");
    expect(await replaced.count()).toBe(0);
    await sidebar.getByRole("button", { name: "Replace “Mine”" }).click();
    await replaced.waitFor({ state: "attached" });
    await sidebar.getByRole("button", { name: "Delete Mine" }).click();
    await sidebar.getByRole("button", { name: "Delete Mine" }).waitFor({ state: "detached" });
  });

  test("and is there again under its name, and as the last one @slow", async () => {
    await pasteSearch(sidebar, { company_type: "Public" });
    await foldOf(sidebar, "Saved searches").click();
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByText("Type a name for the search.").waitFor();
    const field = sidebar.getByLabel("Save this search as");
    // The server takes no longer name.
    await field.fill("");
    await field.pressSequentially("n".repeat(102));
    expect(await field.inputValue()).toHaveLength(100);
    await field.fill("Public ones");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByRole("button", { name: "Delete Public ones" }).waitFor();
    // Under a name that is used it is replaced, and the button says so.
    await sidebar.getByRole("button", { name: "Replace “Public ones”" }).waitFor();
    await judgeLook(world, sidebar, "companies-saved");
    await sidebar.getByLabel("Save this search as").fill("Others");
    await sidebar.getByRole("button", { name: "Save", exact: true }).waitFor();
    await pasteSearch(sidebar, { company_type: "Private" });
    await sidebar.getByRole("button", { name: "Public ones", exact: true }).click();
    await sidebar.getByRole("status").getByText("Public ones is loaded.").waitFor();
    expect(await searchAsJson(sidebar)).toEqual({ company_type: "Public" });
    await preview(sidebar);
    sidebar = await openCompanies(world);
    await foldOf(sidebar, "More filters").getByText("Type").waitFor();
    expect(await searchAsJson(sidebar)).toEqual({ company_type: "Public" });
    // Cleared before it has come, it stays away.
    const release = holdCalls(world, "readSavedSearches", 0);
    await openEmptyBuilder();
    await foldOf(sidebar, "Saved searches").click();
    release();
    await sidebar.getByRole("button", { name: "Delete Public ones" }).waitFor();
    expect(await searchAsJson(sidebar)).toEqual({});
    await sidebar.getByRole("button", { name: "Delete Public ones" }).click();
    await sidebar.getByRole("button", { name: "Delete Public ones" }).waitFor({ state: "detached" });
    await sidebar.locator("input:focus").waitFor();
    sidebar = await openCompanies(world);
    await foldOf(sidebar, "Saved searches").click();
    await sidebar.getByLabel("Save this search as").waitFor();
    expect(await sidebar.getByRole("button", { name: "Public ones", exact: true }).count()).toBe(0);
  });
});

describe("a mistake is shown where it is", () => {
  beforeEach(openEmptyBuilder);

  test("in JSON by line and column, while it is typed @slow", async () => {
    await foldOf(sidebar, "Any other filter").click();
    await sidebar.getByLabel("Filters as JSON").fill('{"company_size": [1,, 2]}');
    await sidebar.getByText("Line 1, column 21:").waitFor();
  });

  test.each([
    ['{"company_type": "Private"', "Line 1, column 27: something is missing."],
    ["[]", "Give an object"],
  ])(
    "in the whole search as JSON, which is kept and stands in place of an older search: %s @slow",
    async (text, problem) => {
      const before = asked();
      await pasteSearch(sidebar, ALL_COMPANIES);
      await foldOf(sidebar, "The whole search").click();
      const field = sidebar.getByLabel("Filters", { exact: true });
      await field.fill(text);
      await sidebar.getByText(problem).waitFor();
      await sidebar.getByRole("button", { name: "Preview" }).click({ delay: 100 });
      await sidebar.locator("textarea:focus[aria-invalid]").waitFor();
      expect(await field.inputValue()).toBe(text);
      expect(asked()).toBe(before);
      // Nor is the older search saved.
      await foldOf(sidebar, "Saved searches").click();
      await sidebar.getByLabel("Save this search as").fill("Older");
      await sidebar.getByRole("button", { name: "Save", exact: true }).click();
      await sidebar.getByText("Some filters cannot be read.").first().waitFor();
      await judgeLook(world, sidebar, "companies-unreadable");
      await sidebar.getByRole("button", { name: "Clear all" }).click();
      await sidebar.getByText(problem).waitFor({ state: "detached" });
      expect(await field.inputValue()).toBe("{}");
    },
  );

  test("in an amount, before any call, with the focus in its field @slow", async () => {
    const before = asked();
    await foldOf(sidebar, "Funding").click();
    await sidebar.getByLabel("At least").first().fill("five");
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.getByText("Give an amount like 500K").first().waitFor();
    await sidebar.locator("input:focus[aria-invalid]").waitFor();
    expect(asked()).toBe(before);
    // Nor is the search saved without it.
    await foldOf(sidebar, "Saved searches").click();
    await sidebar.getByLabel("Save this search as").fill("Without its amount");
    await sidebar.getByRole("button", { name: "Save", exact: true }).click();
    await sidebar.getByText("Some filters cannot be read.").first().waitFor();
    expect(await sidebar.getByRole("button", { name: "Delete Without its amount" }).count()).toBe(0);
  });

  test("when a search only excludes, before any call @slow", async () => {
    const before = asked();
    await pasteSearch(sidebar, { company_industry: { exclude: ["Banking"] } });
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.locator(".fold.bad", { hasText: "Industry" }).getByText("cannot only exclude").waitFor();
    expect(asked()).toBe(before);
  });

  test("when the service refuses a value (INVALID_FILTERS), with the way to known ones @slow", async () => {
    await world.session.callFromSidebar("keepSearchHints", '["{}"]');
    sidebar = await openCompanies(world);
    await pasteSearch(sidebar, { company_industry: { include: ["banking"] }, company_type: "Public" });
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.locator(".fold.bad", { hasText: "Industry" }).locator("p.problem").first().waitFor();
    expect(await sidebar.locator(".fold.bad").count()).toBe(1);
    await sidebar.getByText(/^These names are the service.s own\. Search once without them/).waitFor();
    await judgeLook(world, sidebar, "companies-invalid");
    const instead = sidebar.getByRole("group", { name: "Instead of banking" });
    await instead.getByText("Capitals may count.").waitFor();
    await instead.getByRole("button", { name: "Banking", exact: true }).click();
    await sidebar.getByRole("button", { name: "Remove Banking" }).waitFor();
  });

  test("and the nearest known values are a click away @slow", async () => {
    await pasteSearch(sidebar, ALL_COMPANIES);
    await preview(sidebar);
    await pasteSearch(sidebar, {});
    await foldOf(sidebar, "Industry").click();
    await sidebar.getByLabel("Include").pressSequentially("a");
    const known = sidebar.getByRole("group", { name: "Suggestions" }).first().getByRole("button").first();
    const industry = (await known.textContent()) ?? "";
    const wrong = industry.slice(0, -1);
    await sidebar.getByLabel("Include").fill(wrong);
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("button", { name: "Preview" }).click();
    const instead = sidebar.getByRole("group", { name: `Instead of ${wrong}` });
    await instead.getByRole("button", { name: industry, exact: true }).click();
    await sidebar.getByRole("button", { name: `Remove ${industry}` }).waitFor();
    await preview(sidebar);
  });

  test("once, when no credits are left @slow", async () => {
    await useKey("empty-key");
    sidebar = await openCompanies(world);
    await pasteSearch(sidebar, { company_location_search: { include: ["California, United States"] } });
    await sidebar.getByText("No credits are left.").waitFor();
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.getByText("Not enough credits are left.", { exact: true }).waitFor();
    expect(await sidebar.getByText("No credits are left.").isVisible()).toBe(false);
  });

  test("when filters need a higher plan (PLAN_REQUIRED), each with its plan, and they are marked from then on @slow", async () => {
    await useKey("free-key");
    sidebar = await openCompanies(world);
    await pasteSearch(sidebar, { ...ALL_COMPANIES, company_funding: { stage: ["Seed"] }, company_type: "Public" });
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar
      .locator(".fold.bad", { hasText: "Funding" })
      .getByText(/needs the plan [A-Z]+ or a higher one/)
      .waitFor();
    await judgeLook(world, sidebar, "companies-plan");
    sidebar = await openCompanies(world);
    await foldOf(sidebar, "Funding")
      .getByText(/needs [A-Z]+ or higher/)
      .waitFor();
    await useKey("sandbox-key");
    sidebar = await openCompanies(world);
    await foldOf(sidebar, "Funding").waitFor();
    expect(await foldOf(sidebar, "Funding").getByText(/needs/).count()).toBe(0);
  });
});
