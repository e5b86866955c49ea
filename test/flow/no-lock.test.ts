import { afterEach, describe, expect, test } from "@jest/globals";
import { jobWorld, SHEET } from "./jobs/job-document";
import { contacts } from "./jobs/lists";

const world = jobWorld();
afterEach(() => {
  world.host.settings.givesDocumentLock = true;
});

describe("where Google gives no lock (google.document-lock)", () => {
  test("a start says so at once, and nothing is asked", async () => {
    const document = world.open(contacts(3, "no-lock"));
    const plan = await document.plan();
    expect(plan).toMatchObject({ ok: true });
    world.host.settings.givesDocumentLock = false;
    const beganMs = document.clock.now();
    await expect(document.start()).rejects.toThrow("Google gives no lock here");
    expect(document.clock.now() - beganMs).toBeLessThan(1_000);
    expect(document.asked("email-verifier")).toEqual([]);
  });

  test("a job pauses and keeps all; with the lock back it goes on, and nothing is paid twice @slow", async () => {
    const document = world.open(contacts(30, "lost-lock"));
    const started = await document.start({ toAsk: 30 });
    let steps = 0;
    const paused = await document.drive(started, {
      calls: {
        ...document.calls,
        async step(request) {
          if (++steps > 2) world.host.settings.givesDocumentLock = false;
          return document.calls.step(request);
        },
      },
    });
    expect(paused).toMatchObject({ state: "paused", stop: { code: "NO_LOCK" } });
    world.host.settings.givesDocumentLock = true;
    const resumed = await document.drive(await document.resume(started.job.id));
    expect(resumed.state).toBe("finished");
    expect(document.asked("email-verifier")).toHaveLength(30);
  });

  test("a formula says it in its cell", async () => {
    const document = world.open([["ann.no-lock@company1.example"]]);
    world.host.settings.givesDocumentLock = false;
    document.user.keyboard.type(SHEET, "B1", "=VERIFY_EMAIL(A1)");
    await document.clock.sleep(30_000);
    expect(document.user.keyboard.shows(SHEET, "B1")[0]?.[0]).toContain("Google gives no lock here");
  });
});
