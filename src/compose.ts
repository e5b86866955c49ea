import * as v from "valibot";
import { forgetAnswers } from "./formulas/answer-cache";
import type { FormulaEnvironment, OpenService } from "./formulas/ask";
import { openDailyCredits, readSpentToday } from "./formulas/daily-credits";
import { answerFormula, type FormulaName } from "./formulas/definitions";
import { finishFormulas } from "./formulas/finish";
import type { SheetWork } from "./formulas/sheet-formulas";
import { turnFormulasIntoValues } from "./formulas/turn-into-values";
import type { World } from "./jobs/record";
import { createLimiter, type Limiter } from "./pacing/limiter";
import { paceFor } from "./pacing/pace";
import { openActiveSheet, openBook, readSelection } from "./platform/spreadsheet";
import {
  documentCache,
  documentProperties,
  openDocumentLock,
  scriptProperties,
  userProperties,
} from "./platform/storage";
import {
  addAddonMenu,
  confirm,
  ensureUserInterface,
  type MenuItem,
  readHtmlFile,
  showSidebarPage,
  showToast,
} from "./platform/user-interface";
import { fetchTransport, hmacSha256, newId, scriptClock, sha256 } from "./platform/utilities";
import {
  answerSidebar,
  FETCHED_TABS,
  type FetchedTab,
  type Refusal,
  type Result,
  refusal,
  refuseInCell,
  type SidebarTab,
} from "./result";
import { createServiceClient, type ServiceClient } from "./service/client";
import { ServiceError } from "./service/errors";
import { type Operation, readAccount } from "./service/operations";
import { FORMULA_KEY_ENTRY, keyFingerprint, readApiKey, type SettingsWorld } from "./settings/key";
import { limitFor, OPTIONS_PROPERTY, readOptions } from "./settings/options";
import { MovedError } from "./sheet/table";

/** Defined by the build: https, without a slash at its end. */
declare const SERVICE_BASE_URL: string;

/** Defined by the build: true if that is the sandbox, whose public keys are offered. */
declare const SERVICE_IS_SANDBOX: boolean;

/** The property that keeps the turns of one operation and key. */
const turnStoreName = (operation: Operation, fingerprint: string): string => `turns:${operation}:${fingerprint}`;

/** All that one execution of a formula works with. */
function openFormulaEnvironment(): FormulaEnvironment {
  return {
    clock: scriptClock,
    startedMs: scriptClock.nowMs(),
    cache: documentCache,
    sha256,
    newId,
    openService: openFormulaService,
  };
}

/** The key of the person at the keyboard, or in a formula of the spreadsheet's owner, with its options. */
interface PayingKey {
  client: ServiceClient;
  fingerprint: string;
  options: ReturnType<typeof readOptions>;
  limiterOf(operation: Operation, wasActiveLately: () => boolean): Limiter;
}

/** @throws ServiceError with `NO_API_KEY` */
function openKey(): PayingKey {
  // Key and options in one call.
  const ofUser = userProperties.all();
  const apiKey = readApiKey({ userStore: { get: (name) => ofUser[name] ?? null }, scriptStore: scriptProperties });
  if (apiKey === "") throw new ServiceError({ code: "NO_API_KEY", status: null, detail: "" });
  const fingerprint = keyFingerprint(apiKey, hmacSha256);
  const options = readOptions(ofUser[OPTIONS_PROPERTY] ?? null);
  return {
    client: createServiceClient(fetchTransport, SERVICE_BASE_URL, apiKey),
    fingerprint,
    options,
    limiterOf: (operation, wasActiveLately) =>
      createLimiter({
        clock: scriptClock,
        lock: openDocumentLock(),
        name: turnStoreName(operation, fingerprint),
        properties: documentProperties,
        cache: documentCache,
        pace: paceFor(limitFor(operation, options)),
        wasActiveLately,
      }),
  };
}

/** @throws ServiceError with `NO_API_KEY` */
function openFormulaService(): OpenService {
  const { client, fingerprint, options, limiterOf } = openKey();
  return {
    client,
    // The state is durable: without one nobody has used this key here.
    limiterOf: (operation) => limiterOf(operation, () => false),
    credits: openDailyCredits(fingerprint, options.formulaCreditsADay, scriptClock.nowMs),
    fingerprint,
    cacheEntries: { [FORMULA_KEY_ENTRY]: fingerprint },
  };
}

/** All that one call of the sidebar works with. */
function openWorld(): World & SettingsWorld {
  return {
    clock: scriptClock,
    book: openBook(),
    store: documentProperties,
    userStore: userProperties,
    scriptStore: scriptProperties,
    cache: documentCache,
    lock: openDocumentLock(),
    newId,
    openService: openKey,
    keyedHash: hmacSha256,
    spentByFormulas: () => readSpentToday(documentProperties.all(), documentCache, scriptClock.nowMs()),
    askAccount: (apiKey) => createServiceClient(fetchTransport, SERVICE_BASE_URL, apiKey).ask(readAccount()),
    isSandbox: SERVICE_IS_SANDBOX,
    serviceHost: SERVICE_BASE_URL.replace(/^https?:\/\/([^/]*).*$/, "$1"),
  };
}

/** Answers a call of the sidebar, or says why not. */
type Work<Request, Data> = (world: World & SettingsWorld, request: Request) => Data | Refusal;

export function endpoint<Data>(work: Work<undefined, Data>): () => Result<Data>;
export function endpoint<Data, Schema extends v.GenericSchema>(
  work: Work<v.InferOutput<Schema>, Data>,
  schema: Schema,
): (request: v.InferOutput<Schema>) => Result<Data>;
/** Makes a function for the sidebar. It refuses to run in a cell, and refuses requests that break the schema. */
export function endpoint<Data>(work: Work<never, Data>, schema: v.GenericSchema = v.unknown()) {
  return (request: unknown): Result<Data> =>
    answerSidebar(ensureUserInterface, () => {
      const asked = v.safeParse(schema, request);
      return asked.success ? tryTwice(() => work(openWorld(), asked.output as never)) : refusal("BAD_REQUEST");
    });
}

/**
 * Runs work, and once more if it throws: somebody has moved rows, columns or sheets, or Google has failed. The second
 * run looks up all places anew, and knows from marks and properties what is done.
 */
function tryTwice<Data>(work: () => Data | Refusal): Data | Refusal {
  try {
    return work();
  } catch {
    dropPendingWrites();
  }
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof MovedError) return refusal("COLUMNS_MOVING");
    throw thrown;
  }
}

/** Refused writes would show at the next flush, as the failure of something else. */
function dropPendingWrites(): void {
  try {
    openBook().flush();
  } catch {
    // The refused writes are dropped.
  }
}

/** Answers a formula in a cell. */
export const answerInCell = (name: FormulaName, ...args: unknown[]): unknown =>
  answerFormula(openFormulaEnvironment(), name, args);

/** @throws Error in a cell, from which every public function can be called */
function openSheetWork(): SheetWork {
  ensureUserInterface();
  return { sheet: openActiveSheet(), selection: readSelection(), tell: showToast };
}

/** *Finish formulas* */
export const finishFormulasOfSheet = (): void =>
  finishFormulas({ ...openSheetWork(), store: documentProperties, lock: openDocumentLock() }, scriptClock);

/** *Turn formulas into values* */
export const turnFormulasOfSheetIntoValues = (): void =>
  turnFormulasIntoValues({ ...openSheetWork(), confirm }, scriptClock);

/** Opens the sidebar for a menu item, at the tab it names or the first one. */
export function showSidebarAt(tab: SidebarTab | ""): void {
  refuseInCell(ensureUserInterface);
  showSidebarPage(tab, readOptions(userProperties.get(OPTIONS_PROPERTY)).theme);
}

export const fetchedTab = v.picklist(FETCHED_TABS);

/** The page of a tab that is fetched when it is first opened. */
export const readFetchedTab = (_: unknown, name: FetchedTab): string => readHtmlFile(name);

/** Makes the answers that this spreadsheet's formulas remember old. */
export function forgetCachedAnswers({ cache, clock }: World): null {
  forgetAnswers({ cache, clock });
  return null;
}

/** *Extensions ▸ Sheetscout*, in its order. Google adds *Help*. */
const MENU: MenuItem[] = [
  { caption: "Open sidebar", functionName: "showSidebar" },
  { caption: "Verify emails in this column", functionName: "verifyColumn" },
  { caption: "Find emails for this column of companies", functionName: "findEmails" },
  { caption: "Find companies", functionName: "showCompanies" },
  { caption: "Finish formulas", functionName: "finishFormulas" },
  { caption: "Turn formulas into values", functionName: "turnFormulasIntoValues" },
  { caption: "Settings", functionName: "showSettings" },
];

export const addMenu = (): void => addAddonMenu(MENU);
