import { expect, test } from "@jest/globals";
import { isSheetRoundTrip } from "../../../local/apps-script/google-times";
import { traceCalls } from "../support/kill-execution";
import { dataOf, jobWorld } from "./job-document";
import { contacts } from "./lists";

// Each waits for the sheet's answer, for a tenth of a second to most of one.

const world = jobWorld();

test("a job asks the sheet no more often than it has to", async () => {
  const document = world.open(contacts(30, "trips"));
  const verified: Awaited<ReturnType<typeof document.verify>>[] = [];
  const calls = await traceCalls(world, async () => void verified.push(await document.verify()));
  // What its lanes have booked is emptied along with it.
  const end = calls.slice(calls.lastIndexOf("LockService.tryLock"));
  expect(end.filter((name) => name === "PropertiesService.deleteProperty")).toEqual([]);
  const jobId = verified[0]?.job?.id ?? "";
  const tripsOf = async (work: () => Promise<unknown>): Promise<number> =>
    (await traceCalls(world, work)).filter(isSheetRoundTrip).length;
  let epoch = 0;
  const trips = {
    chart: await tripsOf(async () => dataOf(await document.call("insertJobChart", { jobId }))),
    resume: await tripsOf(async () => {
      epoch = (await document.resume(jobId)).job.epoch;
    }),
    scan: await tripsOf(async () =>
      dataOf(
        await document.call("stepJob", { do: "scan", jobId, epoch, waitMs: 0, stretch: 0, stretches: 1 } as never),
      ),
    ),
    look: await tripsOf(() => document.undo(jobId, "look")),
    plan: await tripsOf(() => document.plan()),
    undo: await tripsOf(() => document.undo(jobId)),
  };
  expect(trips).toEqual({ chart: 6, resume: 4, scan: 3, look: 2, plan: 5, undo: 8 });
});
