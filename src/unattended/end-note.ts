import { readStanding } from "../jobs/credits";
import { headerCells } from "../jobs/kinds/heading";
import { type ColumnJob, endNoteProperty, readJob, type World } from "../jobs/record";
import { shapeOf } from "../jobs/rows";
import { viewJob } from "../jobs/view-jobs";
import { type Call, guard } from "../lists/guard";
import { besideChange, listIn, rowsOf } from "../lists/pinned-list";
import { withSheetLease } from "../lists/sheet-lease";
import { patiently } from "../lists/steady";
import { takeNoteOff } from "../lists/take-out";
import { isRefused } from "../result";
import { readAnsweredFor } from "../sheet/pinned-columns";
import type { CellAt } from "../sheet/table";

/** Begins our line in the note of a header. The next such line replaces it. */
const BEGINS = "While it was closed, Sheetscout ";

/**
 * Notes on the header of a job's status, or else of its inputs, how it ended while nobody was there. If Google fails or
 * there is no header, nothing is lost: the sidebar tells it as well.
 */
export function noteEnd(world: World, jobId: string): null {
  const place = readJob(world.store.all(), jobId)?.place;
  // While an undo takes the columns out, the inputs' header would get a note that nothing takes off.
  if (place) withSheetLease(world, place.sheetId, (leased) => noteIn(leased, jobId));
  return null;
}

function noteIn(world: World, jobId: string): object {
  const { book, store, clock } = world;
  const properties = store.all();
  const seen = viewJob(world, jobId);
  if (isRefused(seen) || readStanding(properties, jobId)?.isUndoing) return seen;
  const { state, reason, spent } = seen;
  // A page has finished it, or somebody has paused or stopped it, and knows.
  if (state === "running" || reason === "") return seen;
  const own = readJob(properties, jobId) as ColumnJob;
  const shape = shapeOf(own);
  const earlier = properties[endNoteProperty(jobId)];
  const when = book.localTime(clock.nowMs());
  const lineOf = (rows: number): string => {
    const credits = `${spent.isExact ? "" : "at most "}${spent.halves / 2}`;
    const counted = `${rows} row${rows === 1 ? "" : "s"}, ${credits} credit${spent.halves === 2 ? "" : "s"}.`;
    return `${BEGINS}${state} on ${when}: ${counted}${state === "finished" ? "" : ` ${reason} Resume it in the sidebar.`}`;
  };
  let text = "";
  let noted: CellAt | null = null;
  const done = guard<object>(world, {
    ...besideChange(shape, jobId),
    gone: () => seen,
    failed: patiently(world, () => seen),
    plan(sheet) {
      const list = listIn(sheet, shape);
      const rows = [...rowsOf(list, sheet.ought).values()];
      const [cell, ...others] = headerCells(list, rows, own.choices);
      if (!cell) return { done: seen };
      const before = noted;
      const { row, column } = cell;
      if (before?.row === row && before.column === column) return { done: seen };
      noted = cell;
      text ||= lineOf(rows.filter(({ answeredFor }) => readAnsweredFor(answeredFor)?.jobId === jobId).length);
      // The text is stored before it is in the note, because an undo removes only a line that it can find here.
      store.set(endNoteProperty(jobId), text);
      // Somebody has moved rows or columns. The line is now in the wrong cell, or was moved with its cell.
      const strayed = before ? [before, cell, { ...before, column }, { ...before, row }] : [];
      const outdated = earlier ? others.map((other) => takeNoteOff(other, earlier)) : [];
      return {
        calls: [...outdated, ...strayed.map((each) => takeNoteOff(each, text)), addNote(cell, text)],
        write: [],
      };
    },
  });
  return done ?? seen;
}

const addNote = ({ row, column }: CellAt, text: string): Call => ({
  apply: (table) => table.addToNotes(column, [{ row, text }], BEGINS),
});
