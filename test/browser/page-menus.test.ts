import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { newPage, openBrowser } from "./support/open-browser";
import { clickCell, openPage, shown, typeInto, untilSelected, WINDOW, waitUntilShown } from "./support/open-page";
import { openWorkbench } from "./support/open-workbench";

const SHEET = "Leads";
const LIST = {
  name: SHEET,
  rows: [
    ["Email", "Company"],
    ["b@two.example", "Two"],
    ["a@one.example", "One"],
    ["c@two.example", "Two"],
  ].map((row) => row.map((value) => ({ value }))),
  frozenRows: 1,
};

/** Univer draws its bars by messages that the page posts to itself. The first ones start the page, and come at once. */
const LATE_MESSAGES = `
  const post = MessagePort.prototype.postMessage;
  let posted = 0;
  MessagePort.prototype.postMessage = function (message) {
    setTimeout(() => post.call(this, message), posted++ > 2 ? 700 : 0);
  };`;

describe("the page's menus", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  let browser: Browser;
  let page: Page;
  let startedOver = 0;
  /** The page's connection, which a test can cut. */
  let connection: WebSocketRoute;
  let isCut = false;
  beforeAll(async () => {
    const startOver = () => {
      startedOver++;
    };
    [workbench, browser] = await Promise.all([openWorkbench({ sheets: [LIST], startOver }), openBrowser()]);
    page = await newPage(browser, { viewport: WINDOW });
    await page.routeWebSocket(/127\.0\.0\.1/, (socket) => {
      connection = socket;
      if (isCut) void socket.close();
      else socket.connectToServer();
    });
    await page.goto(workbench.address);
    await page.waitForSelector("body[data-ready=true]");
  });
  afterAll(async () => {
    await browser.close();
    await workbench.close();
  });

  async function choose(...captions: string[]) {
    for (const name of captions) await page.getByRole("menuitem", { name, exact: true }).click();
  }
  const switchSpeed = () => page.getByRole("menuitemcheckbox", { name: "Google's speed", exact: true }).click();
  const state = () => page.locator("#connection-state");
  const hiddenRows = () => workbench.workbook.filter(0)?.hiddenRows ?? [];

  test("tell from the beginning which cell is selected", async () => {
    await untilSelected(page, "A1");
  });

  test("tell which cell is selected on a busy computer too @slow", async () => {
    const late = await newPage(browser, {});
    await late.addInitScript({ content: LATE_MESSAGES });
    await late.goto(workbench.address);
    await untilSelected(late, "A1");
    await late.close();
  });

  test("take what is typed as fast as one can @slow", async () => {
    await clickCell(page, "F2");
    await page.keyboard.type('one\ntwo\n=LEN("three")\n=A2&"x"\n=LEN(A2)\nsix\n');
    for (const [cell, text] of [
      ["F2", "one"],
      ["F3", "two"],
      ["F4", "5"],
      ["F5", "b@two.examplex"],
      ["F6", "13"],
      ["F7", "six"],
    ] as const)
      await waitUntilShown(page, SHEET, cell, text);
    workbench.workbook.apply([{ type: "delete", sheetId: 0, dimension: "columns", index: 6, count: 1 }], {
      kind: "script",
      user: "you@sandbox.example",
    });
  });

  test("download the sheet in front as CSV, as its cells show @slow", async () => {
    await typeInto(page, "D2", '=A2&", or ""so"""');
    await waitUntilShown(page, SHEET, "D2", 'b@two.example, or "so"');
    const by = { kind: "script", user: "you@sandbox.example" } as const;
    const set = (column: number, value: string | boolean | null) =>
      workbench.workbook.apply([{ type: "setCells", sheetId: 0, row: 2, column, cells: [[{ value }]] }], by);
    const hide = (hidden: boolean) =>
      workbench.workbook.apply(
        [{ type: "setHidden", sheetId: 0, dimension: "columns", index: 5, count: 1, hidden }],
        by,
      );
    set(3, false);
    set(5, "hidden");
    hide(true);
    // Univer gives what it keeps.
    await waitUntilShown(page, SHEET, "C2", "0");
    const downloading = page.waitForEvent("download");
    await choose("File", "Download this sheet as CSV");
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("Test document - Leads.csv");
    expect(await readFile(await download.path(), "utf8")).toBe(
      'Email,Company,,\r\nb@two.example,Two,FALSE,"b@two.example, or ""so"""\r\na@one.example,One,,\r\nc@two.example,Two,,',
    );
    set(3, null);
    set(5, null);
    hide(false);
  });

  test("let calls take the time that they take on Google, until they are switched back @slow", async () => {
    const longestMs = () =>
      Number(workbench.settings()?.latencyMs("Range.getValues", () => 1)) +
      Number(workbench.settings()?.startLatencyMs(() => 1));
    await choose("Extensions", "Apps Script");
    await switchSpeed();
    await page.getByText("A test · At Google's speed").waitFor();
    expect(longestMs()).toBe(1_600);
    const other = await newPage(browser, {});
    await other.goto(workbench.address);
    await other.getByText("A test · At Google's speed").waitFor();
    await other.close();
    await choose("Extensions", "Apps Script");
    expect(await page.getByRole("menuitemcheckbox").getAttribute("aria-checked")).toBe("true");
    await switchSpeed();
    await page.getByText("A test", { exact: true }).waitFor();
    expect(longestMs()).toBe(0);
  });

  test("filter by the values of several columns, and remove the filter @slow", async () => {
    await clickCell(page, "B3");
    await choose("Data", "Filter column B by values…");
    await page.getByRole("dialog").getByLabel("One").uncheck();
    await page.getByRole("button", { name: "OK" }).click();
    while (hiddenRows().length !== 1) await page.waitForTimeout(20);
    expect(hiddenRows()).toEqual([3]);
    await clickCell(page, "A2");
    await choose("Data", "Filter column A by values…");
    await page.getByLabel("Search values").fill("c@");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "OK" }).click();
    while (hiddenRows().length !== 2) await page.waitForTimeout(20);
    expect(hiddenRows()).toEqual([3, 4]);
    await choose("Data", "Remove the filter");
    while (hiddenRows().length !== 0) await page.waitForTimeout(20);
  });

  test("open a CSV file as the first sheet, in front @slow", async () => {
    const choosing = page.waitForEvent("filechooser");
    await choose("File", "Open a CSV file…");
    const buffer = Buffer.from("\uFEFFName;Mail\r\nMüller;mueller@company.example\r\n");
    await (await choosing).setFiles({ name: "My customers.csv", mimeType: "text/csv", buffer });
    await waitUntilShown(page, "My customers", "A2", "Müller");
    await page.getByText("My customers", { exact: true }).waitFor();
    expect(workbench.workbook.sheets().map(({ name }) => name)).toEqual(["My customers", SHEET]);
    await typeInto(page, "C2", "typed into it");
    await waitUntilShown(page, "My customers", "C2", "typed into it");
  });

  test("say what is wrong with a file that is no list", async () => {
    const choosing = page.waitForEvent("filechooser");
    await choose("File", "Open a CSV file…");
    await (await choosing).setFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("\n\n") });
    await page.getByRole("dialog").getByText("empty.csv is empty").waitFor();
    await page.getByRole("button", { name: "OK" }).click();
  });

  describe("the Extensions menu", () => {
    const extensions = () => page.getByRole("menuitem", { name: "Extensions" });
    const item = (name: string) => page.getByRole("menuitem", { name, exact: true });

    test("holds the add-on's menu, as its onOpen has built it, and Google's Help", async () => {
      await extensions().click();
      await item("Sheetscout").hover();
      await item("Open sidebar").waitFor();
      await item("Help").waitFor();
      await page.mouse.click(600, 600);
      await item("Help").waitFor({ state: "detached" });
    });

    test("is used with the keyboard alone", async () => {
      await page.getByRole("menuitem", { name: "Data" }).focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      const focused = () => page.evaluate("document.activeElement.textContent");
      expect(await focused()).toBe("Open sidebar");
      await page.keyboard.press("End");
      expect(await focused()).toBe("Help");
      await page.keyboard.press("ArrowDown");
      expect(await focused()).toBe("Open sidebar");
      await page.keyboard.press("ArrowLeft");
      expect(await focused()).toBe("Sheetscout");
      await page.keyboard.press("Escape");
      expect(await focused()).toBe("Extensions");
      await item("Sheetscout").waitFor({ state: "detached" });
    });

    test("leads into the sidebar by keyboard", async () => {
      await extensions().focus();
      for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
      const tabs = page.frameLocator("#sidebar iframe").getByRole("tab");
      await tabs.first().waitFor();
      await page.waitForFunction(() => {
        const { document } = globalThis as unknown as { document: { activeElement: { tagName: string } } };
        return document.activeElement.tagName === "IFRAME";
      });
      await page.keyboard.press("Tab");
      await tabs.and(page.frameLocator("#sidebar iframe").locator(":focus")).waitFor();
      await page.getByRole("region", { name: "Sheetscout" }).getByRole("button", { name: "Close sidebar" }).click();
      await page.getByRole("region", { name: "Sheetscout" }).waitFor({ state: "hidden" });
    });

    test("opens the sidebar: 300 pixels beside the sheet, apart from the page, closed by its button @slow", async () => {
      await extensions().click();
      await item("Sheetscout").click();
      await item("Open sidebar").click();
      const sidebar = page.getByRole("region", { name: "Sheetscout" });
      await sidebar.waitFor();
      const box = await sidebar.boundingBox();
      const grid = await page.getByRole("main").boundingBox();
      expect(box?.width).toBe(300);
      expect((grid?.x ?? 0) + (grid?.width ?? 0)).toBe(box?.x);
      const frame = page.frameLocator("#sidebar iframe");
      await frame.getByRole("tab", { name: "Settings" }).waitFor();
      expect(await page.locator("#sidebar iframe").getAttribute("sandbox")).not.toContain("allow-same-origin");
      await sidebar.getByRole("button", { name: "Close sidebar" }).click();
      await sidebar.waitFor({ state: "hidden" });
    });
  });

  test("list the script's executions with their end and their log @slow", async () => {
    await typeInto(page, "D2", '=VERIFY_EMAIL("ada.valid@reliable.example")');
    await waitUntilShown(page, "My customers", "D2", "VALID");
    await choose("Extensions", "Apps Script", "Executions");
    const panel = page.getByRole("region", { name: "Executions" });
    await panel.getByRole("row", { name: /VERIFY_EMAIL Custom function .* s Completed/ }).waitFor();
    await panel.getByRole("row", { name: /onOpen Simple trigger .* Completed/ }).waitFor();
    await panel.getByRole("button", { name: "VERIFY_EMAIL" }).first().click();
    await panel.getByText("No log.").first().waitFor();
    await panel.getByRole("button", { name: "Close executions" }).click();
    await panel.waitFor({ state: "detached" });
  });

  test("start over only when asked twice", async () => {
    await choose("File", "Start over…");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(startedOver).toBe(0);
    await choose("File", "Start over…");
    await page.getByRole("button", { name: "Start over" }).click();
    while (startedOver === 0) await page.waitForTimeout(20);
    expect(startedOver).toBe(1);
  });

  test("open a sidebar for each tab, which lives and closes apart from those of other tabs @slow", async () => {
    const other = await openPage(browser, workbench.address);
    const sidebars = [page, other.page].map((each) => each.locator("#sidebar"));
    await choose("Extensions", "Sheetscout", "Open sidebar");
    await page.frameLocator("iframe.script-frame").getByRole("tab", { name: "Account" }).waitFor();
    expect(await sidebars[1]?.isVisible()).toBe(false);
    for (const name of ["Extensions", "Sheetscout", "Open sidebar"])
      await other.page.getByRole("menuitem", { name, exact: true }).click();
    await other.page.frameLocator("iframe.script-frame").getByRole("tab", { name: "Account" }).waitFor();
    expect(await sidebars[0]?.isVisible()).toBe(true);
    await other.page.close();
    await page.frameLocator("iframe.script-frame").getByRole("tab", { name: "Account" }).click();
    await page.frameLocator("iframe.script-frame").getByText("credits left").waitFor();
    await page.locator("#sidebar-close").click();
    await sidebars[0]?.waitFor({ state: "hidden" });
  });

  test("undo what one did last, and say so when a script did it @slow", async () => {
    await typeInto(page, "C4", "mine");
    await clickCell(page, "C5");
    await page.keyboard.press("Control+z");
    while ((await shown(page, "My customers", "C4")) !== "") await page.waitForTimeout(20);
    await typeInto(page, "C4", "mine again");
    workbench.workbook.apply(
      [
        {
          type: "setCells",
          sheetId: workbench.workbook.sheets()[0]?.sheetId ?? 0,
          row: 6,
          column: 3,
          cells: [[{ value: "its" }]],
        },
      ],
      { kind: "script", user: "you@sandbox.example" },
    );
    await waitUntilShown(page, "My customers", "C6", "its");
    await clickCell(page, "C5");
    await page.keyboard.press("Control+z");
    await page.getByText("The last change was made by a script").waitFor();
    expect(await shown(page, "My customers", "C4")).toBe("mine again");
  });

  test("keep what is typed without a connection, and send it when there is one again @slow", async () => {
    isCut = true;
    await connection.close();
    await state().filter({ hasText: "Not connected" }).waitFor();
    await typeInto(page, "C8", "typed meanwhile");
    await clickCell(page, "A1");
    await choose("Data", "Remove the filter");
    await page.locator("#toasts").getByText("This was not done: the workbench is not connected.").waitFor();
    isCut = false;
    const first = workbench.workbook.sheets()[0]?.sheetId ?? 0;
    const cell = () => workbench.workbook.read(first, { row: 8, column: 3, rows: 1, columns: 1 })[0]?.[0]?.value;
    while (cell() !== "typed meanwhile") await page.waitForTimeout(50);
    await waitUntilShown(page, "My customers", "C8", "typed meanwhile");
    expect(await state().textContent()).toBe("");
  });

  test("refuse what was typed without a connection when its rows have moved meanwhile @slow", async () => {
    isCut = true;
    await connection.close();
    await state().filter({ hasText: "Not connected" }).waitFor();
    await typeInto(page, "C9", "to the old row 9");
    const first = workbench.workbook.sheets()[0]?.sheetId ?? 0;
    workbench.workbook.apply([{ type: "insert", sheetId: first, dimension: "rows", index: 2, count: 1 }], {
      kind: "script",
      user: "you@sandbox.example",
    });
    isCut = false;
    await page.getByRole("dialog").getByText("The sheet was rearranged").waitFor();
    await page.getByRole("button", { name: "OK" }).click();
    const column = workbench.workbook.read(first, { row: 1, column: 3, rows: 12, columns: 1 }).flat();
    expect(column.map(({ value }) => value)).not.toContain("to the old row 9");
  });
});
