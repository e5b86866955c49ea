import { expect, test } from "@jest/globals";
import { createServiceFailures } from "../../../src/driver/failures";
import type { Answer } from "../../../src/jobs/views";
import { isRequestFault } from "../../../src/service/errors";

/** Tells of failures with these codes, each of another question, one second after the other. */
function toldAfter(codes: string[]) {
  let atMs = 0;
  const failures = createServiceFailures(() => atMs);
  return codes.map((code, i) => {
    atMs += 1_000;
    const answer = { key: `key ${i}`, state: "failed", code, retryMs: null, entry: { key: `key ${i}`, cells: [] } };
    return failures.note({ answers: [answer as unknown as Answer], words: "" });
  });
}

test.each([
  ["HTTP_403", "HTTP_503"],
  ["HTTP_503", "HTTP_403"],
])("a row of failures with %s and %s is a fault of the service, whichever comes last", (...codes) => {
  const [last] = toldAfter(Array.from({ length: 40 }, (_, i) => codes[i % 2] ?? "")).slice(-1);
  expect(last?.code).toBe("HTTP_503");
  expect(isRequestFault(last?.code ?? "")).toBe(false);
});

test("companies that the service refuses show that it works", () => {
  const codes = Array.from({ length: 60 }, (_, i) => (i % 10 === 0 ? "INTERNAL_ERROR" : "CANT_FIND_DOMAIN"));
  expect(toldAfter(codes).filter(Boolean)).toEqual([]);
});
