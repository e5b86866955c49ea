import { translate } from "../../local/apps-script/messages";
import type { FaultKind } from "../../local/service/faults/faults";
import type { OperationName } from "../../local/service/operations/operation";
import { protectPart } from "./protected";
import type { Kind } from "./scenario";
import { ONLY_IN_SCENES } from "./scenes";
import { KEY, type World } from "./world";

/** Something that goes wrong without anybody's doing, or by somebody's doing elsewhere. */
export interface Fault {
  weight: number;
  kinds?: Kind[];
  /** @returns what happens, in a few words; `null` when it cannot */
  strike(world: World, dice: number[]): string | null;
}

const OPERATION: Record<Kind, OperationName> = {
  verify: "email-verifier",
  find: "domain-search",
  enrich: "domain-search",
  fill: "search-company",
  formulas: "email-verifier",
};

const GOOGLE_SAYS: Record<string, string[]> = {
  sheet: [
    "Service Spreadsheets failed while accessing document with id document.",
    "We're sorry, a server error occurred. Please wait a bit and try again.",
    "Service Spreadsheets timed out while accessing document with id document.",
  ],
  lock: ["There are too many LockService operations against the same script."],
  property: ["We're sorry, a server error occurred. Please wait a bit and try again."],
  cache: ["Service error: CacheService"],
  fetch: ["Address unavailable: https://service.example", "Timeout: https://service.example"],
};

/** True for Google's words when it fails for a while, or for the rest of the day. */
export const isPassing = (message: string): boolean =>
  [...Object.values(GOOGLE_SAYS).flat(), "too many times for one day", "Service error", "Service unavailable"].some(
    // The message leaves out the full stop of Google's words.
    (text) => [text, translate(text)].some((words) => message.includes(words.replace(/\.$/, ""))),
  );

const SERVICE_FAULTS: FaultKind[] = [
  ...(["rate-limit", "rate-limit-text", "unavailable", "internal-error", "slow"] as const),
  ...(["reset-before", "reset-after", "html", "truncated-json", "wrong-type"] as const),
];

/** Answers that no well-behaved service gives; `isInstead`: before anything is done or charged. */
const HOSTILE: [name: string, spoil: (text: string) => Response, isInstead?: boolean][] = [
  ["no finite numbers", (text) => json(text.replace(/(?<=":)\d+(?=[,}])/g, "1e309"))],
  ["negative infinity", (text) => json(text.replace(/(?<=":)\d+(?=[,}])/g, "-1e309"))],
  ["texts where numbers were", (text) => json(text.replace(/(?<=":)(\d+)(?=[,}])/g, '"$1"'))],
  ["texts that look like formulas", (text) => json(text.replace(/(?<=":")[^"@]{3,}(?=")/g, "=1+1"))],
  ["null for everything", (text) => json(text.replace(/(?<=":)(?:"[^"]*"|\d+|true|false)(?=[,}])/g, "null"))],
  ["an array", () => json("[1,2,3]")],
  ["nothing", () => new Response("", { status: 200 })],
  ["a gateway's page", () => new Response("<h1>502 Bad Gateway</h1>", { status: 502 })],
  ["wait an hour", () => new Response("{}", { status: 429, headers: { "Retry-After": "3600" } }), true],
  ["wait a little", () => new Response("{}", { status: 429, headers: { "Retry-After": "2" } }), true],
];

const json = (text: string): Response => new Response(text, { headers: { "Content-Type": "application/json" } });

const at = <T>(list: readonly T[], die = 0): T => list[Math.floor(die * list.length)] as T;
/** Mostly once, sometimes for long. */
const timesOf = (die: number): number => Math.round(Math.exp(die ** 3 * Math.log(60)));

function googleFails(of: string, weight: number): Fault {
  return {
    weight,
    strike({ faults }, [die = 0, other = 0]) {
      const message = at(GOOGLE_SAYS[of] ?? [], other);
      faults.google = { of, left: Math.min(6, timesOf(die)), message };
      return `${faults.google.left} calls: ${message}`;
    },
  };
}

/** The calls by which columns, rows and sheets of the add-on's come and go. */
const CHANGES = [
  ...["DeveloperMetadata.remove", "DeveloperMetadata.add", "DeveloperMetadata.update", "Sheet.setHidden"],
  ...["Sheet.delete", "Sheet.setSheetHidden", "Spreadsheet.deleteSheet", "Sheet.insert", "Range.clear"],
];

/** The weight of what happens only beside a watch (`watched.ts`). */
const ONLY_WHILE_WATCHED = 0;

/** The call is carried out, and yet the script is told that it was not. */
function googleFailsAfter(of: string, weight: number): Fault {
  return {
    weight,
    strike({ host }, [die = 0]) {
      const at = Array.from({ length: Math.min(3, timesOf(die)) }, (_, index) => index + 1);
      host.settings.faults = [{ calls: [of], at, when: "after" }];
      return `${at.length} calls`;
    },
  };
}

/** Ends a quota of the day; sometimes it is there again while the job still goes on. */
function quotaEnds(of: "propertyCallsPerDay" | "fetchesPerDay"): Fault {
  return {
    weight: 0.7,
    strike({ host, clock, scenario }, [die = 0]) {
      const before = host.settings[of];
      host.settings[of] = 1;
      if (die < 0.5 || scenario.kind === "formulas") return "";
      clock.at(clock.now() + 5 * 60_000, () => {
        host.settings[of] = before;
      });
      return "for five minutes";
    },
  };
}

export const FAULTS = {
  // The moments see to these two themselves.
  "dies-before": { weight: 10, strike: () => null },
  "dies-after": { weight: 10, strike: () => null },
  "takes more than six minutes": {
    weight: 2,
    strike({ faults }) {
      faults.stallNextMs = 400_000;
      return "";
    },
  },
  "Google fails at a sheet": googleFails("sheet", 6),
  "Google fails at a lock": googleFails("lock", 4),
  "Google fails at a property": googleFails("property", 4),
  "Google fails at the cache": googleFails("cache", 3),
  "Google fails at fetching": googleFails("fetch", 3),
  "Google is away for seconds": {
    weight: ONLY_IN_SCENES,
    strike({ faults, clock }, [die = 0, other = 0]) {
      const ms = Math.round(1_000 * Math.exp(die * Math.log(20)));
      faults.google = { of: "sheet", left: 1, untilMs: clock.now() + ms, message: at(GOOGLE_SAYS.sheet ?? [], other) };
      return `${ms / 1_000} s`;
    },
  },
  "Google fails at changing columns": {
    weight: ONLY_IN_SCENES,
    strike({ faults }, [die = 0, other = 0, third = 0]) {
      const of = at(CHANGES, die);
      faults.google = { of, left: Math.min(6, timesOf(other)), message: at(GOOGLE_SAYS.sheet ?? [], third) };
      return `${faults.google.left} times ${of}`;
    },
  },
  "Google fails at a flush": {
    weight: ONLY_IN_SCENES,
    strike({ faults }, [, other = 0, third = 0]) {
      const left = 1 + Math.floor(other * 9);
      faults.google = { of: "SpreadsheetApp.flush", left, message: at(GOOGLE_SAYS.sheet ?? [], third) };
      return `${left} times`;
    },
  },
  "Google fails after a sheet call": googleFailsAfter("sheet", 3),
  "Google fails after a lock call": googleFailsAfter("lock", 2),
  "Google fails after a property call": googleFailsAfter("property", 3),
  "Google fails after a cache call": googleFailsAfter("cache", 1),
  "the cache forgets": {
    weight: 4,
    strike({ host }, [die = 0]) {
      host.settings.cacheLossChance = die < 0.5 ? 1 : 0.3;
      return `${host.settings.cacheLossChance}`;
    },
  },
  "the service fails": {
    weight: 14,
    strike({ service, scenario }, [die = 0, other = 0]) {
      const kind = at(SERVICE_FAULTS, die);
      const times = timesOf(other);
      service.controls.addFault({ kind, operation: OPERATION[scenario.kind], times });
      return `${kind}, ${times} times`;
    },
  },
  "the service answers strangely": {
    weight: 6,
    strike({ faults, scenario }, [die = 0, other = 0]) {
      const [name, how, isInstead = false] = at(HOSTILE, die);
      faults.spoil = { operation: OPERATION[scenario.kind], left: Math.min(8, timesOf(other)), how, isInstead };
      return `${name}, ${faults.spoil.left} times`;
    },
  },
  "the key is revoked": {
    weight: 1.5,
    strike({ faults }) {
      faults.keyRevoked = true;
      return "";
    },
  },
  "credits are nearly gone": {
    weight: 2,
    strike({ service }, [die = 0]) {
      const credits = Math.round(die * 10) / 2;
      service.controls.setAccount(KEY, { credits });
      return `${credits} left`;
    },
  },
  "the plan is too low": {
    weight: 3,
    kinds: ["fill"],
    strike({ service }) {
      service.controls.setAccount(KEY, { plan: "FREE" });
      return "";
    },
  },
  "the day's properties are used up": quotaEnds("propertyCallsPerDay"),
  "the day's fetches are used up": quotaEnds("fetchesPerDay"),
  "the triggers' time is used up": {
    weight: ONLY_WHILE_WATCHED,
    strike({ host }, [die = 0]) {
      host.settings.triggerTimePerDayMs = Math.round(die * 5) * 60_000;
      return `${host.settings.triggerTimePerDayMs / 60_000} minutes a day`;
    },
  },
  "Google drops the triggers": {
    weight: ONLY_WHILE_WATCHED,
    strike({ host, document }) {
      const here = host.triggers().filter(({ documentId }) => documentId === document.id);
      for (const { uid } of here) host.disableTrigger(uid);
      return `${here.length}`;
    },
  },
  "the consent is lost": {
    weight: ONLY_WHILE_WATCHED,
    strike({ host }) {
      host.settings.grantedScopes = host.scopes().filter((scope) => !scope.endsWith("external_request"));
      return "";
    },
  },
  "a colleague lets the same go on": {
    weight: ONLY_WHILE_WATCHED,
    strike({ pages }) {
      return pages.startToo("colleague", true) ? "" : null;
    },
  },
  "a part is protected": { weight: 0, strike: protectPart },
  "the page is closed": {
    weight: 8,
    strike({ pages }) {
      return pages.close() ? "" : null;
    },
  },
  "the page is reloaded": {
    weight: 4,
    strike({ pages }) {
      return pages.reload() ? "" : null;
    },
  },
  "the page is offline": {
    weight: 5,
    strike({ pages }, [die = 0]) {
      const ms = Math.round(1_000 * Math.exp(die * Math.log(300)));
      pages.offline(ms);
      return `${ms / 1_000} s`;
    },
  },
  "the page is hidden": {
    weight: 2,
    strike({ pages }) {
      pages.hide();
      return "";
    },
  },
  "somebody pauses": {
    weight: 2,
    strike({ pages }) {
      return pages.pause() ? "" : null;
    },
  },
  "somebody stops": {
    weight: 0.7,
    strike({ pages }) {
      return pages.stop() ? "" : null;
    },
  },
  "a second page goes on with it": {
    weight: 4,
    strike({ pages }) {
      return pages.openSecond("owner") ? "" : null;
    },
  },
  "somebody starts the same once more": {
    weight: 2,
    kinds: ["verify", "find", "enrich"],
    strike({ pages }) {
      return pages.startToo("owner") ? "" : null;
    },
  },
  "a colleague starts the same": {
    weight: 2,
    kinds: ["verify", "find", "enrich"],
    strike({ pages }) {
      return pages.startToo("colleague") ? "" : null;
    },
  },
  "a colleague goes on with it": {
    weight: 4,
    strike({ pages }) {
      return pages.openSecond("colleague") ? "" : null;
    },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** Faults that may last for a moment only. */
export const BLIPS: FaultName[] = [
  ...(["the page is offline", "the page is offline", "Google fails at a sheet", "Google fails at a lock"] as const),
  ...(["Google fails at a property", "Google fails at the cache", "Google fails at fetching"] as const),
  ...(["the service fails", "Google fails after a property call"] as const),
];

/** True if a quota of the day has ended. */
export function isUsedUp({ host }: World): boolean {
  const { propertyCallsPerDay, fetchesPerDay, triggerTimePerDayMs } = host.settings;
  return propertyCallsPerDay < 1_000 || fetchesPerDay < 1_000 || triggerTimePerDayMs < 60 * 60_000;
}

/** Everything is in order again, and what was used up is there. */
export function putInOrder({ faults, host, service, protections }: World): void {
  for (const lift of protections.splice(0)) lift();
  faults.google = null;
  faults.stallNextMs = 0;
  faults.keyRevoked = false;
  faults.spoil = null;
  host.settings.cacheLossChance = 0;
  host.settings.propertyCallsPerDay = 50_000;
  host.settings.fetchesPerDay = 20_000;
  host.settings.triggerTimePerDayMs = 90 * 60_000;
  host.settings.grantedScopes = null;
  host.settings.crash = null;
  host.settings.faults = [];
  service.controls.clearFaults();
  for (const key of [KEY, "free-key"]) service.controls.setAccount(key, { credits: 10_000, plan: "ENTERPRISE" });
}
