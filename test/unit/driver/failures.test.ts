import { expect, test } from "@jest/globals";
import { createServiceFailures } from "../../../src/driver/failures";
import type { Answer } from "../../../src/jobs/views";
import { isRequestFault } from "../../../src/service/errors";
import { createFakeServer, failed } from "./fake-server";

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

test.each([
  ["INVALID_REQUEST", "finished", "error: INVALID_REQUEST"],
  ["HTTP_400", "finished", "error: HTTP_400"],
  ["HTTP_403", "paused", undefined],
  ["HTTP_302", "paused", undefined],
])("refuses the last questions with %s: the job is then %s", async (code, ended, cell) => {
  const server = createFakeServer({
    inputs: Array.from({ length: 160 }, (_, i) => `person${i}@acme.example`),
    answer: (key) => (/person1[3-5]\d@/.test(key) ? failed(key, code, null) : undefined),
  });
  expect(await server.run()).toMatchObject({ state: ended });
  expect(server.sheet.get(2)).toBe("status of person0@acme.example");
  expect([132, 150, 161].map((row) => server.sheet.get(row))).toEqual([cell, cell, cell]);
});
