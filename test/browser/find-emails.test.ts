import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { openCompanies, pasteSearch, preview } from "./sidebar-support/companies-page";
import { holdAfterFirstWrite, holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

// Judging a state takes four drawings and two audits, which are slow on a busy machine.

const MENU_ITEM = "Find emails for this column of companies";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key");
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(async () => {
  sheets++;
  sheet = `Leads ${sheets}`;
  world.session.keyboard.addSheet(sheet);
  world.session.keyboard.select(sheet, "B2");
  // A slow page would tell of this selection only after the next one.
  await untilSelected(world.page, "B2");
});

/** A list of companies holds ordinary ones and each of these, which have no emails or are no company. */
const ODD = [
  ["Solo Studio", "one-email.example"],
  ["Solo Studio again", "https://www.one-email.example/about"],
  ["Quiet Holdings", "no-emails.example"],
  ["A provider", "webmail.example"],
  ["No mail", "no-mx.example"],
  ["By its name", "Reliable Tools"],
  ["Nobody", ""],
  ["A person", "ann@reliable.example; bob@sturdy.example"],
];

function fillSheet(companies: number, prefix = ""): void {
  const website = (i: number): string => `${prefix}company${i}-${sheets}.example`;
  const ordinary = Array.from({ length: companies }, (_, i) => [`Company ${i}`, website(i)]);
  world.session.keyboard.paste(sheet, "A1", [["Company", "Website"], ...ordinary, ...ODD]);
}

const findButton = (sidebar: FrameLocator) => sidebar.getByRole("button", { name: /^Find emails for/ });
const GO_ON = /^Search the remaining \d+ · \d+ credits at most$/;
const cells = (name: string, a1: string): string[] => world.session.keyboard.shows(name, a1).flat();
const filled = (name: string, a1: string): string[] => cells(name, a1).filter(Boolean);
const heading = (sidebar: FrameLocator, name: string) => sidebar.getByRole("heading", { name });

describe("finding the emails of a column of companies", () => {
  test("leads from a column of names to one of websites @slow", async () => {
    fillSheet(10);
    world.session.keyboard.paste(sheet, "A20", [["By its page", "https://www.linkedin.com/company/foo"]]);
    world.session.keyboard.select(sheet, "A1");
    const sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(/^Most of these are company names/).waitFor();
    await sidebar.getByRole("button", { name: "Use Website" }).click();
    await sidebar.getByText(/^Most of these are company names/).waitFor({ state: "detached" });
    await sidebar.getByText(/^1 row holds a page on a social network/).waitFor();
    const chosen = sidebar.getByLabel(`Companies in “${sheet}”`).locator("option:checked");
    expect(await chosen.textContent()).toBe("B: Website");
  });

  test("is told beforehand, paused, closed, resumed, summed up, led on from, and undone @slow", async () => {
    // Asked in 21 batches, of which the first are written before the last are asked.
    fillSheet(196);
    let sidebar = await openSidebar(world, MENU_ITEM);
    await findButton(sidebar).waitFor();
    expect(await findButton(sidebar).textContent()).toBe("Find emails for 201 companies");
    const dryRun = sidebar.locator(".figure-list");
    for (const line of ["rows204", "blank1", "not a company1", "duplicates (free)1", "companies to search201"]) {
      expect(await dryRun.textContent()).toContain(line);
    }
    expect(await dryRun.textContent()).toContain("Share of Google's 20,000 calls a day1.1%");
    const name = sidebar.getByLabel("Put the emails in a new sheet");
    const usual = await name.inputValue();
    await name.fill("N".repeat(120));
    expect(await name.inputValue()).toHaveLength(100);
    await name.fill(usual);
    await sidebar.getByRole("button", { name: "Count emails first (free)" }).scrollIntoViewIfNeeded();
    await judgeLook(world, sidebar, "find-dry-run");
    const price = sidebar.locator(".actions");
    await price.getByText("201 credits at most").waitFor();
    await sidebar.getByLabel("Emails per company, at most").fill("60");
    await price.getByText("402 credits at most").waitFor();
    // The page draws every email.
    await sidebar.getByLabel("Emails per company, at most").fill("3");
    await price.getByText("201 credits at most").waitFor();

    const release = holdAfterFirstWrite(world);
    await findButton(sidebar).click();
    await heading(sidebar, "Finding emails for “Website”").waitFor();
    await sidebar.getByText("with emails").waitFor();
    await judgeLook(world, sidebar, "find-run");
    await sidebar.getByRole("button", { name: "Pause" }).click();
    release();
    await heading(sidebar, "Paused: “Website”").waitFor();

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("Paused: “Website”").waitFor();
    await judgeLook(world, sidebar, "find-resume");
    // The other tab does not list it.
    await sidebar.getByRole("tab", { name: "Verify" }).click();
    await heading(sidebar, "Verify emails").waitFor();
    expect(await sidebar.locator("#page-verify").getByText("Paused:").count()).toBe(0);
    await sidebar.getByRole("tab", { name: "Emails" }).click();
    await sidebar.getByRole("button", { name: GO_ON }).click();
    await heading(sidebar, "Done: “Website”").waitFor();

    expect(cells(sheet, "D1:E1")).toEqual(["Emails found", "Known emails"]);
    const statuses = cells(sheet, "D198:D205");
    expect(statuses.slice(0, 5)).toEqual([
      "1",
      "1",
      "no emails",
      "error: Webmail provider, not a company (DOMAIN_IS_WEBMAIL)",
      "error: No reachable domain, or one without mail (INVALID_DOMAIN_NAME)",
    ]);
    expect(statuses.slice(5)).toEqual([
      "3",
      "",
      "not a company: give its own domain or its name, not an email address",
    ]);
    const emails = filled("Emails", "B2:B");
    expect(new Set(emails).size).toBe(emails.length);
    await sidebar.getByText(`${emails.length.toLocaleString("en-US")} emails written to “Emails”`).waitFor();
    await sidebar.getByText("Give the company's own domain.").waitFor();
    await sidebar
      .getByText(/^At most \d+ credits spent, less if some were searched before: the service does not say\.$/)
      .waitFor();
    await judgeLook(world, sidebar, "find-summary");

    await sidebar.getByRole("button", { name: "Verify these emails" }).click();
    const verify = sidebar.locator("#page-verify");
    await verify.getByLabel("Emails in “Emails”").waitFor();
    expect(await verify.getByLabel("Emails in “Emails”").locator("option:checked").textContent()).toMatch(/: Email$/);
    await sidebar.locator("#page-verify:focus").waitFor();
    await verify.getByText("VALID, but over 90 days old (free)").waitFor();

    await sidebar.getByRole("tab", { name: "Emails" }).click();
    await sidebar.getByRole("button", { name: "New search" }).click();
    await sidebar
      .getByText("Everything here is searched. To do it again, choose “All rows, even those searched”.")
      .scrollIntoViewIfNeeded();
    await judgeLook(world, sidebar, "find-all-done");
    // Also after the sidebar was closed, the job can still be looked at and undone.
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(new RegExp(`^Last search: “Website” in “${sheet}”, today`)).waitFor();
    await judgeLook(world, sidebar, "find-last-run");
    await sidebar.getByRole("button", { name: "Summary" }).click();
    await sidebar.locator("h2:focus", { hasText: "Done: “Website”" }).waitFor();
    await sidebar.getByText(`${emails.length.toLocaleString("en-US")} emails written to “Emails”`).waitFor();
    await sidebar.getByRole("button", { name: "Insert chart" }).click();
    await sidebar.getByText("The chart is in the sheet “Summary of Website”.").waitFor();
    await sidebar.getByRole("button", { name: "Undo this search" }).click();
    await sidebar
      .getByText(`This deletes the sheet “Emails” with its ${emails.length.toLocaleString("en-US")} rows.`)
      .waitFor();
    await judgeLook(world, sidebar, "find-undo");
    await sidebar.getByRole("button", { name: "Undo", exact: true }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.locator("#page-find-emails:focus").waitFor();
    // The chart's sheet is in front, but the user goes on with the companies.
    await sidebar.getByLabel(`Companies in “${sheet}”`).waitFor();
    expect(cells(sheet, "A1:D1")).toEqual(["Company", "Website", "", ""]);
    expect(() => world.session.keyboard.shows("Emails", "A1")).toThrow();
  });

  test("by keyboard alone: ten first, the rest after the sidebar was closed, and the failed ones again @slow", async () => {
    fillSheet(12);
    const { page, service } = world;
    const fetchOfService = service.fetch;
    service.fetch = async (request) =>
      (await request.clone().text()).includes(`company3-${sheets}.example`)
        ? Response.json({ error: true, error_code: "SOMETHING_NEW" }, { status: 400 })
        : fetchOfService(request);
    let sidebar = await openSidebar(world, MENU_ITEM);
    const press = async (name: string | RegExp): Promise<void> => {
      await sidebar.getByRole("button", { name, exact: typeof name === "string" }).focus();
      await page.keyboard.press("Enter");
    };
    await press("Try 10 first · 10 credits at most");
    await sidebar.locator("h2:focus", { hasText: "First 10 companies done: “Website”" }).waitFor();
    expect(filled(sheet, "D2:D30").length).toBeGreaterThanOrEqual(10);

    world.session.keyboard.select(sheet, "B2");
    sidebar = await openSidebar(world, MENU_ITEM);
    const resume = holdCalls(world, "resumeJob", 0);
    await press(GO_ON);
    // What is chosen meanwhile is not the column of this job.
    await sidebar.getByText("New search").click();
    await sidebar.getByLabel(`Companies in “${sheet}”`).selectOption("A: Company");
    await sidebar.getByText(/^Most of these are company names/).waitFor();
    resume();
    await sidebar.locator("h2:focus", { hasText: "Done: “Website”" }).waitFor();
    expect(filled(sheet, "D2:D30")).toHaveLength(19);
    await press("Undo this search");
    await sidebar.locator(":focus", { hasText: "This clears" }).waitFor();
    await press("Cancel");
    await sidebar.locator("button:focus", { hasText: "Undo this search" }).waitFor();
    // The emails' sheet is in front, but the companies are asked again.
    // The webmail provider and the domain without mail would fail again.
    await press("Retry 1 failed");
    service.fetch = fetchOfService;
    await sidebar.getByRole("button", { name: "Find emails for 1 company", exact: true }).waitFor();
    await sidebar.getByLabel("Rows").getByText("Failed rows (1)").waitFor({ state: "attached" });
    await sidebar.getByLabel(`Companies in “${sheet}”`).waitFor();
    expect(await sidebar.getByLabel("Rows").inputValue()).toBe("failed");
    await sidebar.locator("#page-find-emails:focus").waitFor();
    expect(await sidebar.getByLabel("Put the emails in").locator("option:checked").textContent()).toMatch(/^“Emails/);
  });

  test("counts the emails first: the bound comes nearer, and counting can be stopped @slow", async () => {
    // The price goes by the company, however its website is spelt.
    fillSheet(8, "https://WWW.");
    // A pace that nobody has told would rise with every minute that the test takes.
    const options = { warnBelowCredits: 100, callsPerMinute: { "email-count": 60 } };
    await world.session.callFromSidebar("saveOptions", JSON.stringify([options]));
    const sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(/^At [\d,]+ a minute it takes less than a minute/).waitFor();
    await sidebar.getByLabel("Emails per company, at most").fill("1000");
    const price = sidebar.locator(".actions");
    await price.getByText("260 credits").waitFor();
    const release = holdCalls(world, "countEmails", 1);
    await sidebar.getByRole("button", { name: "Count emails first (free)" }).click();
    await sidebar.getByRole("progressbar", { name: "Domains counted" }).waitFor();
    await sidebar.getByText(/^5 of 12 domains counted: [\d,]+ emails/).waitFor();
    await judgeLook(world, sidebar, "find-counting");
    await sidebar.getByRole("button", { name: "Stop counting" }).click();
    release();
    // Counts that were under way are kept as well.
    await sidebar.getByText(/^10 of 12 domains counted/).waitFor();
    expect(await price.textContent()).not.toContain("260 credits");
    await sidebar.getByRole("button", { name: "Continue counting" }).click();
    await sidebar
      .locator("p:focus", { hasText: /^12 domains counted: [\d,]+ emails?, \d+ domains? without any.$/ })
      .waitFor();
    // Nobody knows how many emails the company known by name has: it still counts as the most.
    const [, most] = /([\d.]+) credits at most/.exec((await price.textContent()) ?? "") ?? [];
    expect(Number(most)).toBeGreaterThanOrEqual(21);
    expect(Number(most)).toBeLessThan(200);
    // Ten cost no more than all.
    await sidebar.getByRole("button", { name: `Try 10 first · ${most} credits at most` }).waitFor();

    // The numbers hold for the domains, whatever the limit, and for those that a paused search has left.
    const look = holdCalls(world, "planJob", 0);
    await sidebar.getByLabel("Emails per company, at most").fill("50");
    // Also while the sheet is read again for it.
    await price.getByText(/^(?:[5-9]|1[0-2]) credits at most/).waitFor();
    look();
    await sidebar.locator("p", { hasText: /^12 domains counted/ }).waitFor();
    await sidebar.getByRole("button", { name: /^Try 10 first/ }).click();
    await heading(sidebar, "First 10 companies done: “Website”").waitFor();
    await sidebar.getByRole("button", { name: "New search" }).click();
    // One price at a time.
    await sidebar.getByRole("button", { name: GO_ON }).waitFor();
    expect(await sidebar.locator(".actions").count()).toBe(0);
    await sidebar.locator("summary", { hasText: "New search" }).click();
    await sidebar.locator("p", { hasText: /^[1-3] domains? counted: / }).waitFor();
    await sidebar.getByRole("button", { name: /counting|Count emails/ }).waitFor({ state: "detached" });
    await sidebar.getByRole("button", { name: "Dismiss" }).click();
    await sidebar.getByText("Paused: “Website”").waitFor({ state: "detached" });
  });

  test("stops at the credits that were allowed, and goes on when more are @slow", async () => {
    fillSheet(6);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByLabel("Credit limit").fill("0.5");
    await sidebar.getByText("at least 1 because one call can cost that, or leave it empty.").waitFor();
    const begin = sidebar.getByRole("button", { name: /^Find emails for \d+ companies$/ });
    expect(await begin.getAttribute("aria-disabled")).toBe("true");
    await sidebar.getByLabel("Credit limit").fill("2");
    // The dry run takes the limit into account.
    await sidebar
      .locator(".actions")
      .getByText(/2 credits at most · [\d,]+ without your limit/)
      .waitFor();
    await sidebar.getByRole("button", { name: "Find emails · 2 credits at most" }).click();
    await heading(sidebar, "Paused: “Website”").waitFor();
    await sidebar.getByText("This job has reached its credit limit.").first().waitFor();
    // The limit stays until somebody raises it.
    const cap = sidebar.getByLabel("Credit limit for the whole job");
    expect(await cap.inputValue()).toBe("2");
    const resume = sidebar.getByRole("button", { name: /^Resume|^Search the remaining/ });
    // 11 companies, and some of them have cost nothing.
    await sidebar
      .getByText(/ spent, and one more call can cost 1: give at least 3; ([5-9]|1[01]) is enough for all\.$/)
      .waitFor();
    expect(await resume.getAttribute("aria-disabled")).toBe("true");
    await judgeLook(world, sidebar, "find-cap");
    await cap.fill("");
    await resume.click();
    await heading(sidebar, "Done: “Website”").waitFor();
    expect(filled(sheet, "D2:D30")).toHaveLength(13);
  });

  test("goes on from a list of companies that was just filled @slow", async () => {
    let sidebar = await openCompanies(world);
    await pasteSearch(sidebar, { company_type: "Non Profit" });
    await preview(sidebar);
    await sidebar.getByLabel("How many").fill("1");
    await sidebar.getByLabel("Sheet name").fill("Charities");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    await heading(sidebar, "Done: “Charities”").waitFor();
    await sidebar.getByRole("button", { name: "Find emails for these companies" }).click();
    const page = sidebar.locator("#page-find-emails");
    await page.getByLabel("Companies in “Charities”").waitFor();
    expect(await page.getByLabel("Companies in “Charities”").locator("option:checked").textContent()).toMatch(
      /website|domain/i,
    );
    const companies = filled("Charities", "A2:A100").length;
    await page.getByRole("button", { name: `Find emails for ${companies} companies` }).waitFor();
    await sidebar.locator("#page-find-emails:focus").waitFor();
    sidebar = await openSidebar(world, MENU_ITEM);
    await heading(sidebar, "Find emails").waitFor();
  });
});
