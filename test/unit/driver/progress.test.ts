import { expect, test } from "@jest/globals";
import { createProgress } from "../../../sidebar/driver/progress";
import type { SliceRequest } from "../../../src/runs/slices";
import { report } from "./support/drive";

const request = (rows: number, key: string): SliceRequest => ({
  runId: "r1",
  driverId: "d1",
  held: [],
  isPrepared: true,
  waitMs: 0,
  costs: [],
  freeAnswers: 0,
  ask: [],
  fill: [{ row: rows, key, cells: ["VALID"] }],
});

test("rows that a sort has moved are not lost once they are found elsewhere; rows that are gone stay lost", () => {
  const progress = createProgress(() => 0);
  progress.note(request(2, "moved"), report({ lostKeys: ["moved"] }));
  progress.note(request(3, "gone"), report({ lostKeys: ["gone"] }));
  expect(progress.view(1).lost).toBe(2);
  progress.note(request(9, "moved"), report({ writtenRows: 1 }));
  expect(progress.view(1).lost).toBe(1);
  progress.note(request(3, "gone"), report({ lostKeys: ["gone"] }));
  expect(progress.view(1).lost).toBe(1);
});
