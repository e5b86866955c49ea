import { type Refusal, refusal } from "../result";
import { columnOf, inputMark } from "../sheet/pinned-columns";
import type { Book, CellValue } from "../sheet/table";
import type { MadeListView } from "./clean-list-views";
import { readStanding } from "./credits";
import { isTooLongToKeep, keepLastSearch } from "./kinds/companies-plan";
import { filtersOf } from "./kinds/pages";
import { ownFingerprint } from "./own-key";
import { pastOf, readPast } from "./past-jobs";
import type { JobRequest, LeaveOutChoice } from "./protocol";
import { type Job, type JobOf, listRecords, readJob, type World } from "./record";
import { makeCopy } from "./row-copies";
import { traitsOf } from "./rows";
import { kindOf } from "./step";
import { viewJobs } from "./view-jobs";
import { JOB_TITLES, type PastChoices, type PastJobView } from "./views";

/** The youngest job comes first. */
export function listPastJobs(world: World): PastJobView[] {
  const { store, book } = world;
  const properties = store.all();
  const own = ownFingerprint(world);
  const records = listRecords(properties);
  const known = new Map(viewJobs(world, records, properties, { fingerprint: own }).map((job) => [job.id, job]));
  const all = [...records.flatMap((record) => pastOf(properties, record, false) ?? []), ...readPast(properties)];
  return all
    .filter(({ id }, i) => all.findIndex((each) => each.id === id) === i)
    .map(
      ({ by, isExact = false, ...job }): PastJobView => ({
        ...job,
        isExact: isExact && (job.halves === 0 || kindOf(job.kind).tellsCosts),
        sheetName: book.sheetName(job.sheetId),
        paidWith: by === null ? "several keys" : by === own ? "your key" : "another key",
        job: known.get(job.id) ?? null,
      }),
    )
    .sort((a, b) => b.startedMs - a.startedMs);
}

/** Longer headers would be cut off. */
const HEADER = ["Started", "Job", "What", "Sheet", "Results", "Credits, at most", "Paid with", "State"];

export function writePastJobs(world: World): MadeListView | Refusal {
  const rows = listPastJobs(world).map((job): CellValue[] => [
    new Date(job.startedMs),
    JOB_TITLES[job.kind],
    job.title,
    job.sheetName || "deleted",
    job.rows,
    job.halves / 2,
    job.paidWith,
    job.isUndone ? "undone" : (job.job?.state ?? "over"),
  ]);
  if (rows.length === 0) return refusal("JOB_GONE");
  const cells = [HEADER, ...rows];
  const numberFormats = cells.map((row) => row.map((cell) => (cell instanceof Date ? "yyyy-mm-dd hh:mm" : "")));
  const backgrounds = cells.map((row) => row.map(() => "#ffffff"));
  return makeCopy(world.book, "Sheetscout jobs", { cells, numberFormats, backgrounds }, rows.length);
}

/** If the left-out column is gone, the user has to choose again, so that its companies are not asked by mistake. */
function leaveOutNow(book: Book, { leaveOut }: Job): LeaveOutChoice | null {
  if (!leaveOut) return null;
  const { sheetId, mark } = leaveOut;
  const column = columnOf(book.pinnedTable(sheetId)?.marks ?? [], mark);
  return column === null ? { sheetId: null, column: null } : { sheetId, column };
}

/**
 * Returns a job's choices for another one, with its limit as it was last. A search of companies becomes the last one,
 * which the tab shows.
 */
export function readChoices(world: World, { jobId }: JobRequest): PastChoices | Refusal {
  const { store, book } = world;
  const properties = store.all();
  const job = readJob(properties, jobId);
  if (!job) return refusal("JOB_GONE");
  const { choices, place } = job;
  const capHalves = readStanding(properties, jobId)?.capHalves ?? choices.capHalves;
  const past = { choices: { ...choices, capHalves }, leaveOut: leaveOutNow(book, job) };
  if (choices.kind === "companies") {
    const filters = filtersOf(job as JobOf<"companies">, properties);
    if (isTooLongToKeep(filters)) return refusal("SEARCH_TOO_LONG");
    keepLastSearch(world, filters);
    return { ...past, sheetId: 0, column: null };
  }
  const found = place && book.pinnedTable(place.sheetId);
  if (!found) return refusal("SHEET_GONE");
  const column = columnOf(found.marks, inputMark(place.group));
  if (column === null) return refusal("COLUMN_GONE", traitsOf(choices.kind).inputColumn);
  return { ...past, sheetId: found.table.id, column };
}
