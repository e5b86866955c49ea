import { isUnwritten, type NewRow } from "../../lists/append";
import { nothingWritten, type WriteOutcome } from "../../lists/beside";
import { withSheetLease } from "../../lists/sheet-lease";
import { isRefused, type Refusal } from "../../result";
import type { Keys } from "../../service/input-problems";
import { writeTag } from "../../sheet/pinned-columns";
import { leftOutOf } from "../leave-out";
import { writtenName } from "../past-jobs";
import type { PageContent, WriteRequest } from "../protocol";
import { awaitSheetOf, type World } from "../record";
import type { WriteReport } from "../views";
import { addToList, makeList } from "./appended-list";
import {
  companyList,
  companyTag,
  isHad,
  readListedCompanies,
  readSeen,
  type SeenCompanies,
  typedKeysOf,
} from "./company-rows";
import {
  addReceipt,
  areAlike,
  type CompaniesJob,
  comparePages,
  nextSearch,
  type PageProgress,
  type PageTotals,
  type Purchase,
  pageKey,
  readBought,
  readPageKey,
  readPages,
  totalsChanged,
  viewWritten,
} from "./pages";

type Report = WriteOutcome & Pick<WriteReport, "stop">;

interface NextPage extends PageContent {
  key: string;
  search: number;
  page: number;
}

interface PageWriting {
  world: World;
  job: CompaniesJob;
  /** As they are under the lease. */
  properties: Record<string, string>;
  isFresh: boolean;
  report: Report;
}

/** Writes the next pages and keeps their receipts. Pages that wait for an earlier one stay with the driver. */
export function writePages(
  world: World,
  job: CompaniesJob,
  request: WriteRequest,
  before: Record<string, string>,
): Partial<WriteReport> | Refusal {
  const { entries, isFresh } = request;
  const report: Report = nothingWritten({ stop: null });
  const now = awaitSheetOf(world, job, job.list.sheetId, before);
  if (isRefused(now)) return now;
  const written = withSheetLease(world, job.list.sheetId, (leased, properties) => {
    const pages = readPages(job, properties);
    const writing: PageWriting = { world: leased, job, properties, isFresh, report };
    const made = entries.length === 0 && makeList(leased, companyList(job, properties));
    if (made && isRefused(made)) report.stop = made;
    const after = writeNext(writing, pages.written, entries);
    return viewWritten(job, properties, { ...pages, written: after });
  });
  const told = new Set([...report.writtenKeys, ...report.lostKeys]);
  const leftKeys = entries.map(({ key }) => key).filter((key) => !told.has(key));
  return { ...report, leftKeys, isBusy: written === null, written };
}

function writeNext(writing: PageWriting, before: PageProgress, entries: WriteRequest["entries"]): PageProgress {
  const { world, job, report } = writing;
  const contents = new Map(entries.map(({ key, page }) => [key, page]));
  report.lostKeys = [...contents.keys()].filter((key) => comparePages(readPageKey(key), before) < 0);
  for (let written = before; ; ) {
    const key = pageKey(written.search, written.page);
    const content = contents.get(key);
    if (!content) return written;
    const totals = written.totals ?? content.totals;
    if (!totals) {
      // This search finds nothing.
      written = nextSearch(written);
      keepProgress(world, job, written);
      report.writtenKeys.push(key);
      continue;
    }
    const pages = pagesTogether({ ...written, totals }, contents);
    if (pages.length === 0) {
      report.stop = totalsChanged(totals, content.totals?.companies ?? 0);
      // Whoever resumes after this message accepts the totals that the service gives then.
      const unknown = { ...written, totals: null };
      keepProgress(world, job, unknown);
      return unknown;
    }
    const isFresh = writing.isFresh || written.isUnsure;
    const after = writeTogether({ ...writing, isFresh }, { ...written, totals }, pages);
    if (!after || after.pagesDone < written.pagesDone + pages.length) return after ?? written;
    written = after;
  }
}

function pagesTogether(
  { search, page: first, totals }: PageProgress & { totals: PageTotals },
  contents: Map<string, PageContent | undefined>,
): NextPage[] {
  const pages: NextPage[] = [];
  for (let page = first; page === first || page <= totals.pages; page++) {
    const key = pageKey(search, page);
    const content = contents.get(key);
    if (!content?.totals || !areAlike(totals, content.totals)) break;
    pages.push({ ...content, key, search, page });
  }
  return pages;
}

function keepProgress({ store }: World, { id }: CompaniesJob, written: PageProgress): void {
  store.set(writtenName(id), JSON.stringify(written));
}

/** Writes pages of one search, or fewer without room; `null` if nothing was written, and `report` says why. */
function writeTogether(writing: PageWriting, before: PageProgress, pages: NextPage[]): PageProgress | null {
  const { world, job, properties, isFresh, report } = writing;
  const { cache, clock } = world;
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
      const seen = there ? readListedCompanies(cache, job.id, open, there) : readSeen(cache, job.id, before.cachedKeys);
      if (!seen) return null;
      const sorted = pages.map((page) => sortPage(job, page, seen, had));
      const rows = sorted.flatMap(({ toWrite }) => toWrite);
      // If this execution dies now, the next write reads what is there.
      if (rows.length > 0) keepProgress(world, job, { ...before, isUnsure: true });
      return { rows, seen, sorted };
    },
  });
  if (isRefused(added) && added.code === "SHEET_FULL" && pages.length > 1) {
    const fewer = pages.slice(0, Math.floor(pages.length / 2));
    return writeTogether({ ...writing, isFresh: true }, before, fewer);
  }
  if (isRefused(added)) {
    report.stop = added;
    return null;
  }
  if (isUnwritten(added)) {
    report.words = added.unwritten;
    return null;
  }
  const { seen, sorted } = added.chosen;
  // The cache is saved before the progress. If either is lost, the next write reads the sheet.
  seen.save();
  const bought = readBought(job, properties, before, null);
  const purchaseOf = ({ key, isFree, totals }: NextPage): Purchase => {
    const kept = bought.get(key);
    // A page that no lane has noted was bought just now, nobody knows with which key.
    if (!kept) return { boughtMs: isFree ? 0 : clock.nowMs() };
    if (kept.boughtMs === 0) return { boughtMs: 0 };
    return { boughtMs: kept.boughtMs, by: kept.by, companies: totals?.companies };
  };
  const written = advance(before, sorted, purchaseOf, {
    lastRow: added.lastRow,
    cachedKeys: seen.count(),
    // If a larger write has died, rows of its later pages are there as well.
    isUnsure: seen.hasLater(before.search, before.page + pages.length - 1),
  });
  keepProgress(world, job, written);
  report.writtenKeys.push(...pages.map(({ key }) => key));
  report.writtenRows += written.rows - before.rows;
  return written;
}

interface SortedPage {
  page: NextPage;
  toWrite: NewRow[];
  /** An execution may have died before it could report these rows. */
  rowsThere: number;
  leftOut: number;
}

function sortPage(
  { id: jobId, choices: { columns } }: CompaniesJob,
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
    else if (![key, ...otherKeys, ...typedKeysOf(company)].some((each) => seen.has(each))) {
      seen.add(key);
      sorted.toWrite.push({ tag: companyTag(tag, columns, cells), cells });
    }
  }
  return sorted;
}

/** Pages that were found once are asked for, also if a later answer counts fewer. */
const latest = (before: PageTotals | null, now: PageTotals | null): PageTotals | null =>
  before && now ? { companies: now.companies, pages: Math.max(before.pages, now.pages) } : (now ?? before);

function advance(
  before: PageProgress,
  sorted: SortedPage[],
  purchaseOf: (page: NextPage) => Purchase,
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
    const purchase = purchaseOf(page);
    written.freePages += Number(purchase.boughtMs === 0);
    written.receiptsByDay = addReceipt(written.receiptsByDay, written.pagesDone, purchase, rows);
    written.totals = latest(written.totals, page.totals);
  }
  return written.totals !== null && written.page > written.totals.pages ? nextSearch(written) : written;
}
