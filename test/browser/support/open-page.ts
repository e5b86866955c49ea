import type { Browser, Page } from "playwright-core";
import { newPage } from "./open-browser";

/** The size of the screenshots and of a small laptop's window. */
export const WINDOW = { width: 1280, height: 800 };

/** Things that the page offers in the browser's console: Univer's facade, as far as tests use it. */
interface Sheet {
  scrollToCell(row: number, column: number): unknown;
  getRange(a1: string): { getDisplayValue(): string | null; getCellRect(): { x: number; y: number } };
}
interface Canvas {
  width: number;
  getBoundingClientRect(): { x: number; y: number; width: number };
  getContext(kind: "2d"): {
    getImageData(x: number, y: number, width: number, height: number): { data: ArrayLike<number> };
  };
}
interface PageGlobals {
  univerAPI: {
    getActiveWorkbook(): {
      getSheetByName(name: string): Sheet | null;
      getActiveSheet(): Sheet;
      isCellEditing(): boolean;
    };
  };
  document: { querySelector(selector: string): Canvas | null };
}

/** A point inside a cell, from its upper left corner. */
const INSIDE_PX = 12;

/** Opens the workbench's page and waits until it shows the workbook. Errors and requests elsewhere are collected. */
export async function openPage(browser: Browser, address: string) {
  const page = await newPage(browser, { viewport: WINDOW });
  const errors: string[] = [];
  const elsewhere: string[] = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(address) || request.url().startsWith("data:");
    if (!isOwn) elsewhere.push(request.url());
  });
  await page.goto(address);
  await page.waitForSelector("body[data-ready=true]");
  return { page, errors, elsewhere };
}

/** The text of a cell in this page. */
export function shown(page: Page, sheetName: string, a1: string): Promise<string | null> {
  return page.evaluate(
    ([name, cell]) => {
      const { univerAPI } = globalThis as unknown as PageGlobals;
      return univerAPI.getActiveWorkbook().getSheetByName(name)?.getRange(cell).getDisplayValue() ?? null;
    },
    [sheetName, a1] as const,
  );
}

/** Waits until a cell shows this text in this page; its sheet may still have to come. */
export async function waitUntilShown(page: Page, sheetName: string, a1: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([name, cell, expected]) => {
      const { univerAPI } = globalThis as unknown as PageGlobals;
      return univerAPI.getActiveWorkbook().getSheetByName(name)?.getRange(cell).getDisplayValue() === expected;
    },
    [sheetName, a1, text] as const,
    { polling: 20 },
  );
}

/** A point of a cell's background: left of and above its text, off the grid lines. */
const BACKGROUND_PX = 3;

/** Waits until a cell of the sheet in front has this background on the screen: `#rrggbb`, `none` for no colour. */
export async function waitUntilDrawn(page: Page, a1: string, color: string): Promise<void> {
  await page.waitForFunction(
    ([cell, expected, offset]) => {
      const { univerAPI, document } = globalThis as unknown as PageGlobals;
      const rect = univerAPI.getActiveWorkbook().getActiveSheet().getRange(cell).getCellRect();
      const canvas = document.querySelector("canvas[id^=univer-sheet-main-canvas]");
      if (!canvas) return false;
      const scale = canvas.width / canvas.getBoundingClientRect().width;
      const [x, y] = [(rect.x + offset) * scale, (rect.y + offset) * scale];
      const { data } = canvas.getContext("2d").getImageData(x, y, 1, 1);
      const drawn = [0, 1, 2].map((index) => (data[index] ?? 0).toString(16).padStart(2, "0"));
      return (data[3] === 0 ? "none" : `#${drawn.join("")}`) === expected;
    },
    [a1, color, BACKGROUND_PX] as const,
    { polling: 20 },
  );
}

/** Clicks a cell of the sheet in front. */
export async function clickCell(page: Page, a1: string): Promise<void> {
  const place = await page.evaluate((cell) => {
    const { univerAPI, document } = globalThis as unknown as PageGlobals;
    const rect = univerAPI.getActiveWorkbook().getActiveSheet().getRange(cell).getCellRect();
    const canvas = document.querySelector("canvas[id^=univer-sheet-main-canvas]")?.getBoundingClientRect();
    return { x: rect.x + (canvas?.x ?? 0), y: rect.y + (canvas?.y ?? 0) };
  }, a1);
  await page.mouse.click(place.x + INSIDE_PX, place.y + INSIDE_PX);
}

/** Scrolls the sheet in front until this row, counted from 1, is the first below the frozen ones. */
export async function scrollTo(page: Page, row: number): Promise<void> {
  await page.evaluate((index) => {
    const { univerAPI } = globalThis as unknown as PageGlobals;
    univerAPI.getActiveWorkbook().getActiveSheet().scrollToCell(index, 0);
  }, row - 1);
}

const isEditing = () => {
  const { univerAPI } = globalThis as unknown as PageGlobals;
  return univerAPI.getActiveWorkbook().isCellEditing();
};

const isSettled = () => {
  const { univerAPI } = globalThis as unknown as PageGlobals;
  return !univerAPI.getActiveWorkbook().isCellEditing();
};

/** Univer's list of suggestions takes an Enter for itself that comes before it has noticed the last letters. */
const SUGGESTIONS_MS = 400;
const ENTER_TRIES = 50;

/**
 * Clicks a cell of the sheet in front and types into it. The first letter is a key, which opens the editor; Univer takes
 * long over each, so that the others come at once, as from an input method.
 */
export async function typeInto(page: Page, a1: string, text: string): Promise<void> {
  await clickCell(page, a1);
  await page.keyboard.type(text.slice(0, 1));
  await page.keyboard.insertText(text.slice(1));
  for (let tries = 0; tries < ENTER_TRIES && (await page.evaluate(isEditing)); tries++) {
    await page.keyboard.press("Enter");
    const ended = page.waitForFunction(isSettled, undefined, { timeout: SUGGESTIONS_MS, polling: 20 });
    await ended.catch(() => {});
  }
}

/** Waits until the page names a cell as selected: by then it has told the server so. */
export const untilSelected = (page: Page, cell: string): Promise<unknown> =>
  page.waitForFunction((wanted) => {
    const { document } = globalThis as unknown as { document: { querySelectorAll(s: string): { value: string }[] } };
    return [...document.querySelectorAll("input")].some(({ value }) => value === wanted);
  }, cell);
