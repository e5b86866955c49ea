import { undoColumns } from "../../../src/jobs/kinds/undo-columns";
import type { ColumnJob, World } from "../../../src/jobs/record";
import type { ListShape } from "../../../src/lists/pinned-list";
import type { FakeBook } from "./fake-book";

/** Undoes `job1`, which has made none of the columns that it has written. */
export function undoVerification(book: FakeBook, list: Omit<ListShape, "readInput">): ReturnType<typeof undoColumns> {
  const choices = { kind: "verify", fields: list.fields, headerRow: 1 };
  const job = { id: "job1", choices, place: { sheetId: list.sheetId, group: list.group } };
  const world = { book, store: { all: () => ({}), get: () => null }, clock: { nowMs: () => 0, sleep: () => {} } };
  const request = { jobId: "job1", do: "undo" as const, others: "remove" as const };
  return undoColumns(world as unknown as World, job as unknown as ColumnJob, request);
}
