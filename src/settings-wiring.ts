import { answerSidebar as answerWith, refuseInCell } from "./answer-sidebar";
import { openFormulaEnvironment } from "./compose";
import { forgetAnswers } from "./formulas/answer-cache";
import { readSpentToday } from "./formulas/daily-credits";
import { documentCache } from "./platform/document-cache";
import { fetchTransport } from "./platform/fetch-transport";
import { hmacSha256 } from "./platform/hashes";
import { documentProperties, scriptProperties, userProperties } from "./platform/property-stores";
import { scriptClock } from "./platform/script-clock";
import { ensureUserInterface, showSidebarPage } from "./platform/user-interface";
import type { Result } from "./result";
import { serviceBaseUrl, serviceIsSandbox } from "./service/base-url";
import { createServiceClient } from "./service/client";
import { readAccount } from "./service/operations";
import { failed } from "./service/read-answer";
import { FORMULA_KEY_ENTRY } from "./settings/key-fingerprint";
import { OPTIONS_PROPERTY, readOptions } from "./settings/options";
import type { SettingsParts } from "./settings/parts";
import type { SidebarTab } from "./settings/sidebar-tab";

/** The cache keeps nothing for a shorter time that matters: a removed entry and an empty one read alike. */
const EMPTY_ENTRY_SECONDS = 1;

/** What the settings work with in one call of the sidebar. */
export function openSettings(): SettingsParts {
  const baseUrl = serviceBaseUrl();
  return {
    user: userProperties,
    script: scriptProperties,
    keyedHash: hmacSha256,
    formulaKeyMark: {
      read: () => documentCache.getAll([FORMULA_KEY_ENTRY])[FORMULA_KEY_ENTRY] || null,
      remove: () => documentCache.putAll({ [FORMULA_KEY_ENTRY]: "" }, EMPTY_ENTRY_SECONDS),
    },
    spentByFormulas: () => readSpentToday(documentProperties.all(), documentCache, scriptClock.nowMs()),
    askAccount(apiKey) {
      const client = createServiceClient({ transport: fetchTransport, baseUrl, apiKey });
      return client.askAll([readAccount()])[0] ?? failed({ code: "NO_ANSWER", status: null, detail: "" });
    },
    isSandbox: serviceIsSandbox(),
  };
}

/** Runs a function of the sidebar; refused in a cell. */
export const answerSidebar = <Data>(work: () => Result<Data>): Result<Data> => answerWith(ensureUserInterface, work);

/** Opens the sidebar for a menu item, at the tab it names; with none at the first one. */
export function showSidebarAt(tab: SidebarTab | ""): void {
  refuseInCell(ensureUserInterface);
  showSidebarPage(tab, readOptions(userProperties.get(OPTIONS_PROPERTY)).theme);
}

/** Makes the answers that this spreadsheet's formulas remember old. */
export function forgetCachedAnswers(): Result<null> {
  forgetAnswers(openFormulaEnvironment());
  return { ok: true, data: null };
}
