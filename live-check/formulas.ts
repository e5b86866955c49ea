import { describe, outcome } from "./assertion";
import { SHARED_PROPERTY } from "./assertions/executions";

const RESULTS: Record<string, () => unknown> = {
  null: () => null,
  undefined: () => undefined,
  nan: () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  formula: () => "=1+1",
  digits: () => "007",
  list: () => ["a", "b"],
  promise: () => Promise.resolve("kept"),
  throws: () => {
    throw new Error("meant to");
  },
  object: () => ({ a: 1 }),
  long: () => "x".repeat(50_001),
  table: () => [
    ["a", 1],
    ["b", 2],
  ],
};

const SERVICES: Record<string, () => unknown> = {
  "held-lock": () => String(LockService.getDocumentLock().tryLock(200)),
  "shared-property": () => String(PropertiesService.getDocumentProperties().getProperty(SHARED_PROPERTY)),
  "document-cache": () => {
    const cache = CacheService.getDocumentCache() as GoogleAppsScript.Cache.Cache;
    cache.put("check-formula", "kept", 30);
    return describe(cache.get("check-formula"));
  },
  digest: () =>
    describe(Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, "€🙂", Utilities.Charset.UTF_8).slice(0, 4)),
  "fetch-all": () => UrlFetchApp.fetchAll([{ url: "https://elsewhere.example/" }]),
  "fetch-nobody": () => UrlFetchApp.fetchAll([{ url: "https://nobody.sheetscout.example/", muteHttpExceptions: true }]),
  "set-value": () => SpreadsheetApp.getActiveSheet().getRange("B2").setValue(1),
  "document-property": () => {
    PropertiesService.getDocumentProperties().setProperty("scratch", "1");
    PropertiesService.getDocumentProperties().deleteProperty("scratch");
    return "done";
  },
  "user-cache": () => {
    CacheService.getUserCache().put("scratch", "kept", 30);
    return describe(CacheService.getUserCache().get("scratch"));
  },
  "document-lock": () => {
    const lock = LockService.getDocumentLock();
    const isTaken = lock.tryLock(1_000);
    lock.releaseLock();
    return String(isTaken);
  },
  "script-properties": () => String(PropertiesService.getScriptProperties().getProperty("nothing")),
  ui: () => SpreadsheetApp.getUi(),
  email: () => describe(Session.getActiveUser().getEmail() === "" ? "" : "an address"),
};

export const showArgument = (value: unknown): string => describe(value);

export const giveResult = (name: string): unknown => RESULTS[name]?.();

/** Tries something inside a custom function: what it gives, or what is thrown. */
export function tryService(name: string): string {
  const work = SERVICES[name];
  if (!work) return `unknown: ${name}`;
  let text = "";
  const seen = outcome(() => {
    text = String(work());
  });
  return seen === "undefined" ? text : seen;
}
