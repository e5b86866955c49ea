import { failed } from "../../asking/reply";
import { parse } from "../../json";
import { nextWaitMs, questionId } from "../../pacing/turns";
import { isRefused, type Refusal, refusal } from "../../result";
import {
  failedInARow,
  isAccountFailure,
  isFault,
  isRequestFault,
  refusalOf,
  retryReason,
  ServiceError,
} from "../../service/errors";
import { FREE_AGAIN_MS, HALVES_PER_PAGE } from "../../service/limits";
import { type CompanyFilters, type CompanyPage, type ServiceCall, searchCompanies } from "../../service/operations";
import type { Question } from "../protocol";
import type { Answer, Scan } from "../views";
import { undoList } from "./appended-list";
import { planCompanies, prepareCompanies, summariseCompanies } from "./companies-plan";
import { companyList, companyRow } from "./company-rows";
import { type Answered, type AskBatch, type Asked, askEach, type Kind, NOTHING_UNDONE } from "./kind";
import {
  agreedName,
  areAlike,
  type Bought,
  type BoughtPage,
  boughtEntry,
  boughtName,
  type CompaniesJob,
  isFirstOfSearch,
  type PageProgress,
  pageKey,
  pagesFrom,
  paidElsewhere,
  readBought,
  readPageKey,
  readPages,
  readTotals,
  rememberPaid,
  totalsChanged,
  viewWritten,
} from "./pages";
import { writePages } from "./write-pages";

/** A page cannot be skipped. So it is asked again more often than a row, and in the end the job pauses. */
const MAX_ATTEMPTS = 20;
/** With their waits these take 34 s: most faults of the service are over sooner. */
const MAX_ATTEMPTS_OF_A_FAULT = 8;
/** `nextWaitMs` has waits for so many attempts. Later ones wait as long as the last of these. */
const LISTED_WAITS = 3;

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
  undo(world, job, request) {
    const undone = undoList(world, job, companyList(job, world.store.all()), request);
    return isRefused(undone) ? undone : { ...NOTHING_UNDONE, ...undone.taken };
  },
  forget: rememberPaid,
};

function scanPages(job: CompaniesJob, properties: Record<string, string>): Scan | Refusal {
  const { searches, written } = readPages(job, properties);
  const { search, page, totals, pagesDone } = written;
  const { pages } = job.choices;
  const left = pages === null ? null : Math.max(0, pages - pagesDone);
  const known = totals
    ? pagesFrom(search, page, Math.max(page, totals.pages), searches.length)
    : [pageKey(search, page)];
  const keys = search < searches.length ? known.slice(0, left ?? known.length) : [];
  return {
    stretch: 0,
    stretches: 1,
    ask: keys.map((key) => ({ key, text: "", anonId: "", row: 0 })),
    write: [],
    mostQuestions: left,
    done: pagesDone,
  };
}

interface PageAsking extends Pick<AskBatch<"companies">, "job" | "properties"> {
  searches: CompanyFilters[];
  written: PageProgress;
  bought: Map<string, BoughtPage>;
  /** Times of purchase, by page numbers over all searches. */
  readPaidElsewhere(): Map<number, number>;
  nowMs: number;
}

interface AnsweredPage extends Answered {
  stop?: Refusal | undefined;
}

function askPages(step: AskBatch<"companies">): Asked {
  const { world, job, service, properties, questions } = step;
  const { searches, written } = readPages(job, properties);
  const bought = readBought(job, properties, written, service.fingerprint);
  const asked = questions.filter(({ key }) => searches[readPageKey(key).search] !== undefined);
  const callFor = ({ key }: Question): ServiceCall<CompanyPage> => {
    const { search, page } = readPageKey(key);
    return searchCompanies(searches[search] ?? {}, page);
  };
  const stops: (Refusal | undefined)[] = [];
  let paid: Map<number, number> | null = null;
  const readPaidElsewhere = (): Map<number, number> => {
    paid ??= paidElsewhere(world, job, properties, service.fingerprint);
    return paid;
  };
  const { answered, words, stop } = askEach({ ...step, questions: asked }, callFor, (question, outcome) => {
    const nowMs = world.clock.nowMs();
    const asking: PageAsking = { job, properties, searches, written, bought, readPaidElsewhere, nowMs };
    const { stop: reason, ...page } = outcome.ok
      ? takePage(asking, question, outcome.result)
      : takeFailure(asking, question, outcome.error);
    stops.push(reason);
    return page;
  });
  const reason = stop ?? stops.find((each) => each !== undefined) ?? null;
  const nowMs = world.clock.nowMs();
  // The job pauses because pages are charged again. Whoever resumes it agrees to pay.
  const agreed = reason?.code === "CHARGED_AGAIN" ? { [agreedName(job.id)]: String(nowMs) } : {};
  return { answered, words, stop: reason, kept: { ...agreed, ...keptOf(step, answered, bought, nowMs) } };
}

/** Properties that name the pages which this lane has bought and which are not in the sheet yet. */
function keptOf(
  { job, service, properties, lane }: AskBatch<"companies">,
  answered: Answered[],
  bought: Map<string, BoughtPage>,
  nowMs: number,
): Record<string, string> {
  const came = answered.flatMap(({ answer }): Bought["pages"] => {
    const page = answer.state === "answered" ? answer.entry.page : undefined;
    if (!page?.companies.length) return [];
    const now = { knownMs: nowMs, boughtMs: page.isFree ? 0 : nowMs };
    // A page that is free because it was bought here keeps the time of its purchase.
    const before = page.isFree ? bought.get(answer.key) : undefined;
    return [boughtEntry(answer.key, before && before.boughtMs > 0 ? before : now)];
  });
  if (came.length === 0) return {};
  const before = parse<Bought>(properties[boughtName(job.id, lane)]);
  const others = before?.by === service.fingerprint ? before.pages : [];
  const left = others.filter(([key]) => bought.has(key) && !came.some(([other]) => other === key));
  const kept: Bought = { by: service.fingerprint, pages: [...left, ...came] };
  return { [boughtName(job.id, lane)]: JSON.stringify(kept) };
}

function takePage(asking: PageAsking, question: Question, answer: CompanyPage): AnsweredPage {
  const { job, properties, searches, written, bought, readPaidElsewhere, nowMs } = asking;
  const { key } = question;
  const { search, page } = readPageKey(key);
  const isFree = answer.free || answer.results.length === 0;
  const charge = isFree ? 0 : HALVES_PER_PAGE;
  const known = search === written.search ? written.totals : null;
  const totals = readTotals(answer) ?? known;
  // The page is free when it is asked again.
  if (!totals) return { ...takeFailure(asking, question, new ServiceError("UNREADABLE_ANSWER", 200)), charge };
  // The pages of this search that come before it are in the sheet or on their way there.
  const before = written.pagesDone + (search === written.search ? page - written.page : 0);
  const left = Math.max(0, (job.choices.pages ?? Infinity) - before - 1);
  const agreedMs = Number(properties[agreedName(job.id)] ?? 0);
  // Nobody knows how many pages stand before those of a later search.
  const elsewhereMs = (): number => (search === written.search ? (readPaidElsewhere().get(before + 1) ?? 0) : 0);
  const lastPaidMs = (): number => Math.max(bought.get(key)?.knownMs ?? 0, elsewhereMs());
  const isChargedAgain = !isFree && lastPaidMs() > Math.max(nowMs - FREE_AGAIN_MS, agreedMs);
  const hasChanged = known !== null && !areAlike(known, totals);
  const companies = answer.results.map(({ company }, i) => companyRow(company, job.choices.columns, `${key}.${i}`));
  return {
    charge,
    stop: hasChanged
      ? totalsChanged(known, totals.companies)
      : isChargedAgain
        ? refusal("CHARGED_AGAIN", `page ${page}`)
        : undefined,
    answer: {
      key,
      state: "answered",
      entry: { cells: [], page: { companies, totals, isFree } },
      next: isFirstOfSearch(written, search, page)
        ? pagesFrom(search, page + 1, totals.pages, searches.length).slice(0, left)
        : [],
    },
  };
}

function takeFailure({ searches, written }: PageAsking, question: Question, error: ServiceError): AnsweredPage {
  const { key, attempts } = question;
  const { code } = error;
  const { search, page } = readPageKey(key);
  const { charge } = failed(error);
  if (code === "NO_RESULTS") {
    const stop = search === written.search && written.totals ? totalsChanged(written.totals, 0) : undefined;
    const entry = { cells: [], page: { companies: [], totals: null, isFree: true } };
    const next = isFirstOfSearch(written, search, page) ? pagesFrom(search, 1, 0, searches.length) : [];
    return { charge, stop, answer: { key, state: "answered", entry, next, isNothing: true } };
  }
  const unasked: Answer = { key, state: "unasked" };
  if (isAccountFailure(error)) return { charge, answer: unasked };
  const reason = retryReason(error) ?? (isFault(error) ? "server" : null);
  const times = attempts + 1;
  const most = isFault(error) ? MAX_ATTEMPTS_OF_A_FAULT : MAX_ATTEMPTS;
  if (reason !== null && times < most) {
    const retryMs = nextWaitMs(reason, Math.min(times, LISTED_WAITS)) ?? 0;
    return { charge, answer: { key, state: "failed", code, entry: { cells: [] }, retryMs } };
  }
  const stop = reason === null || isRequestFault(code) ? refusalOf(error) : failedInARow(code, times);
  return { charge, stop, answer: unasked };
}
