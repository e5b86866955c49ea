import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PAGE } from "../../live-check/assertions/page";
import { writeReport } from "../../live-check/report";
import { readBuiltAddon } from "../../local/addon/read-built-addon";
import { createHost } from "../../local/apps-script/create-host";
import type { HostOptions } from "../../local/apps-script/host";
import type { HostDocument, UserSession } from "../../local/apps-script/host-document";
import type { HostSettings } from "../../local/apps-script/settings";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock, type VirtualClock } from "../../local/clock/virtual-clock";
import { PROJECT_ROOT } from "../../local/project-root";
import { createSandboxService } from "../../local/service/sandbox-service";
import { readMeasured } from "../../scripts/bench/google";
import { buildLiveCheck } from "../../scripts/build/build-live-check";

/** Known differences: what the host does instead of what docs/google.md says. */
const DIFFERENCES: Record<string, string> = {
  // The formula parser drops an argument left empty at the beginning; one in the middle arrives as "".
  "google.custom-function-arguments:empty": "1",
};

/** The harder readings. */
const STRICT: Partial<HostSettings> = {
  refusals: "at-flush",
  readsCached: true,
  formulasKeepAnswers: true,
  installation: "bound",
};

const TUNNEL = "https://abc.tunnel.example";
const ANN = "ann@company.example";
const CHECK_SHEET = "Sheetscout check";
/** The mark in the sheet of results for what only a live run can tell. */
const ONLY_LIVE = "(only a live run can tell)";

interface Check {
  clock: VirtualClock;
  document: HostDocument;
  ann: UserSession;
  settings: HostSettings;
  /** The words of dialogs and alerts. */
  said: string[];
  click(functionName: string): Promise<void>;
  /** What a page does that has seen this, or all that is expected: hands it over, and gives the text. */
  look(seen?: Record<string, string>): Promise<string>;
  /** The rows of results by the names of their columns. */
  rows(): Record<string, string>[];
  close(): Promise<void>;
}

let folder: string;
let built: Pick<HostOptions, "files" | "html" | "manifest">;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "live-check-"));
  await buildLiveCheck(folder, TUNNEL);
  built = await readBuiltAddon(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function openCheck(settings: Partial<HostSettings> = {}): Check {
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock, companies: 10 });
  const host = createHost({
    title: CHECK_SHEET,
    ...built,
    clock,
    fetch: async (request) => {
      if (!request.url.startsWith(TUNNEL)) throw new Error("There is nobody at this address.");
      return service.fetch(request);
    },
    settings: { ...STRICT, ...settings },
  });
  const document = host.openDocument({ workbook: createMemoryWorkbook(), owner: ANN });
  const ann = document.as(ANN);
  const said: string[] = [];
  ann.onUi((event) => {
    if (event.type === "dialog") said.push(event.html);
    if (event.type === "alert") {
      said.push(event.prompt);
      ann.answer(event.id, "OK", "");
    }
  });
  return {
    clock,
    document,
    ann,
    settings: host.settings,
    said,
    async click(functionName) {
      await Promise.all([ann.clickMenu(functionName), clock.idle()]);
    },
    async look(seen = Object.fromEntries(PAGE.assertions.map(({ id, expected }) => [id, expected]))) {
      const args = JSON.stringify([seen, [300, 500]]);
      const [text] = await Promise.all([ann.callFromSidebar("finishLiveCheck", args), clock.idle()]);
      return JSON.parse(text);
    },
    rows() {
      const [header = [], ...rows] = ann.keyboard.shows(CHECK_SHEET, "A1:F250").filter((row) => row[0] !== "");
      return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
    },
    async close() {
      await host.close();
      service.close();
    },
  };
}

/** The facts of docs/google.md: what the live check does about each. */
const facts = new Map(
  [
    ...readFileSync(path.join(PROJECT_ROOT, "docs/google.md"), "utf8").matchAll(
      /^\| `(google\.[\w-]+)`.*\| ([^|]+) \|$/gm,
    ),
  ].map(([, id = "", check = ""]) => [id, check.trim()]),
);

describe("the live check in the local host", () => {
  let check: Check;
  let text: string;
  beforeAll(async () => {
    check = openCheck();
    await check.click("runLiveCheck");
    expect(check.said.at(-1)).toContain("This page looks for itself");
    text = await check.look();
  });
  afterAll(() => check.close());

  test("sees what docs/google.md says, but for the known differences", () => {
    const others = check.rows().filter(({ outcome }) => outcome !== "same");
    expect(Object.fromEntries(others.map(({ id, seen }) => [id, seen]))).toEqual(DIFFERENCES);
    expect(check.rows().length).toBeGreaterThan(90);
  });

  test("names facts of docs/google.md only, every one that is asserted there, and the ones that only a live run settles", () => {
    const looked = new Map<string, string>();
    for (const { id = "", fact = "" } of check.rows()) {
      const name = id.split(":")[0] ?? "";
      const settles = fact.endsWith(ONLY_LIVE) || looked.get(name) === "settles";
      looked.set(name, settles ? "settles" : "asserts");
    }
    const told = [...facts].filter(([, does]) => does === "asserts" || does === "settles");
    expect(new Map([...looked].sort())).toEqual(new Map(told.sort()));
  });

  test("gives a text of at most 5,000 characters without anything personal", () => {
    expect(text.length).toBeLessThanOrEqual(5_000);
    expect(text).toContain("google.custom-function-arguments:empty: expected");
    expect(text).not.toContain(ANN);
    expect(text).not.toContain("company.example");
  });

  test("leaves its sheet of results and nothing else", async () => {
    const names = check.document.workbook.sheets().map(({ name }) => name);
    expect(names.sort()).toEqual(["Sheet1", CHECK_SHEET].sort());
    await check.click("forgetLiveCheck");
    expect(check.document.save().properties).toEqual({});
  });
});

test("a text in which everything is other is cut to 5,000 characters, and names people and files nowhere", () => {
  const seen = `throws ${ANN} may not open 1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789 ${"x ".repeat(500)}`;
  const findings = Array.from({ length: 120 }, (_, index) => ({
    assertion: { id: `google.locks:${index}`, fact: "", expected: "nothing", see: () => "" },
    seen,
  }));
  const text = writeReport("Heading", findings, 120);
  expect(text.length).toBeLessThanOrEqual(5_000);
  expect(writeReport("Heading", findings.slice(0, 3), 120)).toContain("throws [left out] may not open [left out] x x");
  expect(text).not.toContain("company.example");
});

test("on a slow Google it goes on with the next click @slow", async () => {
  const check = openCheck({ latencyMs: () => 400 });
  await check.click("runLiveCheck");
  expect(check.said).toEqual([
    expect.stringMatching(/^\d+ assertions are left: choose Run the live check once more\.$/),
  ]);
  const seenFirst = check.rows().length;
  expect(seenFirst).toBeGreaterThan(10);
  for (let click = 2; click < 10 && check.said.at(-1)?.includes("are left"); click++) await check.click("runLiveCheck");
  await check.click("showLiveCheckText");
  expect(check.said.at(-1)).toContain("As documented");
  expect(check.rows().length).toBeGreaterThan(seenFirst);
  // The bench takes the times as they are printed.
  const text = await check.look();
  const times = readMeasured(text.slice(text.indexOf("Times (ms)")));
  expect(times).toMatchObject({ property: { fromMs: 400, toMs: 400 }, sidebarCall: { fromMs: 300, toMs: 500 } });
  await check.close();
});

test("an execution that Google ends costs the assertion it was at, and the next click goes on @slow", async () => {
  const check = openCheck();
  check.settings.crash = { callIndex: 200, when: "before" };
  await check.click("runLiveCheck").catch(() => {});
  await check.click("runLiveCheck");
  const killed = check.rows().filter(({ seen }) => seen === "the execution was ended by Google");
  expect(killed).toHaveLength(1);
  expect(check.rows().length).toBeGreaterThan(90);
  expect(check.document.workbook.sheets().map(({ name }) => name)).not.toContain("Sheetscout check scratch");
  await check.close();
});
