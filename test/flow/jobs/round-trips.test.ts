import { expect, test } from "@jest/globals";
import { LATENCIES } from "../../../local/apps-script/google-times";
import { measureSteps } from "../../../scripts/bench/steps";
import { traceCalls } from "../support/kill-execution";
import { jobWorld } from "./job-document";
import { contacts } from "./lists";

// What a person waits for. A round trip waits for the sheet's answer, for a tenth of a second to most of one; the seconds are
// those of Google as documented, in virtual time.

/** The figures that miss their goal in `scripts/bench/steps.ts`: what they have reached, as a bound that may only be lowered. */
const REACHED: Record<string, number> = {
  // Promised: 7. One write also adds rows.
  "find, later write: round trips": 8,
  // Promised: 14 s.
  "companies, a full job: from Start to the first result": 16,
};

test("each step of a job asks the sheet no more often, and takes no longer, than was promised or has been reached @slow", async () => {
  const figures = await measureSteps({ model: "documented", times: LATENCIES, account: "consumer" });
  const promised = figures.flatMap(({ name, value, goal }) =>
    goal ? [{ name, value, most: REACHED[name] ?? goal.value }] : [],
  );
  expect(promised.filter(({ value, most }) => value === null || value > most)).toEqual([]);
});

const world = jobWorld();

test("the end of a job reads the properties once, and empties what its lanes have booked along with it", async () => {
  const document = world.open(contacts(30, "trips"));
  const calls = await traceCalls(world, async () => void (await document.verify()));
  const end = calls.slice(calls.lastIndexOf("LockService.tryLock"));
  const ofProperties = end.filter((name) => name.startsWith("PropertiesService."));
  expect(ofProperties).toEqual(["PropertiesService.getProperties", "PropertiesService.setProperties"]);
});
