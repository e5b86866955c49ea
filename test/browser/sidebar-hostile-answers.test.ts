import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { HOSTILE_TEXTS, HOSTILE_VALUES, pathsOf, spoil } from "../fixtures/hostile/answers";
import { ALL_COMPANIES, openCompanies, pasteSearch } from "./sidebar-support/companies-page";
import { openAccount, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

let world: WorkbenchWorld;
let fetchOfService: WorkbenchWorld["service"]["fetch"];
const errors: string[] = [];
const elsewhere: string[] = [];
beforeAll(async () => {
  world = await startWorld({ isQuick: true });
  fetchOfService = world.service.fetch;
  world.page.on("pageerror", (error) => errors.push(String(error)));
  world.page.on("dialog", (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const { origin } = new URL(world.page.url());
  world.page.on("request", (request) => {
    if (![origin, "data:", "blob:"].some((start) => request.url().startsWith(start))) elsewhere.push(request.url());
  });
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
afterEach(async () => {
  world.service.fetch = fetchOfService;
  const hacked = await Promise.all(world.page.frames().map((frame) => frame.evaluate("globalThis.hacked ?? null")));
  expect(hacked.filter(Boolean)).toEqual([]);
});
afterAll(() => world.close());

const TEXTS = Object.values(HOSTILE_TEXTS);
/** A list takes as many texts as there are, and begins anew. */
const textAt = (index: number): string => TEXTS[index % TEXTS.length] as string;

/** Answers an operation with what `how` makes of the service's own answer. */
function answer(operation: string, how: (answer: unknown, body: string) => string | Response): void {
  world.service.fetch = async (request) => {
    const body = await request.clone().text();
    const own = await fetchOfService(request);
    if (!request.url.endsWith(operation)) return own;
    const made = how(await own.json(), body);
    return typeof made === "string" ? new Response(made) : made;
  };
}

const UNREADABLE = /\[native code\]|\[object|[^\P{Cc}\t\n\r]|[\p{Cs}\u061c\u202a-\u202e\u2066-\u2069]/u;
/** Longer than the text of any view with ordinary answers. */
const MAX_CHARACTERS = 60_000;

/** Checks that nothing was run, made into elements, loaded or thrown, and that all that is shown can be read and fits. */
async function expectHarmless(sidebar: FrameLocator, view: string): Promise<void> {
  const seen = await sidebar.locator("html").evaluate((root) => ({
    made: root.querySelectorAll("img, iframe, object, embed, [onload], [onerror], a[href^='javascript' i], #app script")
      .length,
    hacked: (globalThis as { hacked?: unknown }).hacked ?? null,
    text: root.querySelector("#app")?.textContent ?? "",
    isTooWide: root.scrollWidth > root.clientWidth,
  }));
  const { text, ...rest } = seen;
  const unreadable = UNREADABLE.exec(text)?.[0] ?? null;
  expect({ view, ...rest, unreadable, isLong: text.length > MAX_CHARACTERS, errors, elsewhere }).toEqual({
    view,
    made: 0,
    hacked: null,
    isTooWide: false,
    unreadable: null,
    isLong: false,
    errors: [],
    elsewhere: [],
  });
}

describe("hostile answers", () => {
  test("about the account are text in the account and the settings @slow", async () => {
    const sidebar = await openAccount(world);
    await sidebar.getByText("credits left").first().waitFor();
    // Each field gets every third value, beginning at another: neighbours in the list are of one kind.
    const tried = new Set<string>();
    for (let first = 0; first < HOSTILE_VALUES.length; first += 3) {
      answer("account-information", (own) => {
        const fields = pathsOf(own).filter((path) => path.length === 2 && path[1] !== "remaining_credits");
        const values = fields.map((_, i) => HOSTILE_VALUES[(first + i) % HOSTILE_VALUES.length] as [string, string]);
        for (const [, json] of values) tried.add(json);
        return spoil(
          own,
          fields,
          values.map(([, json]) => json),
        );
      });
      const wanted = HOSTILE_VALUES.slice(first, first + 3).map(([, json]) => json);
      // An answer to so many looks in so short a time may be a refusal, which has fewer fields.
      do {
        await sidebar.getByRole("button", { name: "Refresh" }).click();
        await sidebar.getByRole("button", { name: "Refresh", disabled: false }).waitFor();
      } while (!wanted.every((json) => tried.has(json)));
      await expectHarmless(sidebar, `account: ${HOSTILE_VALUES[first]?.[0]} and the next ones`);
    }
    expect(tried.size).toBe(HOSTILE_VALUES.length);
    await sidebar.getByRole("tab", { name: "Settings" }).click();
    await expectHarmless(sidebar, "settings");
  });

  test("that refuse a search are text beside its filters @slow", async () => {
    const sidebar = await openCompanies(world);
    await pasteSearch(sidebar, ALL_COMPANIES);
    // Only a cell takes a formula for more than any other text.
    const texts = Object.entries(HOSTILE_TEXTS).filter(([name]) => !/^a (formula|full-width)/.test(name));
    for (const [i, [name, text]] of texts.entries()) {
      const error_code = ["INVALID_FILTERS", "PLAN_REQUIRED", text][i % 3];
      answer("search-company", () => Response.json({ error: true, error_code, filter_error: text }, { status: 400 }));
      await sidebar.getByRole("button", { name: "Preview" }).click();
      await sidebar.getByRole("button", { name: "Preview", disabled: false }).waitFor();
      await expectHarmless(sidebar, `refusal: ${name}`);
    }
  });

  test("with companies are text in the preview, the columns, the list and its card @slow", async () => {
    const sidebar = await openCompanies(world);
    await pasteSearch(sidebar, ALL_COMPANIES);
    let asked = 0;
    answer("search-company", (own) => {
      const { results, ...rest } = own as { results: { company: Record<string, unknown> }[] };
      asked++;
      const made = results.map(({ company }, i) => ({
        company: {
          ...company,
          name: textAt(asked + i),
          domain: textAt(asked + i + 7),
          // A few are enough to have all as columns: the sheet draws every long text.
          ...(i % 5 === 0 && Object.fromEntries(TEXTS.map((text) => [text.replaceAll(".", " "), text]))),
        },
      }));
      return JSON.stringify({ ...rest, results: made });
    });
    await sidebar.getByRole("button", { name: "Preview" }).click();
    await sidebar.getByRole("heading", { name: "Put them into a sheet" }).waitFor();
    await expectHarmless(sidebar, "preview");
    for (const fold of await sidebar.locator("summary").all()) await fold.click();
    await expectHarmless(sidebar, "columns");
    await sidebar.getByLabel("How many").fill("2");
    await sidebar.getByRole("button", { name: "Add to sheet" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Companies”" }).waitFor();
    await sidebar.getByText(/^Pages 1–2 of /).waitFor();
    await expectHarmless(sidebar, "filled");
    expect(world.session.keyboard.shows("Companies", "A2:A60").flat().filter(Boolean).length).toBeGreaterThan(20);
  });

  test.each([
    ["Verify emails in this column", /^Verify [\d,]+ emails?$/, "email-verifier"],
    ["Find emails for this column of companies", /^Find emails for [\d,]+ compan/, "domain-search"],
  ])("to a job from “%s” are text while it goes on and in its summary @slow", async (menuItem, button, operation) => {
    // Names of sheets and columns come from anywhere, too.
    const sheet = `<img src=x onerror=hacked=1> ${operation}`;
    const { keyboard } = world.session;
    keyboard.addSheet(sheet);
    keyboard.select(sheet, "B2");
    const isVerifying = operation === "email-verifier";
    const rows = TEXTS.map((_, i) => ["", isVerifying ? `case${i}@hostile.example` : `case${i}.example`]);
    keyboard.paste(sheet, "A1", [["", isVerifying ? "Email <script>hacked=1</script>" : "Website <b>"], ...rows]);
    answer(operation, (own, body) => {
      const text = textAt(Number(/case(\d+)/.exec(body)?.[1] ?? 0));
      // Every third one is as it should be: a job pauses when nothing can be read.
      const paths = pathsOf(own).filter((path) => path.length === 2 && !/^(email_list|meta)$/.test(path[1] ?? ""));
      return Number(/case(\d+)/.exec(body)?.[1]) % 3 === 0
        ? JSON.stringify(own)
        : spoil(own, paths, JSON.stringify(text));
    });
    const sidebar = await openSidebar(world, menuItem);
    await sidebar.getByRole("button", { name: button }).click();
    await sidebar.getByRole("progressbar").waitFor();
    await expectHarmless(sidebar, `${operation}: progress`);
    await sidebar.getByRole("heading", { name: /^Done: / }).waitFor();
    await sidebar.getByText("Reading the sheet").waitFor({ state: "detached" });
    await expectHarmless(sidebar, `${operation}: summary`);
    await sidebar.getByRole("button", { name: "Insert chart" }).click();
    await sidebar.getByText("The chart is in the sheet").waitFor();
    await expectHarmless(sidebar, `${operation}: chart`);
  });
});
