import * as v from "valibot";
import type { PaidService } from "./asking/reply";
import type { FormulaEnvironment, FormulaService } from "./formulas/ask";
import { openDailyCredits, readSpentToday } from "./formulas/daily-credits";
import { answerFormula, type FormulaName } from "./formulas/definitions";
import { RESULT_SECONDS, type SheetWork } from "./formulas/sheet-formulas";
import type { UnattendedRequest } from "./jobs/protocol";
import type { World } from "./jobs/record";
import { unchecked, withoutUndefined } from "./json";
import { createLimiter } from "./pacing/limiter";
import { paceFor } from "./pacing/turns";
import { namesScope, readMissingConsent, requireConsent } from "./platform/consent";
import { hasSpreadsheet, openActiveSheet, openBook, readSelection } from "./platform/spreadsheet";
import {
  documentCache,
  documentProperties,
  openDocumentLock,
  scriptProperties,
  userProperties,
} from "./platform/storage";
import { clockTriggers } from "./platform/triggers";
import {
  addAddonMenu,
  confirm,
  ensureUserInterface,
  readHtmlFile,
  showGuidePage,
  showSidebarPage,
  showToast,
} from "./platform/user-interface";
import { fetchTransport, hmacSha256, newId, scriptClock, sha256 } from "./platform/utilities";
import {
  FETCHED_TABS,
  type FetchedTab,
  notAllowed,
  type Refusal,
  type Result,
  refusal,
  refuseInCell,
  resultOf,
  type SidebarPlace,
  wordsOf,
} from "./result";
import { refusalOf, ServiceError } from "./service/errors";
import { accountCall, createServiceClient, type HttpTransport, type ServiceClient } from "./service/operations";
import type { VerdictSwitches } from "./service/verdict";
import { FORMULA_KEY_ENTRY, keyFingerprint, readApiKey, type SettingsEnvironment } from "./settings/key";
import { limitFor, OPTIONS_PROPERTY, type Options, readOptions } from "./settings/options";
import { MovedError, unlessGoogleFails } from "./sheet/table";
import type { TriggerRun } from "./unattended/drive";
import { noteShutOut, type UnattendedView } from "./unattended/record";
import { answerUnattended } from "./unattended/requests";
import { runTrigger, triggerOf } from "./unattended/run";

/** The build defines both constants. The address is https, without a slash at its end. */
declare const SERVICE_BASE_URL: string;

declare const SERVICE_IS_SANDBOX: boolean;

/** Without Google's consent every call fails, so that failure gets a code of its own. */
const transport: HttpTransport = {
  sendAll(requests) {
    try {
      return fetchTransport.sendAll(requests);
    } catch (thrown) {
      const missing = readMissingConsent(["fetch"]);
      if (!missing && !namesScope(wordsOf(thrown), "fetch")) throw thrown;
      throw new ServiceError("NO_CONSENT", null, missing?.address);
    }
  },
};

/** In a formula, the options of the spreadsheet's owner. */
const ownOptions = (): Options => readOptions(userProperties.get(OPTIONS_PROPERTY));

const clientWith = (apiKey: string): ServiceClient => createServiceClient(transport, SERVICE_BASE_URL, apiKey);

function openFormulaEnvironment(): FormulaEnvironment {
  let switches: VerdictSwitches | null = null;
  return {
    clock: scriptClock,
    startedMs: scriptClock.nowMs(),
    cache: documentCache,
    sha256,
    newId,
    verdictSwitches() {
      switches ??= ownOptions().verdict;
      return switches;
    },
    openService: openFormulaService,
  };
}

/** Uses the user's key and options; in a formula, those of the owner. @throws ServiceError with `NO_API_KEY` */
function openPaidService() {
  const ofUser = userProperties.all();
  const apiKey = readApiKey({ userStore: { get: (name) => ofUser[name] ?? null }, scriptStore: scriptProperties });
  if (apiKey === "") throw new ServiceError("NO_API_KEY");
  const fingerprint = keyFingerprint(apiKey, hmacSha256);
  const options = readOptions(ofUser[OPTIONS_PROPERTY] ?? null);
  const limiterOf: PaidService["limiterOf"] = (operation, wasActiveLately) =>
    createLimiter({
      clock: scriptClock,
      lock: openDocumentLock(),
      name: `turns:${operation}:${fingerprint}`,
      properties: documentProperties,
      cache: documentCache,
      pace: paceFor(limitFor(operation, options)),
      wasActiveLately,
    });
  return { client: clientWith(apiKey), fingerprint, options, verdictSwitches: options.verdict, limiterOf };
}

/** @throws ServiceError with `NO_API_KEY` */
function openFormulaService(): FormulaService {
  const { options, ...service } = openPaidService();
  return {
    ...service,
    credits: openDailyCredits(service.fingerprint, options.formulaCreditsADay, scriptClock.nowMs),
    cacheEntries: { [FORMULA_KEY_ENTRY]: service.fingerprint },
  };
}

function openWorld(): World & SettingsEnvironment {
  return {
    clock: scriptClock,
    book: openBook(),
    store: documentProperties,
    userStore: userProperties,
    scriptStore: scriptProperties,
    cache: documentCache,
    lock: openDocumentLock(),
    newId,
    validForDays: () => ownOptions().validForDays,
    verdictSwitches: () => ownOptions().verdict,
    openService: openPaidService,
    keyedHash: hmacSha256,
    spentByFormulas: () => readSpentToday(documentProperties.all(), documentCache, scriptClock.nowMs()),
    askAccount: (apiKey) => clientWith(apiKey).ask(accountCall()),
    isSandbox: SERVICE_IS_SANDBOX,
    serviceHost: SERVICE_BASE_URL.replace(/^https?:\/\/|\/.*/g, ""),
  };
}

type Work<Request, Data> = (world: World & SettingsEnvironment, request: Request) => Data | Refusal;

/** Makes a function for the sidebar. It refuses to run in a cell, and refuses requests that break the schema. */
export function endpoint<Data>(work: Work<undefined, Data>): () => Result<Data>;
export function endpoint<Data, Schema extends v.GenericSchema>(
  work: Work<v.InferOutput<Schema>, Data>,
  schema: Schema,
): (request: v.InferOutput<Schema>) => Result<Data>;
export function endpoint<Data>(work: Work<never, Data>, schema: v.GenericSchema = unchecked) {
  return (request: unknown): Result<Data> => {
    refuseInCell(ensureUserInterface);
    const result = resultOf(() => {
      const asked = v.safeParse(schema, request);
      return asked.success ? tryTwice(() => work(openWorld(), asked.output as never)) : refusal("BAD_REQUEST");
    });
    return withoutUndefined(result);
  };
}

/**
 * Runs work once more if it throws, because people may have moved rows, columns or sheets, or Google failed. The second
 * run looks up all places again, and marks and properties tell it what is done.
 */
function tryTwice<Data>(work: () => Data | Refusal): Data | Refusal {
  try {
    return work();
  } catch {
    // A flush reports refused writes, and Google drops them. Otherwise a later call would report them.
    unlessGoogleFails(() => openBook().flush());
  }
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof MovedError) return refusal("COLUMNS_MOVING");
    if (thrown instanceof ServiceError) return refusalOf(thrown);
    const missing = readMissingConsent();
    if (missing) return notAllowed(missing.toDo, missing.address);
    throw thrown;
  }
}

/** Goes on with jobs for a trigger. If the spreadsheet cannot be opened, it only leaves a note of that. */
export async function workOnTrigger(event: unknown): Promise<void> {
  const uid = triggerOf(event);
  if (uid === null) return;
  if (!hasSpreadsheet()) return noteShutOut(userProperties, uid);
  const world = openWorld();
  const inStep: TriggerRun["inStep"] = (work) => {
    world.book.flushLater();
    return resultOf(() => tryTwice(() => work(openWorld())));
  };
  await runTrigger({ world, triggers: clockTriggers, inStep }, uid);
}

/** Refuses to begin anything if Google has not been allowed to do it. */
export function goUnattended(world: World, choices: UnattendedRequest): UnattendedView | Refusal {
  const isNew = choices.do === "add" || choices.do === "watch" || choices.do === "goOn";
  const missing = isNew ? readMissingConsent(["triggers"]) : null;
  return missing
    ? notAllowed(missing.toDo, missing.address, "Allow work while closed")
    : answerUnattended(world, clockTriggers, choices);
}

export function allowTriggers(): void {
  refuseInCell(ensureUserInterface);
  requireConsent(["triggers"]);
  showToast(
    "Sheetscout may go on with jobs while this spreadsheet is closed. Choose “Go on when I close this” in a job.",
    10,
  );
}

export const answerInCell = (name: FormulaName, ...args: unknown[]): unknown =>
  answerFormula(openFormulaEnvironment(), name, args);

/** Works on the formulas of the active sheet. @throws Error in a cell, where any formula can call it */
export function overFormulas(work: (sheetWork: SheetWork) => void): void {
  ensureUserInterface();
  requireConsent();
  const result = resultOf(() => {
    work({
      sheet: openActiveSheet(),
      selection: readSelection(),
      tell: showToast,
      confirm,
      clock: scriptClock,
      store: documentProperties,
      lock: openDocumentLock(),
    });
    return null;
  });
  if (!result.ok) showToast(`${result.message} ${result.remedy}`, RESULT_SECONDS);
}

export function showSidebarAt(tab: SidebarPlace | ""): void {
  refuseInCell(ensureUserInterface);
  requireConsent();
  showSidebarPage(tab, ownOptions().theme);
}

export function showGuideFromMenu(): void {
  refuseInCell(ensureUserInterface);
  requireConsent();
  showGuidePage();
}

export function showGuideFromSidebar(): null {
  showGuidePage();
  return null;
}

export const fetchedTab = v.picklist(FETCHED_TABS);

export const readFetchedTab = (_: unknown, name: FetchedTab): string => readHtmlFile(name);

/** Google adds *Help* at the end. */
const MENU = {
  "Open sidebar": "showSidebar",
  "Verify emails in this column": "verifyColumn",
  "Make a clean list": "showCleanList",
  "Find emails for this column of companies": "findEmails",
  "Add details to this column of companies": "addCompanyDetails",
  "Find companies": "showCompanies",
  "Finish formulas": "finishFormulas",
  "Turn formulas into values": "turnFormulasIntoValues",
  "Allow work while closed": "allowWorkWhileClosed",
  Settings: "showSettings",
  "Guide: statuses, costs, what to do": "showGuide",
};

export const addMenu = (): void => addAddonMenu(MENU);
