import type { FormulaEnvironment, OpenService } from "./formulas/ask";
import { openDailyCredits } from "./formulas/daily-credits";
import { answerFormula, type FormulaName } from "./formulas/definitions";
import { finishFormulas } from "./formulas/finish";
import type { SheetWork } from "./formulas/sheet-formulas";
import { turnFormulasIntoValues } from "./formulas/turn-into-values";
import { createLimiter, type TextStore } from "./pacing/limiter";
import { paceFor } from "./pacing/pace";
import { openActiveSheet, readSelection } from "./platform/active-sheet";
import { documentCache } from "./platform/document-cache";
import { openDocumentLock } from "./platform/document-lock";
import { fetchTransport } from "./platform/fetch-transport";
import { hmacSha256, sha256 } from "./platform/hashes";
import { newId } from "./platform/ids";
import { confirm, showToast } from "./platform/messages";
import { documentProperties, scriptProperties, userProperties } from "./platform/property-stores";
import { scriptClock } from "./platform/script-clock";
import { ensureUserInterface } from "./platform/user-interface";
import { serviceBaseUrl } from "./service/base-url";
import { createServiceClient } from "./service/client";
import { ServiceError } from "./service/errors";
import type { Operation } from "./service/operations";
import { readApiKey } from "./settings/api-key";
import { limitFor } from "./settings/arranged-limit";
import { FORMULA_KEY_ENTRY, keyFingerprint } from "./settings/key-fingerprint";
import { OPTIONS_PROPERTY, readOptions } from "./settings/options";

/** The longest lifetime that the cache offers. */
const LONGEST_LIFETIME_SECONDS = 21_600;

/** Where the turns of one operation and key are kept, whoever takes them. */
export const turnStoreName = (operation: Operation, fingerprint: string): string => `turns:${operation}:${fingerprint}`;

export const cacheStore: TextStore = {
  get: (name) => documentCache.getAll([name])[name] ?? null,
  set: (name, text) => documentCache.putAll({ [name]: text }, LONGEST_LIFETIME_SECONDS),
};

/** Everything that one execution of a formula works with. */
export function openFormulaEnvironment(): FormulaEnvironment {
  return {
    clock: scriptClock,
    startedMs: scriptClock.nowMs(),
    cache: documentCache,
    sha256,
    newId,
    openService: openFormulaService,
  };
}

/** @throws ServiceError with `NO_API_KEY` */
function openFormulaService(): OpenService {
  const ofUser = userProperties.all();
  const apiKey = readApiKey({ get: (name) => ofUser[name] ?? null }, scriptProperties);
  if (apiKey === "") throw new ServiceError({ code: "NO_API_KEY", status: null, detail: "" });
  const fingerprint = keyFingerprint(apiKey, hmacSha256);
  const options = readOptions(ofUser[OPTIONS_PROPERTY] ?? null);
  return {
    client: createServiceClient({ transport: fetchTransport, baseUrl: serviceBaseUrl(), apiKey }),
    limiterOf: (operation) =>
      createLimiter({
        clock: scriptClock,
        lock: openDocumentLock(),
        name: turnStoreName(operation, fingerprint),
        properties: documentProperties,
        cache: cacheStore,
        pace: paceFor(limitFor(operation, options)),
        // The state is durable: without one nobody has called with this key here.
        wasActiveLately: () => false,
      }),
    credits: openDailyCredits({
      fingerprint,
      capCredits: options.formulaCreditsADay,
      nowMs: scriptClock.nowMs,
    }),
    fingerprint,
    cacheMarks: { [FORMULA_KEY_ENTRY]: fingerprint },
  };
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
  finishFormulas({ ...openSheetWork(), store: documentProperties, lock: openDocumentLock(), newId }, scriptClock);

/** *Turn formulas into values* */
export const turnFormulasOfSheetIntoValues = (): void =>
  turnFormulasIntoValues({ ...openSheetWork(), confirm }, scriptClock);
