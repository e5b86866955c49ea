import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import {
  ALL_COMPANIES,
  cardOf,
  foldOf,
  openCompanies,
  openPreview,
  pasteSearch,
  preview,
  searchAsJson,
} from "./sidebar-support/companies-page";
import { holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import type { WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld(undefined, true);
});
afterAll(() => world.close());

const useKey = (key: string): Promise<string> => world.session.callFromSidebar("checkAndSaveKey", `["${key}"]`);
beforeEach(() => useKey("sandbox-key"));

/** The first column of a sheet below its header. */
const names = (sheet: string): string[] => world.session.keyboard.shows(sheet, "A2:A300").flat().filter(Boolean);

describe("a list of companies", () => {
  test("is paused, left and resumed another time, each page once", async () => {
    let sidebar = await openPreview(world, ALL_COMPANIES);
    await sidebar.getByLabel("How many").fill("7");
    await sidebar.getByText("Up to 175 companies, at most 6 credits").waitFor();
    // Five pages at once, which are written; the others wait.
    const release = holdCalls(world, "stepJob", 1, (args) => JSON.parse(args)[0].do === "ask");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    let card = cardOf(sidebar, "Companies");
    await card.getByText("Pages 1–5 of 7 are in the sheet, next is 6.").waitFor();
    await judgeLook(world, sidebar, "companies-filling");
    await card.getByRole("button", { name: "Pause" }).click();
    // The sidebar is closed with a call under way: nothing is asked any more.
    sidebar = await openCompanies(world);
    release();
    card = cardOf(sidebar, "Companies");
    await card.getByRole("button", { name: "Resume" }).waitFor();
    await judgeLook(world, sidebar, "companies-paused");
    await card.getByRole("button", { name: "Resume" }).click();
    await card.getByText("Done").waitFor();
    await card.getByText("Pages 1–7 of 8 are in the sheet, next is 8.").waitFor();
    await card.getByText("preview this search again, and add more than 7 pages at the end of this sheet").waitFor();
    expect(names("Companies")).toHaveLength(175);
    expect(new Set(world.session.keyboard.shows("Companies", "B2:B176").flat()).size).toBe(175);
    await foldOf(sidebar, "Receipts").click();
    await card.getByText("Page 1, paid for before: 25 companies added.").waitFor();
    await card.getByText(/^Pages 2–7, bought .*: 150 companies added\. Free to get again until/).waitFor();
    await judgeLook(world, sidebar, "companies-done");
  });

  test("has a dry run of what was typed last, also while that of another amount is under way", async () => {
    const sidebar = await openPreview(world, ALL_COMPANIES);
    const amount = sidebar.getByLabel("How many");
    let askedFor = (_pages: number): void => {};
    const asking = (pages: number): Promise<void> =>
      new Promise((resolve) => {
        askedFor = (asked) => asked === pages && resolve();
      });
    const release = holdCalls(world, "planJob", 0, (args) => {
      const [{ pages }] = JSON.parse(args);
      askedFor(pages);
      return pages === 2;
    });
    const isUnderWay = asking(2);
    await amount.fill("2");
    await isUnderWay;
    // Nothing can be bought before its price is shown.
    const add = sidebar.getByRole("button", { name: "Add to sheet" });
    expect(await add.getAttribute("aria-disabled")).toBe("true");
    const isAskedAgain = asking(3);
    await amount.fill("3");
    await isAskedAgain;
    release();
    await sidebar.getByText(/^Up to 75 companies/).waitFor();
    expect(await add.getAttribute("aria-disabled")).toBe("false");
    world.session.keyboard.select("Companies", "A1");
    await sidebar.getByText("At the end of the open sheet").click();
    await sidebar.getByText("For new companies choose more than 7 pages or 175 companies.").waitFor();
    await sidebar.getByLabel("Credit limit").fill("6.5");
    await sidebar.getByText("Give a whole number of credits, at least 1, or leave it empty.").waitFor();
    expect(await add.getAttribute("aria-disabled")).toBe("true");
  });

  test("goes below what is in the open sheet, without the companies that are there", async () => {
    const sidebar = await openPreview(world, { ...ALL_COMPANIES, company_type: "Public" });
    const before = names("Companies");
    world.session.keyboard.select("Companies", "A1");
    await sidebar.getByText("At the end of the open sheet").click();
    await sidebar.getByText("At the end of “Companies”").waitFor();
    await sidebar
      .getByText("The sheet has 175 rows. Companies among them are left out, but their pages cost the same.")
      .waitFor();
    await sidebar.getByText("Those whose rows you have deleted come again.").waitFor();
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    const card = cardOf(sidebar, "Companies");
    await card.getByText("Done").waitFor();
    await card.getByText(/duplicates skipped/).waitFor();
    const after = names("Companies");
    expect(after.slice(0, 175)).toEqual(before);
    const domains = world.session.keyboard.shows("Companies", "B2:B300").flat().filter(Boolean);
    expect(new Set(domains).size).toBe(domains.length);
    expect(after.length).toBeGreaterThan(175);
    await card.getByRole("button", { name: "Undo this list" }).click();
    const added = after.length - 175;
    await card.getByText(`This deletes ${added} ${added === 1 ? "row" : "rows"} from the sheet “Companies”.`).waitFor();
    await card.getByText("Changes in the list's own columns go with them.").waitFor();
    await card.getByRole("button", { name: "Undo", exact: true }).click();
    await sidebar.getByRole("status").getByText("The list is undone.").waitFor();
    expect(names("Companies")).toEqual(before);
  });

  test("writes only the chosen columns, and is undone with its sheet after asking", async () => {
    const sidebar = await openPreview(world, { company_type: "Non Profit" });
    await foldOf(sidebar, "Columns").click();
    await sidebar.getByRole("button", { name: "Choose all" }).click();
    await sidebar.getByRole("button", { name: "Choose none" }).click();
    await sidebar.getByText("Choose at least one column.").waitFor();
    await sidebar.getByLabel(/^Domain/).check();
    await sidebar.getByLabel(/^Name/).check();
    await sidebar.getByRole("button", { name: "Move Domain up" }).click();
    await judgeLook(world, sidebar, "companies-columns");
    await sidebar.getByLabel("Sheet name").fill("Charities");
    await sidebar.getByLabel("How many").fill("1");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    const card = cardOf(sidebar, "Charities");
    await card.getByText("Done").waitFor();
    expect(world.session.keyboard.shows("Charities", "A1:C1")).toEqual([["Domain", "filled by", "Name"]]);
    world.session.keyboard.type("Charities", "D2", "met at a fair");
    await sidebar.getByLabel("At the end of the open sheet").click();
    await sidebar.getByLabel("At the end of “Charities”").waitFor();
    await card.getByRole("button", { name: "Undo this list" }).click();
    await card.getByText(/^This deletes \d+ rows from the sheet “Charities”\./).waitFor();
    await card.getByText("1 other cell there was filled or changed by hand.").waitFor();
    await judgeLook(world, sidebar, "companies-undo");
    await card.getByLabel("Delete it too").check();
    await card.getByText(/^This deletes the sheet “Charities” with its \d+ rows\./).waitFor();
    await card.getByRole("button", { name: "Undo", exact: true }).click();
    await sidebar.getByRole("status").getByText("The list is undone.").waitFor();
    expect(() => world.session.keyboard.shows("Charities", "A1")).toThrow();
    await sidebar.getByLabel("At the end of the open sheet").waitFor();
    expect(await sidebar.getByLabel("A new sheet").isChecked()).toBe(true);
  });

  test("ends when its credits are spent, with what is done kept, and goes on when more are allowed", async () => {
    const sidebar = await openPreview(world, { ...ALL_COMPANIES, company_type: "Private" });
    await sidebar.getByLabel("Sheet name").fill("Private ones");
    await sidebar.getByLabel("Credit limit").fill("1");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    const card = cardOf(sidebar, "Private ones");
    await card.getByText("Paused").waitFor();
    await card.getByText("Reason for the pause: “The credit limit of this job is reached.”").waitFor();
    await card.getByText(/^Pages? 1.* in the sheet/).waitFor();
    const before = names("Private ones").length;
    expect(before).toBeGreaterThan(0);
    const cap = card.getByLabel("Credit limit for the whole job");
    expect(await cap.inputValue()).toBe("1");
    const problem = card.getByText(/^1 is spent, and one more call can cost 1: give at least 2/);
    const [, all = "2"] = /; (\d+) is enough for all/.exec((await problem.textContent()) ?? "") ?? [];
    const resume = card.getByRole("button", { name: "Resume" });
    expect(await resume.getAttribute("aria-disabled")).toBe("true");
    await judgeLook(world, sidebar, "companies-cap");
    await cap.fill(all);
    await resume.click();
    await card.getByText("Done").waitFor();
    expect(names("Private ones").length).toBeGreaterThan(before);
  });
});

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
    expect(await sidebar.locator(".companies tbody tr").count()).toBeGreaterThan(0);
    await judgeLook(world, sidebar, "companies-preview");
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

  test("from many pasted lines and from a column of the sheet", async () => {
    world.session.keyboard.paste("Sheet1", "A1", [["Website"], ["reliable.example"], ["twins-north.example"]]);
    world.session.keyboard.select("Sheet1", "A1");
    await foldOf(sidebar, "Websites").click();
    await sidebar.getByRole("button", { name: "From a column" }).click();
    await sidebar.getByRole("button", { name: "Add 2 values" }).click();
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

  test("from locations that the service offers: a typed name is taken as the one it means", async () => {
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

  test("from a location that could be several: it waits until one is picked", async () => {
    await foldOf(sidebar, "Location").click();
    await sidebar.getByLabel("Include").fill("ca");
    const suggestions = sidebar.getByRole("group", { name: "Suggestions" }).first().getByRole("button");
    await suggestions.first().waitFor();
    await world.page.keyboard.press("Enter");
    await sidebar.getByText("Pick one from the suggestions.").waitFor();
    const first = (await suggestions.first().textContent()) ?? "";
    await suggestions.first().click();
    await sidebar.getByRole("button", { name: `Remove ${first}` }).waitFor();
    expect(await searchAsJson(sidebar)).toEqual({ company_location_search: { include: [first] } });
  });

  test("from industries and funding stages that earlier searches have shown, also another time", async () => {
    await pasteSearch(sidebar, ALL_COMPANIES);
    await preview(sidebar);
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
    await sidebar.getByLabel("Exclude").fill(industry);
    expect(await sidebar.getByRole("button", { name: industry, exact: true }).count()).toBe(0);
  });

  test("and is cleared at once", async () => {
    await pasteSearch(sidebar, { ...ALL_COMPANIES, company_type: "Public" });
    await sidebar.getByRole("button", { name: "Clear all" }).click();
    await sidebar.getByRole("status").getByText("All filters are cleared.").waitFor();
    expect(await sidebar.getByRole("button", { name: "Clear all" }).count()).toBe(0);
    expect(await searchAsJson(sidebar)).toEqual({});
  });

  test("of more than 500 entries, and all of it is counted on request", async () => {
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

  test("and is there again under its name, and as the last one", async () => {
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
    sidebar = await openCompanies(world);
    await foldOf(sidebar, "Saved searches").click();
    await sidebar.getByLabel("Save this search as").waitFor();
    expect(await sidebar.getByRole("button", { name: "Public ones", exact: true }).count()).toBe(0);
  });
});

describe("a mistake is shown where it is", () => {
  beforeEach(openEmptyBuilder);

  test("in JSON by line and column, while it is typed", async () => {
    await foldOf(sidebar, "Any other filter").click();
    await sidebar.getByLabel("Filters as JSON").fill('{"company_size": [1,, 2]}');
    await sidebar.getByText("Line 1, column 21:").waitFor();
  });

  test("in an amount, before any call, with the focus in its field", async () => {
    const before = asked();
    await foldOf(sidebar, "Funding").click();
    await sidebar.getByLabel("At least").first().fill("five");
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.getByText("Give an amount like 500K").first().waitFor();
    await sidebar.locator("input:focus[aria-invalid]").waitFor();
    expect(asked()).toBe(before);
  });

  test("when a search only excludes, before any call", async () => {
    const before = asked();
    await pasteSearch(sidebar, { company_industry: { exclude: ["Banking"] } });
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.locator(".fold.bad", { hasText: "Industry" }).getByText("cannot only exclude").waitFor();
    expect(asked()).toBe(before);
  });

  test("when the service refuses a value (INVALID_FILTERS), with the way to known ones", async () => {
    await world.session.callFromSidebar("keepSearchHints", '["{}"]');
    sidebar = await openCompanies(world);
    await pasteSearch(sidebar, { company_industry: { include: ["Nothing of the kind"] }, company_type: "Public" });
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.locator(".fold.bad", { hasText: "Industry" }).locator("p.problem").first().waitFor();
    expect(await sidebar.locator(".fold.bad").count()).toBe(1);
    await sidebar.getByText("Search once without this filter: what is found is offered here.").waitFor();
    await judgeLook(world, sidebar, "companies-invalid");
  });

  test("and the nearest known values are a click away", async () => {
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

  test("once, when no credits are left", async () => {
    await useKey("empty-key");
    sidebar = await openCompanies(world);
    await pasteSearch(sidebar, { company_location_search: { include: ["California, United States"] } });
    await sidebar.getByText("No credits are left.").waitFor();
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.getByText("Not enough credits are left.", { exact: true }).waitFor();
    expect(await sidebar.getByText("No credits are left.").isVisible()).toBe(false);
  });

  test("when filters need a higher plan (PLAN_REQUIRED), each with its plan, and they are marked from then on", async () => {
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
