import { describe, expect, test } from "@jest/globals";
import { isRefused } from "../../../src/result";
import { ServiceError } from "../../../src/service/errors";
import { keyFingerprint } from "../../../src/settings/key";
import { checkAndSaveKey, removeKey } from "../../../src/settings/settings";
import { createFakeSettings } from "./support/fake-settings";

describe("checking and saving a key", () => {
  test("saves a key that works and tells its end and its account", () => {
    const world = createFakeSettings();
    expect(checkAndSaveKey(world, " good-key-7f3a\n")).toMatchObject({
      key: { from: "you", lastFour: "7f3a" },
      account: { plan: "PRO", creditsLeft: 950 },
    });
    expect(world.userStore.get("API_KEY")).toBe("good-key-7f3a");
  });

  test("keeps the old key when the service refuses the new one", () => {
    const world = createFakeSettings();
    checkAndSaveKey(world, "good-key-7f3a");
    expect(checkAndSaveKey(world, "wrong-key-0000")).toMatchObject({ ok: false, code: "INVALID_API_KEY" });
    expect(world.userStore.get("API_KEY")).toBe("good-key-7f3a");
  });

  test.each([
    ["a number", 7],
    ["nothing", undefined],
    ["an object", { key: "good-key-7f3a" }],
    ["a text of blanks", "   "],
    ["two words", "good key"],
    ["letters no header can hold", "gööd-key"],
    ["a whole page", "k".repeat(501)],
  ])("refuses %s without asking the service", (_what, key) => {
    const world = createFakeSettings();
    expect(checkAndSaveKey(world, key)).toMatchObject({ ok: false, code: "UNUSABLE_KEY" });
    expect(world.askedWith).toEqual([]);
    expect(world.userStore.held.size).toBe(0);
  });

  test("saves nothing when no answer comes, and passes Google's words on", () => {
    const world = createFakeSettings();
    world.askAccount = () => ({
      ok: false,
      error: new ServiceError("NO_ANSWER", null, "Adresse nicht verfügbar"),
    });
    expect(checkAndSaveKey(world, "good-key-7f3a")).toMatchObject({
      ok: false,
      code: "NO_ANSWER",
      message: "No answer came from the service. (Adresse nicht verfügbar)",
      remedy: expect.stringMatching(/^Try again in a minute, or tomorrow if .*\.$/),
    });
    expect(world.userStore.held.size).toBe(0);
  });

  test("says nothing of the key in any answer, whatever goes wrong", () => {
    const world = createFakeSettings();
    world.userStore.set = () => {
      throw new Error("Argument too large: good-key-7f3a");
    };
    const answers = ["good-key-7f3a", "wrong-key-0000", "no key"].map((key) => checkAndSaveKey(world, key));
    expect(answers.map(isRefused)).toEqual([true, true, true]);
    expect(JSON.stringify(answers)).not.toMatch(/good-key|wrong-key|no key/);
  });

  test("no longer calls formulas the user's own because of the old key's fingerprint", () => {
    const world = createFakeSettings(["good-key-7f3a", "next-key-81b2"]);
    checkAndSaveKey(world, "good-key-7f3a");
    world.leaveKey(keyFingerprint("good-key-7f3a", world.keyedHash));
    expect(checkAndSaveKey(world, "next-key-81b2")).toMatchObject({ account: { formulaKey: "unknown" } });
  });
});

describe("removing the key", () => {
  test("leaves nothing of it", () => {
    const world = createFakeSettings();
    checkAndSaveKey(world, "good-key-7f3a");
    expect(removeKey(world)).toMatchObject({ key: { from: "nobody" } });
    expect([...world.userStore.held.keys()]).toEqual([]);
  });

  test("leads back to the organisation's key if there is one", () => {
    const world = createFakeSettings();
    world.scriptStore.set("API_KEY", "organisation-key-55aa");
    checkAndSaveKey(world, "good-key-7f3a");
    expect(removeKey(world)).toMatchObject({ key: { from: "organisation", lastFour: "55aa" } });
    expect(world.scriptStore.get("API_KEY")).toBe("organisation-key-55aa");
  });
});
