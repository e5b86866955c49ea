import type { OptionLimits, Options } from "./options";

/** The key in use as the page may see it: never the key itself. */
export type KeyView = { from: "nobody" } | { from: "you" | "organisation"; lastFour: string };

/** A public key of the sandbox, offered when the add-on is built for it. */
export interface SandboxKey {
  key: string;
  gives: string;
}

export interface SettingsView {
  key: KeyView;
  options: Options;
  optionLimits: OptionLimits;
  /** Empty unless the add-on is built for the sandbox. */
  sandboxKeys: SandboxKey[];
  /** The host of the service that the add-on is built for, where the user gets a key. */
  serviceHost: string;
}

/** The account of the user's key. A field is `null` if the service gave no usable value. */
export interface AccountView {
  plan: string;
  creditsLeft: number | null;
  creditsUsed: number | null;
  renewsInDays: number | null;
  /** ISO 8601 with offset. */
  renewsAt: string | null;
  /**
   * The owner of the key that this spreadsheet's formulas used last: they read the store of the spreadsheet's owner
   * (google.owner-properties).
   */
  formulaKey: "yours" | "another" | "unknown";
  /** The most credits that formulas of this spreadsheet have spent today, with your key and with others. */
  formulasToday: { yours: number; others: number };
}

export interface SavedKey {
  key: KeyView;
  account: AccountView;
}

/** The sidebar's tabs by the names under which the menu opens them. */
export type SidebarTab = "verify" | "find-emails" | "companies" | "account" | "settings";

/** Tabs whose page is fetched when they are first opened: each a file `<name>.html` beside the sidebar's. */
export const FETCHED_TABS = ["verify", "find-emails", "companies"] as const satisfies SidebarTab[];

export type FetchedTab = (typeof FETCHED_TABS)[number];
