import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  ALL_COMPANIES,
  foldOf,
  openCompanies,
  openPreview,
  pasteSearch,
  preview,
} from "./sidebar-support/companies-page";
import { holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { comeBack, type WorkbenchWorld } from "./sidebar-support/workbench-world";

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
  test("is paused, left and resumed another time, each page once, and its industries are offered @slow", async () => {
    let sidebar = await openCompanies(world);
    await foldOf(sidebar, "Industry").click();
    await sidebar.getByText(/^These names are the service's own\./).waitFor();
    sidebar = await openPreview(world, ALL_COMPANIES);
    await sidebar.getByLabel("How many").fill("7");
    await sidebar.getByText("Up to 175 companies, at most 6 credits").waitFor();
    // Five pages at once, which are written; the others wait.
    const release = holdCalls(world, "stepJob", 1, (args) => JSON.parse(args)[0].do === "ask");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    await sidebar.getByRole("heading", { name: "Filling “Companies”" }).waitFor();
    await sidebar.getByText("Pages 1–5 of 7 are in the sheet, next is 6.").waitFor();
    await judgeLook(world, sidebar, "companies-filling");
    await sidebar.getByRole("button", { name: "Pause", exact: true }).click();
    // The sidebar is closed with a call under way: nothing is asked any more.
    sidebar = await openCompanies(world);
    release();
    await sidebar.getByText("2 of 7 pages are left.").waitFor();
    await sidebar
      .locator(".notice")
      .getByText(/^\d+ credits spent$/)
      .waitFor();
    await judgeLook(world, sidebar, "companies-paused");
    await sidebar.getByRole("button", { name: /^Add 2 pages/ }).click();
    await sidebar.getByRole("heading", { name: "Done: “Companies”" }).waitFor();
    await sidebar.getByText("Pages 1–7 of 8 are in the sheet, next is 8.").waitFor();
    expect(names("Companies")).toHaveLength(175);
    expect(new Set(world.session.keyboard.shows("Companies", "B2:B176").flat()).size).toBe(175);
    // One that no preview has shown: it stands in the list alone.
    const [header = [], ...rows] = world.session.keyboard.shows("Companies", "A1:Z176");
    const industries = rows.map((row) => String(row[header.indexOf("Industry")]));
    const unseen = industries.find((industry) => !industries.slice(0, 25).includes(industry)) ?? "none";
    await foldOf(sidebar, "What the pages cost").click();
    await sidebar.getByText("Page 1, paid for before: 25 companies added.").waitFor();
    await sidebar.getByText(/^Pages 2–7, bought .*: 150 companies added\. Free to get again until/).waitFor();
    await judgeLook(world, sidebar, "companies-done");
    await sidebar.getByRole("button", { name: "New list" }).click();
    await foldOf(sidebar, "Industry").click();
    await sidebar.getByLabel("Include").fill(unseen.toLowerCase());
    await sidebar.getByRole("button", { name: unseen, exact: true }).click();
    await sidebar.getByRole("button", { name: `Remove ${unseen}` }).click();
  });

  test("has a dry run of what was typed last, also while that of another amount is under way @slow", async () => {
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
    await sidebar.getByText("Counting…", { exact: true }).waitFor();
    await add.focus();
    await world.page.keyboard.press("Enter");
    const early = "Still counting: press again when the price is there.";
    await sidebar.locator("p", { hasText: early }).waitFor();
    expect(await sidebar.getByRole("status").textContent()).toBe(early);
    const isAskedAgain = asking(3);
    await amount.fill("3");
    await isAskedAgain;
    release();
    await sidebar.getByText(/^Up to 75 companies/).waitFor();
    expect(await sidebar.getByRole("status").textContent()).toBe("Counted.");
    expect(await sidebar.getByText(/counting/i).count()).toBe(0);
    expect(await add.getAttribute("aria-disabled")).toBe("false");
    world.session.keyboard.select("Companies", "A1");
    await sidebar.getByText("At the end of the open sheet").click();
    await sidebar.getByText("For new companies choose more than 7 pages or 175 companies.").waitFor();
    await sidebar.getByLabel("Credit limit").fill("6.3");
    await sidebar.getByText("Give whole or half credits, at least 1 because one call can cost that").waitFor();
    expect(await add.getAttribute("aria-disabled")).toBe("true");
  });

  test("has another dry run with another key: a page that this one has not paid for is not free @slow", async () => {
    const sidebar = await openPreview(world, { company_type: "Other" });
    await sidebar.getByLabel("How many").fill("1");
    await sidebar.getByText(/^Up to \d+ compan(y|ies), free/).waitFor();
    await sidebar.getByRole("tab", { name: "Settings" }).click();
    await sidebar.getByRole("button", { name: "Replace" }).click();
    await sidebar.getByLabel("New API key").fill("free-key");
    await sidebar.getByRole("button", { name: "Check and save" }).click();
    await sidebar.getByText("Plan FREE", { exact: true }).waitFor();
    await sidebar.getByRole("tab", { name: "Companies" }).click();
    await sidebar.getByText(/^Up to \d+ compan(y|ies), at most 1 credit/).waitFor();
    expect(await sidebar.getByText("free, as you have paid for it", { exact: true }).count()).toBe(0);
  });

  test("goes below what is in the open sheet, without the companies that are there @slow", async () => {
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
    await sidebar.getByRole("heading", { name: "Done: “Companies”" }).waitFor();
    await sidebar.getByText(/duplicates skipped/).waitFor();
    await sidebar.getByText(/^In columns A–[A-Z] of “Companies”/).waitFor();
    await sidebar.getByRole("button", { name: "Show", exact: true }).waitFor();
    const after = names("Companies");
    expect(after.slice(0, 175)).toEqual(before);
    const domains = world.session.keyboard.shows("Companies", "B2:B300").flat().filter(Boolean);
    expect(new Set(domains).size).toBe(domains.length);
    expect(after.length).toBeGreaterThan(175);
    await sidebar.getByRole("button", { name: "Undo this list" }).click();
    const added = after.length - 175;
    await sidebar
      .getByText(`This deletes ${added} ${added === 1 ? "row" : "rows"} from the sheet “Companies”.`)
      .waitFor();
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await sidebar.getByRole("status").getByText("The list is undone.").waitFor();
    expect(names("Companies")).toEqual(before);
  });

  test("is counted again where the column to leave out has changed since", async () => {
    const sheets = world.session.keyboard;
    sheets.addSheet("Customers");
    const have = (...entries: string[]): void => {
      sheets.clear("Customers", "A1:A9");
      sheets.paste(
        "Customers",
        "A1",
        ["Website", ...entries].map((entry) => [entry]),
      );
    };
    have("one.example", "two.example", "three.example", "four.example");
    const sidebar = await openPreview(world, { company_type: "Non Profit" });
    const box = sidebar.getByLabel("Leave out companies I have");
    const list = sidebar.getByLabel("Sheet that names them");
    const add = sidebar.getByRole("button", { name: "Add to sheet" });
    const refusal = sidebar.locator(".notice", { hasText: "fewer entries than when it was counted" });
    await box.check();
    await list.selectOption("Customers");
    await sidebar
      .getByText("4 whole domains. Companies you have are not written; their pages cost the same.")
      .waitFor();
    have("one.example", "two.example", "three.example");
    await add.click();
    await refusal.waitFor();
    await sidebar.getByText("3 whole domains.").waitFor();
    await sidebar.getByRole("button", { name: "Read the sheet again" }).click();
    await refusal.waitFor({ state: "detached" });
    await sidebar.getByText("3 whole domains.").waitFor();
    have("one.example", "two.example");
    await comeBack(world);
    await sidebar.getByText("2 whole domains.").waitFor();
    have("one.example");
    await preview(sidebar);
    await sidebar.getByText("1 whole domain.").waitFor();
    have("one.example", "two.example");
    await preview(sidebar);
    await sidebar.getByText("2 whole domains.").waitFor();
    have("one.example");
    await add.click();
    await refusal.waitFor();
    await box.uncheck();
    await refusal.waitFor({ state: "detached" });
    await box.check();
    await list.selectOption("Customers");
    await sidebar.getByText("1 whole domain.").waitFor();
    sheets.deleteSheet("Customers");
    await add.click();
    await sidebar.getByText("The sheet was deleted. Choose another one.").waitFor();
    expect(await list.locator("option").allTextContents()).not.toContain("Customers");
    expect(await sidebar.locator(".notice.error").count()).toBe(0);
  });

  test("keeps its choices when the search is changed, and gives them to a list that is run again @slow", async () => {
    const sheets = world.session.keyboard;
    sheets.addSheet("Known");
    sheets.paste("Known", "A1", [["Website"], ["one.example"]]);
    const sidebar = await openPreview(world, { company_type: "Non Profit" });
    const box = sidebar.getByLabel("Leave out companies I have");
    const [amount, cap] = [sidebar.getByLabel("How many"), sidebar.getByLabel("Credit limit")];
    const name = sidebar.getByLabel("Sheet name");
    await box.check();
    await sidebar.getByLabel("Sheet that names them").selectOption("Known");
    await amount.fill("1");
    await cap.fill("7");
    await name.fill("Clubs");
    await pasteSearch(sidebar, { company_type: "Non Profit", ...ALL_COMPANIES });
    await box.waitFor({ state: "detached" });
    await preview(sidebar);
    await sidebar.getByText("1 whole domain.").waitFor();
    const chosen = async () => [await amount.inputValue(), await cap.inputValue(), await box.isChecked()];
    expect([...(await chosen()), await name.inputValue()]).toEqual(["1", "7", true, "Clubs"]);
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Clubs”" }).waitFor();
    await sidebar.getByRole("button", { name: "New list" }).click();
    await box.uncheck();
    await amount.fill("");
    await cap.fill("");
    await sidebar.getByRole("tab", { name: "Account" }).click();
    await sidebar.getByRole("button", { name: "Run again" }).first().click();
    await preview(sidebar);
    await sidebar.getByText("1 whole domain.").waitFor();
    expect(await chosen()).toEqual(["1", "7", true]);
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
    await sidebar.getByRole("heading", { name: "Done: “Charities”" }).waitFor();
    expect(world.session.keyboard.shows("Charities", "A1:C1")).toEqual([["Domain", "filled by", "Name"]]);
    world.session.keyboard.type("Charities", "D2", "met at a fair");
    await sidebar.getByRole("button", { name: "Undo this list" }).click();
    await sidebar.getByText(/^This deletes \d+ rows from the sheet “Charities”\./).waitFor();
    await sidebar.getByText("1 other cell there was filled or changed by hand.").waitFor();
    await judgeLook(world, sidebar, "companies-undo");
    await sidebar.getByLabel("Delete it too").check();
    await sidebar.getByText(/^This deletes the sheet “Charities” with its \d+ rows\./).waitFor();
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await sidebar.getByRole("status").getByText("The list is undone.").waitFor();
    expect(() => world.session.keyboard.shows("Charities", "A1")).toThrow();
    // The search is there for the next list.
    await sidebar.getByRole("button", { name: "Add to sheet" }).waitFor();
  });

  test("ends when its credits are spent, with what is done kept, and goes on when more are allowed @slow", async () => {
    const sidebar = await openPreview(world, { ...ALL_COMPANIES, company_type: "Private" });
    await sidebar.getByLabel("Sheet name").fill("Private ones");
    await sidebar.getByLabel("Credit limit").fill("1");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    await sidebar.getByRole("heading", { name: "Paused: “Private ones”" }).waitFor();
    await sidebar.getByText("This job has reached its credit limit.", { exact: true }).waitFor();
    // It is what the user wanted.
    expect(await sidebar.locator(".notice.error").count()).toBe(0);
    await sidebar.getByText(/^Pages? 1.* in the sheet/).waitFor();
    const before = names("Private ones").length;
    expect(before).toBeGreaterThan(0);
    const cap = sidebar.getByLabel("Credit limit for the whole job");
    expect(await cap.inputValue()).toBe("1");
    const problem = sidebar.getByText(/^1 is spent, and one more call can cost 1: give at least 2/);
    const [, all = "2"] = /; (\d+) is enough for all/.exec((await problem.textContent()) ?? "") ?? [];
    const resume = sidebar.getByRole("button", { name: /^(Resume|Add \d+ pages?)/ });
    expect(await resume.getAttribute("aria-disabled")).toBe("true");
    await judgeLook(world, sidebar, "companies-cap");
    await cap.fill(all);
    await resume.click();
    await sidebar.getByRole("heading", { name: "Done: “Private ones”" }).waitFor();
    expect(names("Private ones").length).toBeGreaterThan(before);
  });

  test("that is done gets the next pages of its search, at the price of these @slow", async () => {
    const sidebar = await openCompanies(world);
    await foldOf(sidebar, "Earlier lists").click();
    await sidebar.locator(".last-job", { hasText: "“Companies”" }).getByRole("button", { name: "Summary" }).click();
    const more = sidebar.getByLabel("More pages of this search");
    expect(await more.inputValue()).toBe("1");
    await more.fill("2");
    await sidebar.getByText("The search has 1 page more.").waitFor();
    await more.fill("1");
    await sidebar.getByText("up to 25 companies").waitFor();
    await judgeLook(world, sidebar, "companies-next-pages");
    await sidebar.getByRole("button", { name: "Get page 8 · 1 credit at most" }).click();
    await sidebar.getByText("Pages 1–8 of 8 are in the sheet.").waitFor();
    await sidebar.getByRole("heading", { name: "Done: “Companies”" }).waitFor();
    expect(names("Companies")).toHaveLength(200);
    expect(await more.count()).toBe(0);
  });

  test("that has brought nothing new says so before it is undone @slow", async () => {
    const sidebar = await openPreview(world, ALL_COMPANIES);
    world.session.keyboard.select("Companies", "A1");
    await sidebar.getByText("At the end of the open sheet").click();
    await sidebar.getByLabel("How many").fill("1");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Companies”" }).waitFor();
    await sidebar.getByText(/25 duplicates skipped/).waitFor();
    await sidebar.getByRole("button", { name: "Undo this list" }).click();
    await sidebar.getByText("Nothing of this job is in the spreadsheet.").waitFor();
    await sidebar.getByRole("tab", { name: "Account" }).click();
    // A search has quotation marks of its own.
    const past = sidebar.locator(".past-job").filter({ hasText: "Find companies" }).first();
    expect(await past.locator("p").first().textContent()).not.toMatch(/[“”]/);
  });
});
