/** Kinds of host calls that cost alike; `local` ones are answered without a round trip on Google. */
export type CallClass = "cache" | "fetch" | "local" | "lock" | "property" | "sheet" | "sleep" | "ui";

/** Calls that Google's own client objects answer, or that only check what it checks there. */
const LOCAL_CALLS = new Set(["Sheet.getRange", "LockService.hasLock", "SpreadsheetApp.getActive"]);

const CLASS_BY_SERVICE: Record<string, CallClass> = {
  CacheService: "cache",
  LockService: "lock",
  PropertiesService: "property",
  ScriptApp: "ui",
  Ui: "ui",
  UrlFetchApp: "fetch",
  Utilities: "sleep",
};

/** The class of a host call by its name, for latency settings: everything else asks the sheet. */
export function callClass(callName: string): CallClass {
  if (LOCAL_CALLS.has(callName)) return "local";
  return CLASS_BY_SERVICE[callName.split(".")[0] ?? ""] ?? "sheet";
}
