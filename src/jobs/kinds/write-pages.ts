import { type NewRow, withSheetLease } from "../../lists/append";
import { nothingWritten, type WriteOutcome } from "../../lists/beside";
import { isRefused } from "../../result";
import type { Keys } from "../../service/input-problems";
import { writeTag } from "../../sheet/pinned-columns";
import { leftOutOf } from "../leave-out";
import type { PageContent, WriteRequest } from "../protocol";
import { type World, writtenName } from "../record";
import type { WriteReport } from "../views";
import { addToList, makeList } from "./appended-list";
import { companyList, companyTag, findSeen, isHad, readSeen, type SeenCompanies } from "./company-rows";
import {
  addReceipt,
  areEqual,
  type CompaniesJob,
  comparePages,
  nextSearch,
  type PageProgress,
  type PageTotals,
  pageKey,
  readPageKey,
  readPageProgress,
  totalsChanged,
  viewWritten,
} from "./pages";

/** Refusals that a later write may get past. */
const PASSING = ["NOT_WRITTEN", "COLUMNS_MOVING"];

type Report = WriteOutcome & Pick<WriteReport, "stop">;

/** A page that is to be written. */
interface NextPage extends PageContent {
  key: string;
  search: number;
  page: number;
}

/**
 * Writes the pages that are next, without the companies that are there already, and keeps their receipts. Pages that
 * were written before change nothing; those that have to wait for another one stay with the driver.
 */
export function writePages(world: World, job: CompaniesJob, request: WriteRequest): Partial<WriteReport> {
  const report: Report = { ...nothingWritten(), stop: null };
  const done = withSheetLease(world, job.list.sheetId, (held) => {
    if (request.entries.length > 0) writeNext(held, job, request, report);
    // The columns come before the first page, whose write says so if there can be none.
    else makeList(held, companyList(job, world.store.all()));
    return true;
  });
  const told = new Set([...report.writtenKeys, ...report.lostKeys]);
  const leftKeys = request.entries.map(({ key }) => key).filter((key) => !told.has(key));
  return { ...report, leftKeys, isBusy: done === null, written: viewWritten(job, world.store.all()) };
}

function writeNext(world: World, job: CompaniesJob, { entries, isFresh }: WriteRequest, report: Report): void {
  const properties = world.store.all();
  const contents = new Map(entries.map(({ key, page }) => [key, page]));
  let written = readPageProgress(job, properties);
  report.lostKeys = [...contents.keys()].filter((key) => comparePages(readPageKey(key), written) < 0);
  for (;;) {
    const key = pageKey(written.search, written.page);
    const content = contents.get(key);
    if (!content) return;
    const totals = written.totals ?? content.totals;
    if (!totals) {
      // The search finds nothing.
      written = nextSearch(written);
      keepProgress(world, job, written);
      report.writtenKeys.push(key);
      continue;
    }
    const pages = pagesTogether(world, job, { ...written, totals }, contents);
    if (pages.length === 0) {
      report.stop = totalsChanged(totals, content.totals?.companies ?? 0);
      // Whoever resumes after this message accepts the totals that the service gives then.
      keepProgress(world, job, { ...written, totals: null });
      return;
    }
    const how = { isFresh: isFresh || written.isUnsure, report, properties };
    const after = writeTogether(world, job, { ...written, totals }, pages, how);
    if (!after || after.pagesDone < written.pagesDone + pages.length) return;
    written = after;
  }
}

/** The next pages of one search that have come with the same totals. */
function pagesTogether(
  { clock }: World,
  { startedMs }: CompaniesJob,
  { search, page: first, totals }: PageProgress & { totals: PageTotals },
  contents: Map<string, PageContent | undefined>,
): NextPage[] {
  const pages: NextPage[] = [];
  for (let page = first; page === first || page <= totals.pages; page++) {
    const key = pageKey(search, page);
    const content = contents.get(key);
    if (!content?.totals || !areEqual(totals, content.totals)) break;
    // The page may send any time: none can be later than now.
    const boughtMs = content.boughtMs && Math.min(clock.nowMs(), Math.max(startedMs, content.boughtMs));
    pages.push({ ...content, key, search, page, boughtMs });
  }
  return pages;
}

function keepProgress({ store }: World, { id }: CompaniesJob, written: PageProgress): void {
  store.set(writtenName(id), JSON.stringify(written));
}

/**
 * Writes pages of one search; only the first ones when the spreadsheet has no room for all.
 * @returns how far it has come; `null` when nothing was written, and `report` says why
 */
function writeTogether(
  world: World,
  job: CompaniesJob,
  before: PageProgress,
  pages: NextPage[],
  { isFresh, report, properties }: { isFresh: boolean; report: Report; properties: Record<string, string> },
): PageProgress | null {
  const { cache } = world;
  const had = leftOutOf(world, job);
  if (isRefused(had)) {
    report.stop = had;
    return null;
  }
  const all = pages.flatMap(({ companies }) => companies.map(({ cells }) => cells));
  const added = addToList(world, companyList(job, properties), all, {
    lastRow: isFresh ? 0 : before.lastRow,
    mostRows: all.length,
    choose(open, there) {
      // Another job or somebody at the keyboard may have added companies below.
      const seen = there ? findSeen(cache, job.id, open, there) : readSeen(cache, job.id, before.cachedKeys);
      if (!seen) return null;
      const sorted = pages.map((page) => sortPage(job, page, seen, had));
      const rows = sorted.flatMap(({ toWrite }) => toWrite);
      // If this execution ends now, the next write reads what is there.
      if (rows.length > 0) keepProgress(world, job, { ...before, isUnsure: true });
      return { rows, seen, sorted };
    },
  });
  if (isRefused(added) && added.code === "SHEET_FULL" && pages.length > 1) {
    const fewer = pages.slice(0, Math.floor(pages.length / 2));
    return writeTogether(world, job, before, fewer, { isFresh: true, report, properties });
  }
  if (isRefused(added)) {
    if (PASSING.includes(added.code)) report.words = added.message;
    else report.stop = added;
    return null;
  }
  const { seen, sorted } = added.chosen;
  // Before the progress: if this is not kept, or only this, the next write reads the sheet.
  seen.save();
  const written = advance(before, sorted, {
    lastRow: added.lastRow,
    cachedKeys: seen.count(),
    // A larger write has died: rows of its later pages are there as well.
    isUnsure: seen.hasLater(before.search, before.page + pages.length - 1),
  });
  keepProgress(world, job, written);
  report.writtenKeys.push(...pages.map(({ key }) => key));
  report.writtenRows += written.rows - before.rows;
  return written;
}

/** A page without the companies that are there already. */
interface SortedPage {
  page: NextPage;
  toWrite: NewRow[];
  /** Written by an execution that died before it could say so. */
  rowsThere: number;
  /** Companies that the user has already. */
  leftOut: number;
}

function sortPage(
  { id: jobId, wish: { columns } }: CompaniesJob,
  page: NextPage,
  seen: SeenCompanies,
  had: Keys,
): SortedPage {
  const sorted: SortedPage = { page, toWrite: [], rowsThere: 0, leftOut: 0 };
  for (const company of page.companies) {
    const { key, otherKeys, cells } = company;
    const tag = { jobId, numbers: [page.search, page.page], key };
    if (seen.isWritten(writeTag(tag))) sorted.rowsThere++;
    else if (isHad(company, had)) sorted.leftOut++;
    else if (![key, ...otherKeys].some((each) => seen.has(each))) {
      seen.add(key);
      sorted.toWrite.push({ tag: companyTag(tag, columns, cells), cells });
    }
  }
  return sorted;
}

/** The progress with pages of one search that have come into the sheet. */
function advance(
  before: PageProgress,
  sorted: SortedPage[],
  now: Pick<PageProgress, "lastRow" | "cachedKeys" | "isUnsure">,
): PageProgress {
  const written = { ...before, ...now };
  for (const { page, toWrite, rowsThere, leftOut } of sorted) {
    const rows = toWrite.length + rowsThere;
    written.page++;
    written.pagesDone++;
    written.rows += rows;
    written.leftOut += leftOut;
    written.duplicates += page.companies.length - rows - leftOut;
    written.freePages += Number(page.isFree);
    written.receiptsByDay = addReceipt(written.receiptsByDay, written.pagesDone, page.boughtMs, rows);
  }
  return before.totals !== null && written.page > before.totals.pages ? nextSearch(written) : written;
}
