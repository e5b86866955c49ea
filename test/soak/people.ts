import { draw as drawTime, LATENCIES } from "../../local/apps-script/google-times";
import type { UserSession } from "../../local/apps-script/host-document";
import { type EndpointName, isRepeatable } from "../../sidebar/server";
import { createDriver } from "../../src/driver/driver";
import { leaveOutChoice, shiftLeftOut } from "./left-out";
import { THE_END } from "./scenario";
import { noteTrouble, type World } from "./world";

// The only file that knows how the sidebar plans, starts, drives, pauses, resumes, sums up and undoes a job.

/** The answer to a page when something cannot be done. */
export interface Refusal {
  ok: false;
  code: string;
  message: string;
  remedy: string;
}
export type Told<Data> = { ok: true; data: Data } | Refusal;

/** The plan that the page shows before *Start*. */
export interface Planned {
  toAsk: number;
  /** `null` when it is not known. */
  maxHalves: number | null;
  /** The request of *Start*. */
  choices: unknown;
}

/** A job as the page lists it. */
export interface JobView {
  id: string;
  /** Raised by whoever goes on with it. */
  epoch: number;
  state: string;
  reason: string;
  /** At most. */
  spentHalves: number;
}

export const isOpen = ({ state }: JobView): boolean => state === "running" || state === "paused";

/** A watch as the page shows it. */
export interface WatchView {
  jobId: string;
  isPaused: boolean;
  isOverdue: boolean;
  reason: string;
}

/** A job that can be driven. */
export interface StartedJob {
  id: string;
  parts: unknown;
}

/** The end of driving. */
export interface JobEnd {
  state: string;
  /** The reason for an early end; `null` when all is done or somebody wanted it. */
  stop: Refusal | null;
}

export interface Driving {
  end: Promise<JobEnd>;
  pause(): void;
  stop(): void;
}

export interface UndoTold {
  rows: number;
  /** Told of what was left where it is; empty when nothing was. */
  left: string;
  /** Rows that are told to stay, as they do not fit what is noted beside them. */
  unfitRows: number;
  /** Cells that are told to be others', or rows with such cells. */
  counted: number;
}

/** The sidebar of one person. Once it is closed nothing of it is ever answered. */
export interface Page {
  readonly session: UserSession;
  readonly closed: Promise<void>;
  isClosed: boolean;
  isHidden: boolean;
  offlineUntilMs: number;
  close(): void;
  saveKey(key: string): Promise<Told<unknown>>;
  plan(rows: string): Promise<Told<Planned>>;
  /** Of verifying a column of a sheet of found emails. */
  planFound(sheetId: number, column: number): Promise<Told<Planned>>;
  start(planned: Planned, capHalves: number | null): Promise<Told<StartedJob>>;
  drive(job: StartedJob, askAtMost: number | null): Driving;
  /** *Go on when I close this* */
  goOnClosed(id: string): Promise<Told<unknown>>;
  /** *Check new rows automatically*. @returns all watches */
  watch(planned: Planned, how: { everyMinutes: number; halvesADay: number }): Promise<Told<WatchView[]>>;
  watches(): Promise<Told<WatchView[]>>;
  goOnWatching(id: string): Promise<Told<WatchView[]>>;
  unwatch(id: string): Promise<Told<WatchView[]>>;
  jobs(): Promise<Told<JobView[]>>;
  resume(id: string, withOwnKey: boolean, capHalves?: number | null): Promise<Told<StartedJob>>;
  /** Rows by status, as the page shows them. */
  summarise(id: string): Promise<Told<Record<string, number>>>;
  undo(id: string, isMeant: boolean): Promise<Told<UndoTold>>;
  /** *Make a clean list* */
  cleanList(take: string[]): Promise<Told<MadeCopy>>;
  /** *Split into rows* */
  split(): Promise<Told<MadeCopy>>;
  undoCopy(made: MadeCopy): Promise<Told<null>>;
  /** The choices of *Show only*. */
  shownTexts(): Promise<Told<string[]>>;
  /** *Show only*; `null` shows all again. */
  showOnly(text: string | null): Promise<Told<unknown>>;
  /** *Select duplicates by address* */
  selectDuplicates(): Promise<Told<{ selected: number; left: number }>>;
}

/** A copy of a list in a sheet of its own. */
export interface MadeCopy {
  sheetId: number;
  rows: number;
  check: number;
}

/** The fields of the columns that the add-on puts beside inputs, by their headers. */
export const RESULT_FIELDS = new Map([
  ["Was it free", "free"],
  ["Email ID", "email_anon_id"],
  ["Domain", "domain"],
  ["Email status", "email_status"],
  ["Status reason", "email_sub_status"],
  ["Deep check", "catch_all_recovery"],
  ["Valid format", "valid_format"],
  ["Disposable", "disposable"],
  ["Gibberish", "gibberish"],
  ["Email type", "type"],
  ["Catch-all", "catch_all"],
  ["Has mail server", "mx_record_present"],
  ["Mail server", "mx_record_main"],
  ["All mail servers", "mx_record_list"],
  ["Mail provider", "smtp_provider"],
  ["Known emails", "total_emails"],
  ["Emails found", "emails_found"],
  ["Company domain", "company_domain"],
  ["Company name", "company_enrichment.name"],
  ["Company industry", "company_enrichment.industry"],
  ["Company size", "company_enrichment.size"],
  ["Company country", "company_enrichment.location.country"],
]);

/** Headers of its hidden columns. */
export const HIDDEN_HEADERS = ["verified for", "searched for", "details for", "filled by", "found by"];

const RETRY_WAITS_MS = [500, 2_000];
const HIDDEN_TIMER_MS = 60_000;
const NEVER = new Promise<never>(() => {});

export function openPage(world: World, session: UserSession): Page {
  const { clock, draw, scenario } = world;
  let tellClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });
  const transitMs = (): number => (scenario.google === "instant" ? 0 : drawTime(LATENCIES.sidebarCall, draw.next) / 2);
  const lost: Refusal = { ok: false, code: "GOOGLE_FAILED", message: "Google has not answered.", remedy: "Try again." };

  function isOffline(): boolean {
    const isSo = clock.now() < page.offlineUntilMs;
    if (isSo) noteTrouble(world);
    return isSo;
  }

  async function once(name: string, args: unknown[]): Promise<Told<unknown>> {
    await clock.sleep(transitMs());
    if (page.isClosed) return NEVER;
    if (isOffline()) return lost;
    let answer: Told<unknown>;
    try {
      const json = await session.callFromSidebar(name, JSON.stringify(args));
      answer = JSON.parse(json) ?? { ...lost, code: "UNREADABLE_RESULT" };
    } catch (error) {
      answer = { ...lost, message: error instanceof Error ? error.message : String(error) };
    }
    await clock.sleep(transitMs());
    if (page.isClosed) return NEVER;
    return isOffline() ? lost : answer;
  }

  async function call<Data>(name: EndpointName, ...args: unknown[]): Promise<Told<Data>> {
    let told = await once(name, args);
    for (const waitMs of isRepeatable(name) ? RETRY_WAITS_MS : []) {
      if (told.ok || told.code !== "GOOGLE_FAILED") break;
      await clock.sleep(waitMs);
      told = await once(name, args);
    }
    if (!told.ok) world.note(`${name}: ${told.code}`);
    return told as Told<Data>;
  }

  const page: Page = {
    session,
    closed,
    isClosed: false,
    isHidden: false,
    offlineUntilMs: 0,
    close() {
      page.isClosed = true;
      tellClosed();
    },
    saveKey: (key) => call("checkAndSaveKey", key),
    ...jobsOf(world, call, {
      nowMs: () => clock.now(),
      sleep: (ms) => clock.sleep(page.isHidden ? Math.max(ms, HIDDEN_TIMER_MS) : ms),
    }),
  };
  return page;
}

type Call = <Data>(name: EndpointName, ...args: unknown[]) => Promise<Told<Data>>;
type Jobs = Omit<Page, "session" | "closed" | "isClosed" | "isHidden" | "offlineUntilMs" | "close" | "saveKey">;
interface PageTime {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the endpoints give goes back to them as it is.
type Any = any;

async function then<Data, Other>(told: Promise<Told<Data>>, turn: (data: Data) => Other): Promise<Told<Other>> {
  const result = await told;
  return result.ok ? { ok: true, data: turn(result.data) } : result;
}

const started = (data: Any): StartedJob => ({ id: data.job.id, parts: data });

const capChange = (capHalves: number | null | undefined): object => (capHalves === undefined ? {} : { capHalves });

/** *Verify emails in this column*, *Find emails for this column of companies*, *Find companies*: one set for all. */
function jobsOf(world: World, call: Call, time: PageTime): Jobs {
  const { scenario } = world;
  const planOf = scenario.kind === "fill" ? companiesPlan : columnPlan;
  const watches = (request: object): Promise<Told<WatchView[]>> =>
    then(call<Any>("unattendedJobs", request), (view) => view.watches);
  const cleanPlan = (): Promise<Told<Any>> => {
    const { sheetId, inputColumn } = world.list;
    return call<Any>("planCleanList", { sheetId, column: inputColumn?.at ?? 1, leaveOut: null });
  };
  /** The sheet and the mark of the column that is meant. */
  const placeOf = ({ columns, column }: Any) => {
    const chosen = columns.find((each: Any) => each.column === column);
    return { sheetId: world.list.sheetId, mark: chosen?.mark ?? "" };
  };
  return {
    plan: (rows) => planOf(world, call, rows),
    planFound(sheetId, column) {
      const rows = { kind: "todo" };
      const fields = ["email_status"];
      return planColumn(call, {
        kind: "verify",
        sheetId,
        column,
        headerRow: 1,
        rows,
        fields,
        alsoFoundValid: false,
      });
    },
    start: ({ choices }, capHalves) =>
      then(call<Any>("startJob", { ...(choices as object), capHalves }), (data) => {
        shiftLeftOut(world);
        return started(data);
      }),
    drive({ parts }, askAtMost) {
      const driver = createDriver({
        calls: {
          step: (request) => call("stepJob", request),
          end(request) {
            world.moments.reaches(THE_END);
            return call("endJob", request);
          },
        },
        ...time,
        ...(parts as Any),
        ...(askAtMost === null ? {} : { askAtMost }),
      });
      const end = driver.run().then((ended) => {
        const { id, epoch } = (parts as Any).job;
        if (ended.state === "finished") world.toldFinished.set(id, epoch);
        return ended;
      });
      return { end, pause: () => driver.pause(), stop: () => driver.stop() };
    },
    goOnClosed: (jobId) => call("unattendedJobs", { do: "add", jobId }),
    watch(planned, how) {
      const choices = { ...(planned.choices as object), rows: { kind: "new", olderThanDays: null }, capHalves: null };
      return watches({ do: "watch", ...how, choices: { ...choices, toAsk: null } });
    },
    watches: () => watches({ do: "look" }),
    goOnWatching: (jobId) => watches({ do: "goOn", jobId }),
    unwatch: (jobId) => watches({ do: "unwatch", jobId }),
    jobs: () =>
      then(call<Any[]>("listJobs", null), (jobs) =>
        jobs.map(({ id, epoch, state, reason, spent }) => ({ id, epoch, state, reason, spentHalves: spent.halves })),
      ),
    resume: (jobId, withOwnKey, capHalves) =>
      then(call<Any>("resumeJob", { jobId, withOwnKey, ...capChange(capHalves) }), started),
    summarise: (jobId) => then(call<Any>("summariseJob", { jobId }), ({ byStatus }) => byStatus),
    async cleanList(take) {
      const plan = await cleanPlan();
      if (!plan.ok) return plan;
      return call("makeCleanList", { ...placeOf(plan.data), name: "Clean", take, leaveOut: null });
    },
    shownTexts: () => then(cleanPlan(), ({ shown }) => shown.map(({ text }: { text: string }) => text)),
    async showOnly(text) {
      const plan = await cleanPlan();
      return plan.ok ? call("showOnly", { ...placeOf(plan.data), text }) : plan;
    },
    async selectDuplicates() {
      const plan = await cleanPlan();
      return plan.ok ? call("selectDuplicates", placeOf(plan.data)) : plan;
    },
    async split() {
      const planned = await columnPlan(world, call, "todo");
      if (!planned.ok) return planned;
      const { sheetId, column, header, sample, headerRow } = planned.data.choices as Any;
      return call("splitRows", { sheetId, column, header, sample, headerRow, name: "Split" });
    },
    undoCopy: ({ sheetId, check }) => call("undoCopy", { sheetId, check }),
    undo(jobId, isMeant) {
      shiftLeftOut(world, true);
      const press = () => call<Any>("undoJob", { jobId, do: isMeant ? "undo" : "look", others: "keep" });
      return then(
        isMeant && scenario.undoesTwice ? pressTwice(press, time) : press(),
        ({ rows, othersCells, unfitCells, left, unfitRows }) => ({
          rows,
          unfitRows,
          counted: othersCells + unfitCells + unfitRows,
          left: othersCells + unfitCells + left > 0 ? `${othersCells + unfitCells} cells of others, ${left} rows` : "",
        }),
      );
    },
  };
}

const SECOND_PRESS_MS = 300;

/** A second tab, or a colleague, presses the same button. @returns what the one that has done it was told */
async function pressTwice(press: () => Promise<Told<Any>>, { sleep }: PageTime): Promise<Told<Any>> {
  const second = sleep(SECOND_PRESS_MS).then(press);
  const [first, other] = await Promise.all([press(), second]);
  return first.ok || !other.ok ? first : other;
}

function columnPlan(world: World, call: Call, rows: string): Promise<Told<Planned>> {
  const { list, scenario, addon } = world;
  const { limit, emailType, fields } = scenario.job;
  const options = scenario.kind === "find" ? { limit, emailType, enrichment: [] } : {};
  const request = {
    kind: scenario.kind,
    sheetId: list.sheetId,
    column: list.inputColumn?.at ?? 1,
    headerRow: scenario.sheet.layout === "header" ? (list.otherRows.get("header")?.at ?? 0) : 0,
    rows: { kind: rows },
    fields,
    alsoFoundValid: false,
    ...options,
    ...leaveOutChoice(world),
  };

  /** If there is a sheet of found emails, more are added to it. */
  function targetOf(plan: Any): object {
    if (scenario.kind !== "find") return {};
    const [known] = plan.find.emailSheets;
    const isOwn = known && addon.ids.has(known.sheetId);
    return {
      target: isOwn ? { kind: "append", sheetId: known.sheetId } : { kind: "new", sheetName: plan.find.newSheetName },
    };
  }

  return planColumn(call, request, targetOf);
}

function planColumn(call: Call, request: object, targetOf: (plan: Any) => object = () => ({})): Promise<Told<Planned>> {
  return then(call<Any>("planJob", request), (plan) => {
    const header = plan.columns.find((each: Any) => each.column === plan.column)?.header ?? "";
    const { column, headerRow, sample, toAsk, maxHalves } = plan;
    const choices = {
      ...request,
      column,
      headerRow,
      sample,
      toAsk,
      header: headerRow > 0 && header !== "" ? header : null,
      ...targetOf(plan),
    };
    return { toAsk, maxHalves, choices };
  });
}

function companiesPlan({ scenario, list, addon }: World, call: Call): Promise<Told<Planned>> {
  const { filters, pages, fields, appends } = scenario.job;
  const [sheetId = appends ? list.sheetId : null] = addon.ids;
  // If there is a sheet, more is added to it.
  const target = sheetId === null ? { kind: "new", sheetName: "Companies" } : { kind: "append", sheetId };
  const choices = { kind: "companies", filters, totals: null, pages, columns: fields, capHalves: null, target };
  return then(call<Any>("planJob", choices), (plan) => ({
    toAsk: plan.pages ?? pages,
    maxHalves: plan.maxHalves,
    choices: { ...choices, toAsk: plan.pages },
  }));
}

/** Refusals that nobody can do anything about. */
export const isFinal = (code: string): boolean =>
  /^(?:(?:SHEET|COLUMN|EMAILS|LIST)_GONE|UNDO_UNKNOWN)$/.test(code) || isGone(code);

/** Nobody knows the job any more. */
export const isGone = (code: string): boolean => /^(?:RUN|JOB)_GONE$/.test(code);
