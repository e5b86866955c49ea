import { describe, expect, test } from "@jest/globals";
import type { WatchView } from "../../../src/unattended/watch";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices } from "./find-document";
import { dataOf, type JobDocument, SHEET } from "./job-document";
import { contacts } from "./lists";
import { arrive, HOUR_MS, logOf, look, MINUTE_MS, statuses, watch, watchWorld } from "./watched-list";

type WatchPart = Parameters<typeof watch>[1];

const { world, triggersOf, halvesOf } = watchWorld();

describe("a watch that cannot go on pauses and says so", () => {
  /** One that has done its first rows, and then has new ones. */
  async function begin(label: string, part?: WatchPart): Promise<{ document: JobDocument; begun: WatchView }> {
    const document = world.open(contacts(3, label));
    const begun = await watch(document, part);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(halvesOf(label)).toBe(3);
    return { document, begun };
  }

  const expectPaused = async (document: JobDocument, words: string): Promise<void> => {
    const seen = await look(document);
    expect(seen).toMatchObject({ isPaused: true, isOverdue: false, reason: expect.stringContaining(words) });
    expect((await logOf(document, seen))[0]?.why).toContain(words);
    // Nothing is left for its trigger to do.
    await document.clock.sleep(15 * MINUTE_MS);
    expect(triggersOf(document)).toEqual([]);
  };

  test("without the key it last ran with, and goes on when the person says so", async () => {
    const { document, begun } = await begin("otherkey");
    dataOf(await document.call("checkAndSaveKey", "free-key"));
    arrive(document, 5, ["otherkey9@acme.example"]);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(halvesOf("otherkey")).toBe(3);
    await expectPaused(document, "another API key");
    expect((await look(document)).reason).toContain("Resuming it spends the credits of your key.");
    dataOf(await document.call("removeKey"));
    dataOf(await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId }));
    await document.clock.sleep(15 * MINUTE_MS);
    expect([halvesOf("otherkey"), await look(document)]).toMatchObject([4, { isPaused: false, reason: "" }]);
  });

  test("without the key it last ran with, and goes on with another one only with consent", async () => {
    const { document, begun } = await begin("keys");
    dataOf(await document.call("checkAndSaveKey", "free-key"));
    arrive(document, 5, ["keys9@acme.example"]);
    await document.clock.sleep(15 * MINUTE_MS);
    const refused = await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId });
    expect(refused).toMatchObject({ code: "OTHER_KEY", remedy: expect.stringContaining("credits of your key") });
    dataOf(await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId, withOwnKey: true }));
    await document.clock.sleep(15 * MINUTE_MS);
    expect([halvesOf("keys"), await look(document)]).toMatchObject([4, { isPaused: false, reason: "" }]);
    dataOf(await document.call("removeKey"));
  });

  test("without credits, and names the button that goes on once there are some", async () => {
    const { document } = await begin("broke");
    world.service.controls.setAccount("sandbox-key", { credits: 0 });
    arrive(document, 5, ["broke9@acme.example"]);
    await document.clock.sleep(15 * MINUTE_MS);
    world.service.controls.setAccount("sandbox-key", { credits: 10_000 });
    await expectPaused(document, "Not enough credits");
    expect((await look(document)).reason).toMatch(/for the renewal, then press Resume\.$/);
  });

  test.each([
    ["revoked", 401, "INVALID_API_KEY", "key was refused"],
    ["poor", 402, "INSUFFICIENT_CREDITS", "Not enough credits"],
  ])("with a key that is %s", async (label, status, code, words) => {
    const { document } = await begin(label);
    arrive(document, 5, [`${label}9@acme.example`]);
    world.service.fetch = async () => Response.json({ error_code: code }, { status });
    await document.clock.sleep(15 * MINUTE_MS);
    await expectPaused(document, words);
  });

  test("not for an outage: after three failed checks it looks every six hours, and goes on by itself @slow", async () => {
    const { document, begun } = await begin("down");
    world.service.fetch = async () => Response.json({ error_code: "SERVICE_TEMPORARILY_UNAVAILABLE" }, { status: 503 });
    for (let i = 0; i < 3; i++) {
      expect(await look(document)).toMatchObject({ isPaused: false, looksRarely: false });
      arrive(document, 5 + i, [`outage${i}@acme.example`]);
      await document.clock.sleep(15 * MINUTE_MS);
    }
    const reason = expect.stringContaining("3 checks in a row have failed: it tries again every 6 hours.");
    expect(await look(document)).toMatchObject({ isPaused: false, looksRarely: true, isOverdue: false, reason });
    world.service.fetch = world.fetchOfService;
    arrive(document, 8, ["later@acme.example"]);
    await document.clock.sleep(5 * HOUR_MS);
    expect(halvesOf("later")).toBe(0);
    await document.clock.sleep(1.5 * HOUR_MS);
    expect([halvesOf("later"), await look(document)]).toMatchObject([1, { looksRarely: false, reason: "" }]);
    // Rows that have failed are asked again the next day.
    await document.clock.sleep(30 * HOUR_MS);
    expect([0, 1, 2].map((i) => halvesOf(`outage${i}`))).toEqual([1, 1, 1]);
    expect(begun.jobId).toBe((await look(document)).jobId);
  });

  test("nor when Google's calls of the day are used up, and a person may send it at once @slow", async () => {
    const { document, begun } = await begin("quota");
    const { fetchesPerDay } = world.host.settings;
    world.host.settings.fetchesPerDay = 1;
    arrive(document, 5, ["quota9@acme.example"]);
    await document.clock.sleep(HOUR_MS);
    expect(await look(document)).toMatchObject({ isPaused: false, looksRarely: true });
    world.host.settings.fetchesPerDay = fetchesPerDay;
    await document.clock.sleep(2 * HOUR_MS);
    expect(halvesOf("quota9")).toBe(0);
    dataOf(await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId }));
    await document.clock.sleep(15 * MINUTE_MS);
    expect([halvesOf("quota9"), await look(document)]).toMatchObject([1, { looksRarely: false, reason: "" }]);
  });

  test("nor where its columns cannot be made: Google may have failed for a moment", async () => {
    const document = world.open(contacts(3, "away"));
    const begun = await watch(document);
    world.host.settings.faults = [{ calls: ["Sheet.insert"], at: Array.from({ length: 40 }, (_, i) => i + 1) }];
    await document.clock.sleep(12 * MINUTE_MS);
    expect(await look(document)).toMatchObject({
      isPaused: false,
      reason: expect.stringContaining("columns for the results"),
    });
    world.host.settings.faults = [];
    await document.clock.sleep(12 * MINUTE_MS);
    expect(await look(document)).toMatchObject({ jobId: begun.jobId, isPaused: false, reason: "" });
    expect([halvesOf("away"), statuses(document).includes("")]).toEqual([3, false]);
  });

  test.each(["before", "after"])(
    "when its sheet is protected from its person %s its columns are made",
    async (when) => {
      const [label, owner] = [`guarded${when}`, "somebody@company.example"];
      const document = world.open(contacts(3, label), { owner });
      const { keyboard } = document.document.as(owner);
      const arrives = (row: number) => keyboard.type(SHEET, `B${row}`, `${label}${row}@acme.example`);
      if (when === "before") keyboard.protect(SHEET, "A1:Z1000", []);
      await watch(document);
      await document.clock.sleep(15 * MINUTE_MS);
      if (when === "after") keyboard.protect(SHEET, "A1:Z1000", []);
      arrives(5);
      // What fails once may be a failure of Google's.
      await document.clock.sleep((when === "after" ? 30 : 15) * MINUTE_MS);
      await expectPaused(document, "protected");
      arrives(6);
      await document.clock.sleep(HOUR_MS);
      expect(halvesOf(label)).toBe(4);
    },
  );

  test("when its column or its sheet is deleted @slow", async () => {
    const here = await begin("nocolumn");
    here.document.user.keyboard.delete(SHEET, "columns", 2);
    await here.document.clock.sleep(15 * MINUTE_MS);
    await expectPaused(here.document, "column");
    const other = await begin("nosheet");
    other.document.user.keyboard.addSheet("Other");
    other.document.user.keyboard.deleteSheet(SHEET);
    await other.document.clock.sleep(15 * MINUTE_MS);
    await expectPaused(other.document, "deleted");
    const unresulted = await begin("noresults");
    unresulted.document.user.keyboard.delete(SHEET, "columns", 3, 3);
    arrive(unresulted.document, 5, ["noresults9@acme.example"]);
    await unresulted.document.clock.sleep(15 * MINUTE_MS);
    await expectPaused(unresulted.document, "deleted");
    expect(halvesOf("noresults")).toBe(3);
    // None of them can go on.
    for (const { document, begun } of [here, other, unresulted]) {
      const again = await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId });
      expect(again).toMatchObject({ ok: false, message: expect.stringContaining("deleted") });
    }
  });

  test("when the column that it leaves out is deleted, or its job was stopped @slow", async () => {
    const document = world.open(companies(["watcha.example"]));
    document.user.keyboard.addSheet("Customers");
    document.user.keyboard.paste("Customers", "A1", [["Customer"], ["other.example"]]);
    const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Customers") ?? {};
    const leaveOut = { sheetId, column: 1, first: "Customer" };
    const rows = { kind: "new", olderThanDays: null } as const;
    const { jobId } = await watch(document, { choices: findChoices(document, { rows, leaveOut }) });
    const goOn = () => document.call("unattendedJobs", { do: "goOn", jobId });
    await document.clock.sleep(15 * MINUTE_MS);
    dataOf(await goOn());
    document.user.keyboard.deleteSheet("Customers");
    expect(await goOn()).toMatchObject({ ok: false, code: "LEFT_OUT_GONE" });
    const stopped = world.open(contacts(2, "stopped"));
    const begun = await watch(stopped);
    await stopped.clock.sleep(15 * MINUTE_MS);
    const [{ epoch } = { epoch: 0 }] = dataOf(await stopped.call("listJobs"));
    const end = { epoch, state: "stopped", reason: "", hasLanded: true } as const;
    dataOf(await stopped.call("endJob", { jobId: begun.jobId, ...end }));
    const again = await stopped.call("unattendedJobs", { do: "goOn", jobId: begun.jobId });
    expect(again).toMatchObject({ ok: false, code: "JOB_STOPPED" });
  });

  test("while the column that it leaves out shows errors: it pays for nobody in it, and goes on when it is there again @slow", async () => {
    const customers = ["one-email.example", "three-emails.example"];
    const document = world.open(companies(["watcha.example", ...customers]));
    document.user.keyboard.addSheet("Customers");
    document.user.keyboard.paste("Customers", "A1", [["Customer"], ...customers.map((name) => [name])]);
    const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Customers") ?? {};
    const leaveOut = { sheetId, column: 1, first: "Customer", entries: 2 };
    const rows = { kind: "new", olderThanDays: null } as const;
    await watch(document, { choices: enrichChoices(document, { rows, leaveOut }) });
    await document.clock.sleep(30 * MINUTE_MS);
    const asked = () => world.service.controls.calls().filter(({ operation }) => operation === "domain-search").length;
    const before = asked();
    document.user.keyboard.paste("Customers", "A2", [["#REF!"], ["#REF!"]]);
    document.user.keyboard.type(SHEET, "B5", "watchb.example");
    await document.clock.sleep(30 * MINUTE_MS);
    expect(asked()).toBe(before);
    expect((await look(document)).reason).toContain("2 then, 0 now");
    document.user.keyboard.paste(
      "Customers",
      "A2",
      customers.map((name) => [name]),
    );
    await document.clock.sleep(7 * 60 * MINUTE_MS);
    expect(asked()).toBe(before + 1);
  });

  const withoutFetching = (): string[] => world.host.scopes().filter((scope) => !scope.endsWith("external_request"));

  test("of an add-on that may not ask the service any more: it says so, and goes on once that is allowed @slow", async () => {
    Object.assign(world.host.settings, { installation: "published", addonTriggersFind: "everything" });
    const document = world.open(contacts(3, "noconsent"));
    const { jobId } = await watch(document, { everyMinutes: 60 });
    await document.clock.sleep(70 * MINUTE_MS);
    arrive(document, 5, ["noconsent9@acme.example"]);
    world.host.settings.grantedScopes = withoutFetching();
    await document.clock.sleep(70 * MINUTE_MS);
    await expectPaused(document, "allow");
    expect(halvesOf("noconsent")).toBe(3);
    world.host.settings.grantedScopes = null;
    dataOf(await document.call("unattendedJobs", { do: "goOn", jobId }));
    await document.clock.sleep(70 * MINUTE_MS);
    expect([halvesOf("noconsent"), (await look(document)).isPaused]).toEqual([4, false]);
  });

  test("of a bound script, whose triggers do not run without all that it asks for, it is told as overdue", async () => {
    const { document, begun } = await begin("unbound");
    arrive(document, 5, ["unbound9@acme.example"]);
    world.host.settings.grantedScopes = withoutFetching();
    await document.clock.sleep(40 * MINUTE_MS);
    expect(await look(document)).toMatchObject({ isPaused: false, isOverdue: true });
    expect(halvesOf("unbound")).toBe(3);
    world.host.settings.grantedScopes = null;
    dataOf(await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId }));
    await document.clock.sleep(15 * MINUTE_MS);
    expect([halvesOf("unbound"), (await look(document)).isOverdue]).toEqual([4, false]);
  });

  test("one whose trigger Google has dropped is overdue, and goes on when the person says so", async () => {
    const { document, begun } = await begin("dropped");
    for (const { uid } of triggersOf(document)) world.host.disableTrigger(uid);
    arrive(document, 5, ["dropped9@acme.example"]);
    await document.clock.sleep(40 * MINUTE_MS);
    expect(await look(document)).toMatchObject({ isPaused: false, isOverdue: true });
    dataOf(await document.call("unattendedJobs", { do: "goOn", jobId: begun.jobId }));
    expect((await look(document)).isOverdue).toBe(false);
    await document.clock.sleep(15 * MINUTE_MS);
    expect(halvesOf("dropped")).toBe(4);
  });
});

test("what was asked while nothing answered counts once: a day's credits are enough when the service is back @slow", async () => {
  const document = world.open(companies(domains(2, "nonet")));
  world.service.fetch = async () => {
    throw new TypeError("connection refused");
  };
  const rows = { kind: "new", olderThanDays: null } as const;
  const begun = await watch(document, { halvesADay: 4, choices: findChoices(document, { rows }) });
  await document.clock.sleep(15 * MINUTE_MS);
  expect(document.asked("domain-search")).toEqual([]);
  world.service.fetch = world.fetchOfService;
  await document.clock.sleep(30 * MINUTE_MS);
  expect(document.rows().filter(({ emails_found }) => emails_found)).toHaveLength(2);
  expect(await look(document)).toMatchObject({ jobId: begun.jobId, spentTodayHalves: 4, reason: "" });
});

test.each([
  ["find", findChoices, 10],
  ["enrich", enrichChoices, 1440],
] as const)(
  "what has found no place counts once, however often it is asked: %s",
  async (label, choicesOf, everyMinutes) => {
    const owner = "somebody@company.example";
    const document = world.open(companies(domains(2, `once${label}`)), { owner });
    const rows = { kind: "new", olderThanDays: null } as const;
    const begun = await watch(document, { everyMinutes, choices: choicesOf(document, { rows }) });
    const untilNext = () => document.clock.sleep((everyMinutes + 5) * MINUTE_MS);
    await untilNext();
    const { keyboard } = document.document.as(owner);
    keyboard.protect(SHEET, "A1:Z1000", []);
    keyboard.paste(
      SHEET,
      "B4",
      domains(2, `once${label}new`).map((name) => [name]),
    );
    await untilNext();
    await untilNext();
    await untilNext();
    expect((await look(document)).isPaused).toBe(true);
    const halves = halvesOf(`once${label}`);
    const [{ spent, done } = { spent: null, done: 0 }] = dataOf(await document.call("listJobs"));
    expect([halves > 0, spent?.halves, done]).toEqual([true, halves, 2]);
    const lines = await logOf(document, begun);
    expect(lines.reduce((sum, line) => sum + line.halves, 0)).toBe(halves);
    expect(lines.map((line) => line.rows)).toEqual([0, 2]);
  },
);

test.each([10, 1440] as const)(
  "each line of the log tells what its check has spent, also after one without answers: every %s minutes",
  async (everyMinutes) => {
    const label = `lines${everyMinutes}x`;
    const document = world.open(companies(domains(2, label)));
    world.service.fetch = async () => {
      throw new TypeError("connection refused");
    };
    const rows = { kind: "new", olderThanDays: null } as const;
    const begun = await watch(document, { everyMinutes, choices: findChoices(document, { rows }, { limit: 1_000 }) });
    await document.clock.sleep((everyMinutes + 5) * MINUTE_MS);
    world.service.fetch = world.fetchOfService;
    await document.clock.sleep((everyMinutes + 5) * MINUTE_MS);
    expect(halvesOf(label)).toBeGreaterThan(0);
    expect((await logOf(document, begun)).map(({ rows: done, halves }) => [done, halves])).toEqual([
      [2, halvesOf(label)],
      [0, 0],
    ]);
  },
);

test.each([10, 1440] as const)(
  "the log tells a verification whose answer was lost when it is asked again: every %s minutes",
  async (everyMinutes) => {
    const label = `lost${everyMinutes}x`;
    const document = world.open(contacts(4, label));
    world.service.fetch = async (...call) => {
      await world.fetchOfService(...call);
      throw new TypeError("connection reset");
    };
    const begun = await watch(document, { everyMinutes });
    await document.clock.sleep((everyMinutes + 5) * MINUTE_MS);
    world.service.fetch = world.fetchOfService;
    await document.clock.sleep((everyMinutes + 5) * MINUTE_MS);
    const told = (await logOf(document, begun)).map(({ halves }) => halves);
    expect([halvesOf(label), told]).toEqual([4, [4, 0]]);
  },
);

test("a day begins with what the one before has spent, also if its first check finds nothing @slow", async () => {
  const names = domains(6, "newday");
  const document = world.open(companies(names));
  const type = (texts: string[], from: number) =>
    texts.forEach((text, i) => {
      document.user.keyboard.type(SHEET, `B${i + from}`, text);
    });
  world.service.fetch = async () => {
    throw new TypeError("connection refused");
  };
  const rows = { kind: "new", olderThanDays: null } as const;
  await watch(document, { halvesADay: 12, choices: findChoices(document, { rows }) });
  await document.clock.sleep(22 * HOUR_MS);
  type(
    names.map(() => ""),
    2,
  );
  await document.clock.sleep(8 * HOUR_MS);
  world.service.fetch = world.fetchOfService;
  type([...names, ...domains(12, "newdaymore")], 2);
  await document.clock.sleep(8 * HOUR_MS);
  expect(halvesOf("newday")).toBeGreaterThan(0);
  expect(halvesOf("newday")).toBeLessThanOrEqual(12);
});
