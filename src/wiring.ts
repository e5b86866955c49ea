import type { FormulaEnvironment, OpenService } from "./formulas/environment";
import { createLimiter, type TextStore } from "./pacing/limiter";
import { paceFor } from "./pacing/pace";
import { documentCache } from "./platform/document-cache";
import { openDocumentLock } from "./platform/document-lock";
import { fetchTransport } from "./platform/fetch-transport";
import { hmacSha256, sha256 } from "./platform/hashes";
import { documentProperties, scriptProperties, userProperties } from "./platform/property-stores";
import { scriptClock } from "./platform/script-clock";
import { serviceBaseUrl } from "./service/base-url";
import { createServiceClient } from "./service/client";
import { ServiceError } from "./service/errors";
import type { Operation } from "./service/operations";
import { readApiKey } from "./settings/api-key";
import { limitFor } from "./settings/arranged-limit";
import { FORMULA_KEY_ENTRY, keyFingerprint } from "./settings/key-fingerprint";
import { OPTIONS_PROPERTY, readOptions } from "./settings/options";

/** The longest lifetime that the cache offers (facts 2.4). */
const LONGEST_LIFETIME_SECONDS = 21_600;

/** What one execution of a formula works with. */
export function openFormulaEnvironment(): FormulaEnvironment {
  return {
    clock: scriptClock,
    startedMs: scriptClock.nowMs(),
    cache: documentCache,
    sha256,
    openService,
  };
}

/** @throws ServiceError with `NO_API_KEY` */
function openService(): OpenService {
  const apiKey = readApiKey(userProperties, scriptProperties);
  if (apiKey === "") throw new ServiceError({ code: "NO_API_KEY", status: null, detail: "" });
  const fingerprint = keyFingerprint(apiKey, hmacSha256);
  const options = readOptions(userProperties.get(OPTIONS_PROPERTY));
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
    cacheMarks: { [FORMULA_KEY_ENTRY]: fingerprint },
  };
}

/** Where the turns of one operation and key are kept, whoever takes them. */
export const turnStoreName = (operation: Operation, fingerprint: string): string => `turns:${operation}:${fingerprint}`;

export const cacheStore: TextStore = {
  get: (name) => documentCache.getAll([name])[name] ?? null,
  set: (name, text) => documentCache.putAll({ [name]: text }, LONGEST_LIFETIME_SECONDS),
};
