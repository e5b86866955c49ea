import { expect, test } from "@jest/globals";
import { LATENCIES } from "../../../local/apps-script/google-times";
import { measureSteps } from "../../../scripts/bench/steps";
import type { WriteRequest } from "../../../src/jobs/protocol";
import { traceCalls } from "../support/kill-execution";
import { jobWorld } from "./job-document";
import { contacts } from "./lists";

// What a person waits for. A round trip waits for the sheet's answer, for a tenth of a second to most of one; the seconds are
// those of Google as documented, in virtual time.

test("each step of a job asks the sheet no more often, and takes no longer, than is promised @slow", async () => {
  const figures = await measureSteps({ model: "documented", times: LATENCIES, account: "consumer" });
  const promised = figures.flatMap(({ name, value, goal }) => (goal ? [{ name, value, most: goal.value }] : []));
  expect(promised.filter(({ value, most }) => value === null || value > most)).toEqual([]);
});

const world = jobWorld();

test("the last write also ends the job, unless it has left something to do", async () => {
  const document = world.open(contacts(30, "ending"));
  const started = await document.start();
  let ends = 0;
  let lastWrite: WriteRequest | null = null;
  const { state, job } = await document.drive(started, {
    calls: {
      step(request) {
        if (request.do === "write" && request.end) lastWrite = request;
        return document.calls.step(request);
      },
      end(request) {
        ends++;
        return document.calls.end(request);
      },
    },
  });
  expect({ state, ends, of: job?.state, done: job?.done, sheet: job?.sheetName }).toEqual({
    ...{ state: "finished", ends: 0, of: "finished" },
    ...{ done: 30, sheet: started.job.sheetName },
  });
  expect(await document.last()).toMatchObject({ state: "finished", done: 30 });
  // The row of one result is gone by the time of the last write.
  const { job: again } = await document.resume(started.job.id);
  const { entries = [], end } = (lastWrite ?? {}) as Partial<WriteRequest>;
  const gone = { key: "gone@acme.example", rows: [900], cells: ["valid"] };
  const write = { do: "write" as const, jobId: again.id, epoch: again.epoch, isFresh: true, waitMs: 0 };
  const left = await document.calls.step({
    ...write,
    entries: [...entries, gone],
    ...(end && { end: { ...end, epoch: again.epoch } }),
  });
  expect(left).toMatchObject({ ok: true, data: { lostKeys: [gone.key] } });
  expect(await document.last()).toMatchObject({ state: "running" });
});

test("the end of a job reads the properties once, and empties what its lanes have booked along with it", async () => {
  const document = world.open(contacts(30, "trips"));
  const calls = await traceCalls(world, async () => void (await document.verify()));
  const end = calls.slice(calls.lastIndexOf("LockService.tryLock"));
  const ofProperties = end.filter((name) => name.startsWith("PropertiesService."));
  expect(ofProperties).toEqual(["PropertiesService.getProperties", "PropertiesService.setProperties"]);
});
