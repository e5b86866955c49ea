import { describe, expect, test } from "@jest/globals";
import { createFakeServer } from "./fake-server";

const INPUTS = ["one@acme.example", "two@acme.example"];

/** @param left the inputs whose results are left by every write @param words Google's */
function pausedFor(left: string[], words: string) {
  const server = createFakeServer({
    inputs: INPUTS,
    instead(request) {
      if (request.do !== "write") return undefined;
      const keys = request.entries.map(({ key }) => key);
      return {
        writtenKeys: keys.filter((key) => !left.includes(key)),
        leftKeys: keys.filter((key) => left.includes(key)),
        words,
      };
    },
  });
  return server.run();
}

describe("results that every write leaves pause a job, which says", () => {
  test.each([
    [INPUTS, "Google did not write the results: Protected."],
    [INPUTS.slice(1), "Google did not write 1 of the results: Protected."],
  ])("what Google says", async (left, message) => {
    const { state, stop } = await pausedFor(left, "Protected.");
    expect([state, stop]).toEqual(["paused", expect.objectContaining({ code: "NOT_WRITTEN", message })]);
  });

  test.each([[INPUTS], [INPUTS.slice(1)]])(
    "that people move columns or rows where Google has refused nothing",
    async (left) => {
      const { state, stop } = await pausedFor(left, "");
      expect([state, stop]).toEqual([
        "paused",
        {
          ok: false,
          code: "COLUMNS_MOVING",
          message: "Somebody keeps moving columns or rows here, so some results are not written.",
          remedy: "Try again when they are done: nothing is lost.",
        },
      ]);
    },
  );
});
