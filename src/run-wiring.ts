import { cacheStore, turnStoreName } from "./compose";
import { createLimiter } from "./pacing/limiter";
import { paceFor } from "./pacing/pace";
import { documentCache } from "./platform/document-cache";
import { openDocumentLock } from "./platform/document-lock";
import { fetchTransport } from "./platform/fetch-transport";
import { hmacSha256 } from "./platform/hashes";
import { newId } from "./platform/ids";
import { documentProperties, scriptProperties, userProperties } from "./platform/property-stores";
import { scriptClock } from "./platform/script-clock";
import { openSheetMaker } from "./platform/sheet-maker";
import { openBook } from "./platform/spreadsheet";
import type { Refusal, Result } from "./result";
import type { RunParts, RunService } from "./runs/run-parts";
import { isRefused, refusal } from "./runs/run-refusal";
import { serviceBaseUrl } from "./service/base-url";
import { createServiceClient } from "./service/client";
import { ServiceError } from "./service/errors";
import { readApiKey } from "./settings/api-key";
import { limitFor } from "./settings/arranged-limit";
import { keyFingerprint } from "./settings/key-fingerprint";
import { OPTIONS_PROPERTY, readOptions } from "./settings/options";
import { answerSidebar } from "./settings-wiring";

function openRunParts(): RunParts {
  return {
    clock: scriptClock,
    book: openBook(),
    store: documentProperties,
    cache: documentCache,
    lock: openDocumentLock(),
    newId,
    openService,
    // Few executions change the shape of a sheet.
    get sheets() {
      return openSheetMaker();
    },
  };
}

/** @throws ServiceError with `NO_API_KEY` */
function openService(): RunService {
  const apiKey = readApiKey(userProperties, scriptProperties);
  if (apiKey === "") throw new ServiceError({ code: "NO_API_KEY", status: null, detail: "" });
  const fingerprint = keyFingerprint(apiKey, hmacSha256);
  const options = readOptions(userProperties.get(OPTIONS_PROPERTY));
  return {
    fingerprint,
    client: createServiceClient({ transport: fetchTransport, baseUrl: serviceBaseUrl(), apiKey }),
    limiterOf: (operation, wasActiveLately) =>
      createLimiter({
        clock: scriptClock,
        lock: openDocumentLock(),
        pace: paceFor(limitFor(operation, options)),
        wasActiveLately,
        name: turnStoreName(operation, fingerprint),
        properties: documentProperties,
        cache: cacheStore,
      }),
  };
}

/**
 * Answers the sidebar about runs; refused in a cell.
 * @param isAsked whether what was sent has the right shape
 */
export function answerRun<Request, Data extends object>(
  request: unknown,
  isAsked: (value: unknown) => value is Request,
  work: (parts: RunParts, request: Request) => Data | Refusal,
): Result<Data> {
  return answerSidebar(() => {
    if (!isAsked(request)) return refusal("BAD_REQUEST");
    const data = work(openRunParts(), request);
    return isRefused(data) ? data : { ok: true, data };
  });
}
