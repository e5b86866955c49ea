import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../src/service/errors";
import { keyFingerprint } from "../../../src/settings/key-fingerprint";
import { removeKey } from "../../../src/settings/remove-key";
import { checkAndSaveKey } from "../../../src/settings/save-key";
import { createFakeParts } from "./support/fake-parts";

describe("checking and saving a key", () => {
  test("saves a key that works and tells its end and its account", () => {
    const parts = createFakeParts();
    expect(checkAndSaveKey(parts, " good-key-7f3a\n")).toMatchObject({
      ok: true,
      data: { key: { from: "you", lastFour: "7f3a" }, account: { plan: "PRO", creditsLeft: 950 } },
    });
    expect(parts.user.get("API_KEY")).toBe("good-key-7f3a");
  });

  test("keeps the old key when the service refuses the new one", () => {
    const parts = createFakeParts();
    checkAndSaveKey(parts, "good-key-7f3a");
    expect(checkAndSaveKey(parts, "wrong-key-0000")).toMatchObject({ ok: false, code: "INVALID_API_KEY" });
    expect(parts.user.get("API_KEY")).toBe("good-key-7f3a");
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
    const parts = createFakeParts();
    expect(checkAndSaveKey(parts, key)).toMatchObject({ ok: false, code: "UNUSABLE_KEY" });
    expect(parts.askedWith).toEqual([]);
    expect(parts.user.held.size).toBe(0);
  });

  test("saves nothing when no answer comes, and passes Google's words on", () => {
    const parts = createFakeParts();
    parts.askAccount = () => ({
      ok: false,
      error: new ServiceError({ code: "NO_ANSWER", status: null, detail: "Adresse nicht verfügbar" }),
    });
    expect(checkAndSaveKey(parts, "good-key-7f3a")).toMatchObject({
      ok: false,
      code: "NO_ANSWER",
      message: "No answer came from the service. (Adresse nicht verfügbar)",
      remedy: "Try again in a minute.",
    });
    expect(parts.user.held.size).toBe(0);
  });

  test("says nothing of the key in any answer, whatever goes wrong", () => {
    const parts = createFakeParts();
    parts.user.set = () => {
      throw new Error("Argument too large: good-key-7f3a");
    };
    const answers = ["good-key-7f3a", "wrong-key-0000", "no key"].map((key) => checkAndSaveKey(parts, key));
    expect(answers.map((answer) => answer.ok)).toEqual([false, false, false]);
    expect(JSON.stringify(answers)).not.toMatch(/good-key|wrong-key|no key/);
  });

  test("calls its formulas the user's own no longer by the old key's fingerprint", () => {
    const parts = createFakeParts(["good-key-7f3a", "next-key-81b2"]);
    checkAndSaveKey(parts, "good-key-7f3a");
    parts.mark.value = keyFingerprint("good-key-7f3a", parts.keyedHash);
    expect(checkAndSaveKey(parts, "next-key-81b2")).toMatchObject({ data: { account: { formulaKey: "unknown" } } });
  });
});

describe("removing the key", () => {
  test("leaves nothing of it", () => {
    const parts = createFakeParts();
    checkAndSaveKey(parts, "good-key-7f3a");
    expect(removeKey(parts)).toMatchObject({ ok: true, data: { key: { from: "nobody" } } });
    expect([...parts.user.held.keys()]).toEqual([]);
  });

  test("leads back to the organisation's key if there is one", () => {
    const parts = createFakeParts();
    parts.script.set("API_KEY", "organisation-key-55aa");
    checkAndSaveKey(parts, "good-key-7f3a");
    expect(removeKey(parts)).toMatchObject({ data: { key: { from: "organisation", lastFour: "55aa" } } });
    expect(parts.script.get("API_KEY")).toBe("organisation-key-55aa");
  });
});
