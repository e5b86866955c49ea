import { describe, expect, test } from "@jest/globals";
import { dataOf, jobWorld, SHEET, verifyChoices } from "./job-document";
import { columnNamed, contacts, expectOwnResults } from "./lists";

const EDITOR = "ben@company.example";

const world = jobWorld({ service: { latency: "realistic" } });

/** Waits until the service was asked this many questions. */
async function askedFor(count: () => number, questions: number): Promise<void> {
  while (count() < questions) await world.clock.sleep(100);
}

describe("a job that is resumed elsewhere", () => {
  test("is left by its first driver, which writes what it has bought: each address is asked and paid once @slow", async () => {
    const document = world.open(contacts(200, "taken"));
    const started = await document.start();
    const first = document.drive(started);
    await askedFor(() => document.verifications().length, 40);
    const second = await document.drive(await document.resume(started.job.id));
    expect(second).toMatchObject({ state: "finished", stop: null });
    expect(await first).toMatchObject({ state: "paused", stop: { code: "JOB_TAKEN_OVER" } });
    expect(await document.last()).toMatchObject({ state: "finished", spent: { halves: 200, isExact: true } });
    const charged = world.service.controls.ledger().filter(({ subject }) => subject.startsWith("taken"));
    expect(charged).toHaveLength(200);
    const statusOf = new Map(document.rows().map((row) => [row.Email ?? "", row.email_status ?? ""]));
    expect([...statusOf.values()].every((status) => /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test(status))).toBe(
      true,
    );
    expectOwnResults(document, statusOf);
  });

  test("is not ended by the driver that was left behind @slow", async () => {
    const document = world.open(contacts(120, "leaves"));
    const { job } = await document.start();
    const resumed = await document.resume(job.id);
    const driving = document.drive(resumed);
    await askedFor(() => document.verifications().length, 20);
    const stale = {
      jobId: job.id,
      epoch: job.epoch,
      state: "paused" as const,
      reason: "Another key.",
      hasLanded: true,
    };
    expect(await document.calls.end(stale)).toMatchObject({ ok: true, data: { state: "running" } });
    expect(await driving).toMatchObject({ state: "finished", stop: null });
    expect(document.verifications()).toHaveLength(120);
  });

  test("and paused there asks nothing more anywhere @slow", async () => {
    const document = world.open(contacts(300, "paused"));
    const started = await document.start();
    const first = document.drive(started);
    await askedFor(() => document.verifications().length, 20);
    const second = await document.drive(await document.resume(started.job.id), { askAtMost: 20 });
    expect(second.state).toBe("paused");
    expect((await first).state).toBe("paused");
    expect(document.verifications().length).toBeLessThan(200);
  });
});

describe("a second job of a column", () => {
  test("is not begun with another key while the first one runs: no email is paid with both @slow", async () => {
    const document = world.open(contacts(60, "rival"));
    const callAs = document.callAs(EDITOR);
    dataOf(await callAs("checkAndSaveKey", "free-key"));
    const choices = verifyChoices(document.sheetId, {});
    const started = await document.start();
    expect(await callAs("startJob", choices)).toMatchObject({ ok: false, code: "COLUMN_TAKEN" });
    const running = document.drive(started);
    await askedFor(() => document.verifications().length, 20);
    expect(await callAs("startJob", choices)).toMatchObject({ ok: false, code: "COLUMN_TAKEN" });
    expect(await running).toMatchObject({ state: "finished" });
    expect(await callAs("startJob", choices)).toMatchObject({ ok: true });
  });

  test("is begun with another key if the first one has not gone on for a minute", async () => {
    const document = world.open(contacts(60, "asleep"));
    const callAs = document.callAs(EDITOR);
    dataOf(await callAs("checkAndSaveKey", "free-key"));
    await document.start();
    await document.clock.sleep(61_000);
    expect(await callAs("startJob", verifyChoices(document.sheetId, {}))).toMatchObject({ ok: true });
  });
});

describe("Pause is a brake", () => {
  // Where other tests have used the service, the moment of the press falls elsewhere in a turn.
  const world = jobWorld({ service: { latency: "realistic" } });
  test.each(["pause", "stop"] as const)(
    "and %s sends nothing new: what is on its way is written and told",
    async (press) => {
      const document = world.open(contacts(183, `brake${press}`));
      const driver = document.driver(await document.start());
      let sent = 0;
      let sentAtPress = 0;
      const untrace = world.host.onTrace(({ event, detail }) => {
        if (event === "call" && detail === "UrlFetchApp.fetchAll") sent++;
      });
      const running = driver.run();
      await askedFor(() => document.verifications().length, 40);
      sentAtPress = sent;
      driver[press]();
      const end = await running;
      untrace();
      expect(sent).toBe(sentAtPress);
      const asked = document.verifications().length;
      expect(asked).toBe(10 * sent);
      expect(document.rows().filter(({ email_status }) => email_status)).toHaveLength(asked);
      expect(end.job).toMatchObject({
        state: press === "pause" ? "paused" : "stopped",
        spent: { halves: asked, isExact: true },
      });
    },
  );
});

test.each(["inputs", "results", "sheet"])(
  "a job that has lost its %s while its last questions wait for their turns asks for a few seconds more @slow",
  async (what) => {
    const document = world.open(contacts(150, `lost${what}`));
    const { keyboard } = document.user;
    keyboard.addSheet("Other");
    let sent = 0;
    const untrace = world.host.onTrace(({ event, detail }) => {
      if (event === "call" && detail === "UrlFetchApp.fetchAll") sent++;
    });
    const driving = document.drive(await document.start());
    await askedFor(() => sent, 10);
    if (what === "sheet") keyboard.deleteSheet(SHEET);
    else keyboard.delete(SHEET, "columns", what === "inputs" ? 2 : columnNamed(document, "Email status"));
    const sentBefore = sent;
    expect(await driving).toMatchObject({ state: "paused", stop: { code: expect.stringMatching(/_GONE$/) } });
    untrace();
    expect(sent - sentBefore).toBeLessThan(5);
  },
);

describe("formulas that are opened during a job", () => {
  test("get their turns: the job keeps to fewer lanes, nothing is asked too fast or twice @slow", async () => {
    const document = world.open(contacts(250, "mixed"));
    const started = await document.start();
    const lanes = new Set<number>();
    const driving = document.drive(started, { onProgress: (progress) => lanes.add(progress.lanes) });
    await world.clock.sleep(20_000);
    const formulas = contacts(40, "formula").slice(1);
    document.user.keyboard.paste(
      SHEET,
      "J1",
      formulas.map(([, email]) => [`=VERIFY_EMAIL("${email}")`]),
    );
    const end = await driving;
    expect(end).toMatchObject({ state: "finished", stop: null });
    await world.clock.idle();
    expect(lanes).toContain(4);
    expect(Math.max(...lanes)).toBeGreaterThanOrEqual(8);
    const asked = document.verifications();
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(asked.map(({ email }) => email)).size).toBe(asked.length);
    const shown = document.user.keyboard.shows(SHEET, "J1:J40").flat();
    expect(shown.filter((cell) => /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test(cell)).length).toBeGreaterThan(30);
  });
});
