import type { Operation } from "../service/operations";

/** The key that is set, as far as the page may know: never the key itself. */
export type KeyView = { from: "nobody" } | { from: "you" | "organisation"; lastFour: string };

/**
 * Tells if the key that the formulas of this spreadsheet used last is the user's: they read the store of the spreadsheet's
 * owner (google.owner-properties).
 */
export type FormulaKey = "yours" | "another" | "unknown";

/** The operations whose speed a user may have arranged with the service. */
export type PacedOperation = Exclude<Operation, "account-information" | "search-suggestions">;

/** The sidebar's colours: "sheet" are those of the spreadsheet around it, light on Google. */
export type Theme = "sheet" | "light" | "dark";

/** Everything that a user can set besides the key. */
export interface Options {
  theme: Theme;
  /** Credits; the sidebar warns when fewer are left. */
  warnBelowCredits: number;
  /** Only the operations with an arranged limit of their own. */
  callsPerMinute: Partial<Record<PacedOperation, number>>;
  /** Formulas in each of the user's spreadsheets may spend so many; 0 switches them off, `null` is no limit. */
  formulaCreditsADay: number | null;
}

/** A public key of the sandbox, offered when the add-on is built for it. */
export interface SandboxKey {
  key: string;
  gives: string;
}

/** The range of each option. */
export interface OptionLimits {
  mostWarnBelowCredits: number;
  mostCallsPerMinute: number;
  mostFormulaCreditsADay: number;
  /** The limits that hold without an arrangement. */
  usualCallsPerMinute: Record<PacedOperation, number>;
}

/** Everything the settings page shows. */
export interface SettingsView {
  key: KeyView;
  options: Options;
  optionLimits: OptionLimits;
  /** Empty unless the add-on is built for the sandbox. */
  sandboxKeys: SandboxKey[];
  /** The host of the service that the add-on is built for: where a key comes from. */
  serviceHost: string;
}

/** The account of the key at hand. A field is `null` when the service gave none that can be used. */
export interface AccountView {
  plan: string;
  creditsLeft: number | null;
  creditsUsed: number | null;
  renewsInDays: number | null;
  /** ISO 8601 with offset. */
  renewsAt: string | null;
  formulaKey: FormulaKey;
  /** Credits that formulas of this spreadsheet have spent today at most, with your key and with others. */
  formulasToday: { yours: number; others: number };
}

/** The answer when a key has been saved. */
export interface SavedKey {
  key: KeyView;
  account: AccountView;
}

/** The sidebar's tabs by the names under which the menu opens them. */
export type SidebarTab = "verify" | "find-emails" | "companies" | "account" | "settings";

/** Tabs whose page is fetched when they are first opened: each a file `<name>.html` beside the sidebar's. */
export const FETCHED_TABS = ["verify", "find-emails", "companies"] as const satisfies SidebarTab[];

export type FetchedTab = (typeof FETCHED_TABS)[number];
