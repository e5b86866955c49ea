import { expect, test } from "@jest/globals";
import { createFakeServer } from "./fake-server";

test("asks before it writes while nobody looks on: executions that overlap wait for each other's writes", async () => {
  const inputs = Array.from({ length: 300 }, (_, i) => `person${i}@acme.example`);
  const watched = createFakeServer({ inputs, lanes: 1, askMs: 5_000 });
  const unwatched = createFakeServer({ inputs, lanes: 1, askMs: 5_000, isUnwatched: true });
  await watched.run();
  await unwatched.run();
  expect(unwatched.sheet.size).toBe(300);
  expect(unwatched.writes.length).toBeLessThan(watched.writes.length / 2);
});
