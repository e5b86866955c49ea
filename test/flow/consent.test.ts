import { afterEach, describe, expect, test } from "@jest/globals";
import { type JobDocument, jobWorld } from "./jobs/job-document";
import { contacts } from "./jobs/lists";

const SCOPE = "https://www.googleapis.com/auth/";
const SHEET = `${SCOPE}spreadsheets.currentonly`;
const FETCH = `${SCOPE}script.external_request`;
const PAGES = `${SCOPE}script.container.ui`;
/** Without these nothing works. */
const ALL = [SHEET, FETCH, PAGES];
const TRIGGERS = `${SCOPE}script.scriptapp`;
const ADDRESS = "https://accounts.google.example/consent";

const world = jobWorld({ service: { latency: () => 800 } });
afterEach(() => {
  Object.assign(world.host.settings, { grantedScopes: null, ticksBoxes: null, firstClickRuns: false });
});

const allBut = (scope: string): string[] => ALL.filter((each) => each !== scope);

/** Grants nothing but these from now on. */
function grant(scopes: string[]): void {
  world.host.settings.grantedScopes = scopes;
}

/** Collects the titles of the pages that open. */
function pagesOf({ user }: JobDocument): string[] {
  const opened: string[] = [];
  user.onUi(({ type }) => opened.push(type));
  return opened;
}

describe("without a scope", () => {
  test.each(ALL)("%s the menu asks for it and opens nothing; chosen again it opens", async (scope) => {
    const document = world.open(contacts(1, "menu"));
    const opened = pagesOf(document);
    grant(allBut(scope));
    world.host.settings.ticksBoxes = (missing) => missing;
    await expect(document.user.clickMenu("showSidebar")).rejects.toThrow("Authorization is required");
    expect(opened).not.toContain("sidebar");
    expect(world.host.settings.grantedScopes?.sort()).toEqual([...ALL, TRIGGERS].sort());
    await document.user.clickMenu("showSidebar");
    expect(opened).toContain("sidebar");
  });

  test("to the sheet a dry run says so, with the address", async () => {
    const document = world.open(contacts(3, "sheet"));
    grant(allBut(SHEET));
    const refused = await document.plan();
    expect(refused).toMatchObject({ ok: false, code: "NO_CONSENT" });
    expect(JSON.stringify(refused)).toContain("see and edit this spreadsheet");
    expect(JSON.stringify(refused)).toContain(`Open ${ADDRESS} and tick every box`);
  });

  test("for pages the guide says so, with the address", async () => {
    const document = world.open(contacts(3, "pages"));
    grant(allBut(PAGES));
    const refused = JSON.stringify(await document.call("openGuide"));
    expect(refused).toContain("NO_CONSENT");
    expect(refused).toContain(ADDRESS);
  });

  test("for the network the key form and the account say so, and nobody is told to wait", async () => {
    const document = world.open(contacts(3, "net"));
    grant(allBut(FETCH));
    for (const answer of [await document.call("checkAndSaveKey", "sandbox-key"), await document.call("readAccount")]) {
      expect(answer).toMatchObject({ ok: false, code: "NO_CONSENT" });
      const text = JSON.stringify(answer);
      expect(text).toContain("connect to the contact-data service");
      expect(text).toContain(ADDRESS);
      expect(text).not.toMatch(/NO_ANSWER|in a minute/);
    }
  });

  test.each([
    ["VERIFY_EMAIL", "ann@acme.example"],
    ["EMAIL_COUNT", "acme.example"],
    ["COMPANY_INFO", "acme.example"],
    ["DOMAIN_EMAILS", "acme.example"],
    ["ACCOUNT_INFO", "current_plan"],
  ])("for the network %s says so in its cell", async (name, input) => {
    const document = world.open(contacts(1, "cell"));
    grant(allBut(FETCH));
    const shown = JSON.stringify(await document.user.callFormula(name, [input]));
    expect(shown).toContain("Google has not been allowed to connect");
    expect(shown).toContain("tick every box");
    expect(shown).not.toMatch(/No answer|in a minute/);
  });
});

describe("the first click of somebody who has allowed nothing yet", () => {
  test.each([
    [false, "only gives the consent", ["sidebar"]],
    [true, "also opens the sidebar where Google goes on by itself", ["sidebar", "sidebar"]],
  ])("firstClickRuns %s: %s", async (firstClickRuns, _, pages) => {
    const document = world.open(contacts(1, "first"));
    const opened = pagesOf(document);
    grant([]);
    Object.assign(world.host.settings, { firstClickRuns, ticksBoxes: (missing: string[]) => missing });
    await document.user.clickMenu("showSidebar");
    await document.user.clickMenu("showSidebar");
    expect(opened.filter((type) => type === "sidebar")).toEqual(pages);
  });
});

test("an add-on that is installed anew is asked again, and finds what was saved", async () => {
  const document = world.open(contacts(5, "anew"));
  await document.verify({ toAsk: 5 });
  grant([]);
  world.host.settings.ticksBoxes = (missing) => missing;
  await document.user.install();
  const refused = await document.call("readAccount");
  expect(refused).toMatchObject({ ok: false, code: "NO_CONSENT" });
  await document.user.clickMenu("showSidebar");
  expect(await document.call("readAccount")).toMatchObject({ ok: true });
  expect(await document.last()).toMatchObject({ state: "finished" });
});

describe("consent taken back in the middle of a job", () => {
  test.each([
    [FETCH, "connect to the contact-data service"],
    [SHEET, "see and edit this spreadsheet"],
  ])("%s pauses it, says why and keeps all; it is resumed with nothing paid twice @slow", async (scope, toDo) => {
    const label = scope === FETCH ? "lostnet" : "lostsheet";
    const document = world.open(contacts(200, label));
    const creditsOf = () => world.service.controls.ledger().filter(({ subject }) => subject.startsWith(label)).length;
    const loseConsent = async (): Promise<void> => {
      await world.clock.sleep(12_000);
      grant(allBut(scope));
    };
    const [end] = await Promise.all([document.verify(), loseConsent()]);
    expect(end).toMatchObject({ state: "paused", stop: { code: "NO_CONSENT" } });
    expect(end.stop?.message).toContain(toDo);
    expect(end.stop?.remedy).toContain(ADDRESS);
    const charged = creditsOf();
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBeLessThan(200);

    grant(ALL);
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", stop: null });
    expect(
      document.rows().filter(({ email_status }) => /^(VALID|CATCH_ALL|INVALID|not known)/.test(email_status ?? "")),
    ).toHaveLength(200);
    expect(creditsOf()).toBe(200);
  });
});
