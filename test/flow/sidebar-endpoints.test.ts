import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createAddonHost } from "../../local/addon/create-addon-host";
import type { Host } from "../../local/apps-script/host";
import type { HostDocument } from "../../local/apps-script/host-document";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import { createVirtualClock } from "../../local/clock/virtual-clock";
import { createSandboxService, type SandboxService } from "../../local/service/sandbox-service";
import { traitsOf } from "../../src/jobs/rows";
import type { Result } from "../../src/result";
import type { AccountView } from "../../src/settings/settings";

const OWNER = "owner@company.example";
const EDITOR = "editor@company.example";

/** Forgetting and asking again takes seconds of it, and no time here. */
const clock = createVirtualClock();
let service: SandboxService;
let host: Host;
let document: HostDocument;
beforeAll(async () => {
  service = createSandboxService({ dataDirectory: null, clock, companies: 200 });
  host = await createAddonHost({ service, clock });
  document = host.openDocument({ workbook: createMemoryWorkbook(), owner: OWNER });
});
afterAll(async () => {
  await host.close();
  service.close();
});

async function call<Data>(user: string, name: string, ...args: unknown[]): Promise<Result<Data>> {
  return JSON.parse(await document.as(user).callFromSidebar(name, JSON.stringify(args)));
}

const ENDPOINTS = ["readSettings", "readAccount", "checkAndSaveKey", "removeKey", "saveOptions", "forgetAnswers"];

describe("the sidebar's functions in the built add-on", () => {
  test.each([...ENDPOINTS, "showSidebar", "showSettings"])("%s refuses to run from a cell", async (name) => {
    await call(OWNER, "checkAndSaveKey", "sandbox-key");
    const before = JSON.stringify(host.save());
    const shown = await document.as(OWNER).callFormula(name, ["free-key"]);
    expect(JSON.stringify(shown)).toContain("This is not a formula.");
    expect(JSON.stringify(host.save())).toBe(before);
  });

  test.each([
    ["checkAndSaveKey", [{ key: "sandbox-key" }], "UNUSABLE_KEY"],
    ["checkAndSaveKey", [], "UNUSABLE_KEY"],
    ["saveOptions", ["fast"], "UNUSABLE_OPTIONS"],
    ["saveOptions", [{ warnBelowCredits: 1, callsPerMinute: { "email-verifier": "400" } }], "UNUSABLE_OPTIONS"],
  ])("%s refuses the arguments %j", async (name, args, code) => {
    expect(await call(OWNER, name, ...args)).toMatchObject({ ok: false, code });
  });

  test("know whose key the formulas use: the owner's, whoever looks", async () => {
    await call(OWNER, "checkAndSaveKey", "sandbox-key");
    await call(EDITOR, "checkAndSaveKey", "free-key");
    await document.as(EDITOR).callFormula("EMAIL_COUNT", ["acme.example"]);
    const formulaKeyFor = async (user: string): Promise<string> => {
      const result = await call<AccountView>(user, "readAccount");
      return result.ok ? result.data.formulaKey : result.code;
    };
    expect([await formulaKeyFor(OWNER), await formulaKeyFor(EDITOR)]).toEqual(["yours", "another"]);
    await call(OWNER, "checkAndSaveKey", "sandbox-colleague-key");
    expect([await formulaKeyFor(OWNER), await formulaKeyFor(EDITOR)]).toEqual(["unknown", "unknown"]);
  });

  test("say what Google said when the service does not answer, in whatever language", async () => {
    await call(OWNER, "checkAndSaveKey", "sandbox-key");
    host.settings.translated = true;
    service.controls.addFault({ kind: "reset-before" });
    expect(await call(OWNER, "readAccount")).toMatchObject({ ok: false, code: "NO_ANSWER" });
    host.settings.translated = false;
    expect(await call(OWNER, "readAccount")).toMatchObject({ ok: true });
  });

  test.each(["wrong-type", "html", "truncated-json"] as const)(
    "show nothing of an answer with %s in it",
    async (kind) => {
      service.controls.addFault({ kind });
      expect(await call(OWNER, "readAccount")).toMatchObject({ ok: false, code: "UNREADABLE_ANSWER" });
    },
  );
});

describe("forgetting cached answers", () => {
  test("makes the formulas ask anew", async () => {
    await call(OWNER, "checkAndSaveKey", "sandbox-key");
    const asked = async (): Promise<number> => {
      await document.as(OWNER).callFormula("EMAIL_COUNT", ["forgotten.example"]);
      return service.controls.calls().filter(({ operation }) => operation === "email-count").length;
    };
    const first = await asked();
    expect(await asked()).toBe(first);
    expect(await call(OWNER, "forgetAnswers")).toEqual({ ok: true, data: null });
    expect(await asked()).toBe(first + 1);
  });
});

describe("another key", () => {
  test("shows in =ACCOUNT_INFO() at once, though its answer is kept for a minute", async () => {
    const plan = () => document.as(OWNER).callFormula("ACCOUNT_INFO", ["current_plan"]);
    await call(OWNER, "checkAndSaveKey", "free-key");
    expect(await plan()).toBe("FREE");
    await call(OWNER, "checkAndSaveKey", "sandbox-key");
    expect(await plan()).toBe("ENTERPRISE");
    await call(OWNER, "removeKey");
    expect(JSON.stringify(await plan())).toContain("API key");
  });
});

describe("the menu", () => {
  test.each(["NONE", "LIMITED"] as const)("is there when the document opens in the mode %s", async (mode) => {
    await document.as(OWNER).open(mode);
    const captions = document
      .as(OWNER)
      .menus()
      .flatMap(({ items = [] }) => items.map(({ caption }) => caption));
    expect(captions[0]).toBe("Open sidebar");
    expect(captions.at(-1)).toBe("Guide: statuses, costs, what to do");
  });

  test("opens a guide that names every status with its colour, beside the sidebar", async () => {
    const session = document.as(OWNER);
    const pages: string[] = [];
    const stop = session.onUi((event) => event.type === "dialog" && pages.push(event.html));
    expect(JSON.stringify(await session.callFormula("showGuide", []))).toContain("This is not a formula.");
    await session.clickMenu("showGuide");
    expect(await call(OWNER, "openGuide")).toMatchObject({ ok: true });
    stop();
    expect(pages).toHaveLength(2);
    const statusColours = traitsOf("verify").coloursOf("email_status");
    for (const [status, colour] of statusColours)
      expect(pages[0]).toContain(`${colour}">${status.replace(/: .*/, ": …")}</td>`);
    expect(pages[0]).not.toMatch(/<script|src=|href=/);
  });

  test("opens the sidebar at the tab that its item names", async () => {
    const pages: string[] = [];
    const session = document.as(OWNER);
    const stop = session.onUi((event) => event.type === "sidebar" && pages.push(event.html));
    await session.clickMenu("showSidebar");
    await session.clickMenu("showSettings");
    stop();
    expect(pages.map((html) => /<div id="app" data-tab="([^"]*)"/.exec(html)?.[1])).toEqual(["", "settings"]);
  });
});
