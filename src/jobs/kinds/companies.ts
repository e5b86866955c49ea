import { parse } from "../../json";
import { nextWaitMs } from "../../pacing/pace";
import { questionId } from "../../pacing/turns";
import { type Refusal, refusal } from "../../result";
import {
  failedInARow,
  isAccountFailure,
  isSurelyUndone,
  refusalOf,
  retryReason,
  ServiceError,
} from "../../service/errors";
import { FREE_AGAIN_MS, HALVES_PER_PAGE } from "../../service/limits";
import { type CompanyFilters, type CompanyPage, searchCompanies } from "../../service/operations";
import type { Question } from "../protocol";
import type { Answer, Scan } from "../views";
import { undoList } from "./appended-list";
import { planCompanies, prepareCompanies, rememberPaid, summariseCompanies } from "./companies-plan";
import { companyList, companyRow } from "./company-rows";
import { type Asking, type Kind, noteOutcomes } from "./kind";
import {
  agreedName,
  areEqual,
  type Bought,
  boughtName,
  type CompaniesJob,
  isFirstOfSearch,
  MINUTE_MS,
  type PageProgress,
  pageKey,
  pagesFrom,
  readBought,
  readPageKey,
  readPageProgress,
  readTotals,
  searchesOf,
  totalsChanged,
  viewWritten,
} from "./pages";
import { writePages } from "./write-pages";

/** A page cannot be left out: it is asked more patiently than a row, and in the end the job pauses. */
const MOST_ATTEMPTS = 20;
const MOST_ATTEMPTS_OF_A_FAULT = 6;
/** The number of attempts for which `nextWaitMs` has a wait; later ones wait as long as the last. */
const LISTED_WAITS = 3;

/** *Find companies* */
export const companies: Kind<"companies"> = {
  operation: "search-company",
  tellsCosts: true,
  worstHalves: () => HALVES_PER_PAGE,
  questionId: (key, jobId) => questionId("page", `${jobId}.${key}`),
  plan: planCompanies,
  prepare: prepareCompanies,
  scan: ({ store }, job) => scanPages(job, store.all()),
  ask: askPages,
  write: writePages,
  written: viewWritten,
  summarise: summariseCompanies,
  undo: (world, job, request) => undoList(world, job, companyList(job, world.store.all()), request),
  forget: rememberPaid,
};

function scanPages(job: CompaniesJob, properties: Record<string, string>): Scan | Refusal {
  const searches = searchesOf(job, properties).length;
  const written = readPageProgress(job, properties, searches);
  const { search, page, totals, pagesDone } = written;
  const { pages } = job.wish;
  const left = pages === null ? null : Math.max(0, pages - pagesDone);
  const known = totals ? pagesFrom(search, page, Math.max(page, totals.pages), searches) : [pageKey(search, page)];
  const keys = search < searches ? known.slice(0, left ?? known.length) : [];
  return {
    stretch: 0,
    stretches: 1,
    ask: keys.map((key) => ({ key, text: "", anonId: "", row: 0 })),
    write: [],
    mostQuestions: left,
  };
}

/** Everything by which the pages of one call are judged. */
interface Judging {
  asking: Asking<"companies">;
  searches: CompanyFilters[];
  written: PageProgress;
  /** Times at which pages were bought that are asked again. */
  bought: Map<string, number>;
  nowMs: number;
}

function askPages(asking: Asking<"companies">): Answer[] {
  const { world, job, service, properties, lane, questions } = asking;
  const searches = searchesOf(job, properties);
  const written = readPageProgress(job, properties, searches.length);
  const asked = questions.filter(({ key }) => searches[readPageKey(key).search] !== undefined);
  const outcomes = service.client.askAll(
    asked.map(({ key }) => {
      const { search, page } = readPageKey(key);
      return searchCompanies(searches[search] ?? {}, page);
    }),
  );
  noteOutcomes(asking, outcomes);
  const nowMs = world.clock.nowMs();
  const bought = readBought(job, properties, written, service.fingerprint);
  const judging: Judging = { asking, searches, written, bought, nowMs };
  const answers = asked.map((question, i): Answer => {
    const outcome = outcomes[i];
    if (!outcome) return { key: question.key, state: "unasked" };
    return outcome.ok ? takePage(judging, question, outcome.result) : takeFailure(judging, question, outcome.error);
  });
  const came = answers.flatMap((answer): Bought["pages"] =>
    answer.state === "answered" && answer.entry.page?.companies.length
      ? [[answer.key, Math.floor((answer.entry.page.boughtMs || nowMs) / MINUTE_MS)]]
      : [],
  );
  if (came.length > 0) {
    const before = parse<Bought>(properties[boughtName(job.id, lane)]);
    const others = before?.by === service.fingerprint ? before.pages : [];
    const left = others.filter(([key]) => bought.has(key) && !came.some(([other]) => other === key));
    const kept: Bought = { by: service.fingerprint, pages: [...left, ...came] };
    asking.keep({ [boughtName(job.id, lane)]: JSON.stringify(kept) });
  }
  return answers;
}

function takePage(judging: Judging, question: Question, answer: CompanyPage): Answer {
  const { asking, searches, written, bought, nowMs } = judging;
  const { key } = question;
  const { job, properties, report } = asking;
  const { search, page } = readPageKey(key);
  const isFree = answer.free || answer.results.length === 0;
  asking.charge(key, isFree ? 0 : HALVES_PER_PAGE);
  const known = search === written.search ? written.totals : null;
  const totals = readTotals(answer) ?? known;
  // Asked again the page is free.
  if (!totals) {
    const error = new ServiceError("UNREADABLE_ANSWER", 200);
    return takeFailure(judging, question, error);
  }
  // Pages of this search before it are in the sheet or on their way there.
  const before = written.pagesDone + (search === written.search ? page - written.page : 0);
  const left = Math.max(0, (job.wish.pages ?? Number.POSITIVE_INFINITY) - before - 1);
  if (known && !areEqual(known, totals)) report.stop ??= totalsChanged(known, totals.companies);
  const boughtMs = bought.get(key) ?? 0;
  const agreedMs = Number(properties[agreedName(job.id)] ?? 0);
  if (!isFree && boughtMs > nowMs - FREE_AGAIN_MS && boughtMs > agreedMs) {
    report.stop ??= refusal("CHARGED_AGAIN", `page ${page}`);
    asking.keep({ [agreedName(job.id)]: String(nowMs) });
  }
  return {
    key,
    state: "answered",
    entry: {
      cells: [],
      page: {
        companies: answer.results.map(({ company }, i) => companyRow(company, job.wish.columns, `${page}.${i}`)),
        totals,
        boughtMs: isFree ? boughtMs : nowMs,
        isFree,
      },
    },
    next: isFirstOfSearch(written, search, page)
      ? pagesFrom(search, page + 1, totals.pages, searches.length).slice(0, left)
      : [],
  };
}

function takeFailure({ asking, searches, written, nowMs }: Judging, question: Question, error: ServiceError): Answer {
  const { key, attempts } = question;
  const { report } = asking;
  const { code, status } = error;
  const { search, page } = readPageKey(key);
  if (isSurelyUndone(error)) asking.charge(key, null);
  if (code === "NO_RESULTS") {
    if (search === written.search && written.totals) report.stop ??= totalsChanged(written.totals, 0);
    const entry = { cells: [], page: { companies: [], totals: null, boughtMs: nowMs, isFree: true } };
    const next = isFirstOfSearch(written, search, page) ? pagesFrom(search, 1, 0, searches.length) : [];
    return { key, state: "answered", entry, next, isNothing: true };
  }
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const isFault = code === "INTERNAL_ERROR" || (status !== null && status >= 500);
  const reason = retryReason(error) ?? (isFault ? "server" : null);
  const failed = attempts + 1;
  const most = code === "INTERNAL_ERROR" ? MOST_ATTEMPTS_OF_A_FAULT : MOST_ATTEMPTS;
  if (reason !== null && failed < most) {
    const retryMs = nextWaitMs(reason, Math.min(failed, LISTED_WAITS)) ?? 0;
    return { key, state: "failed", code, entry: { cells: [] }, retryMs };
  }
  report.stop ??= reason === null ? refusalOf(error) : { ok: false, code, ...failedInARow(code, failed) };
  return { key, state: "unasked" };
}
