/** The sidebar's tabs by the names under which the menu opens them. */
export type SidebarTab = "verify" | "find-emails" | "companies" | "account" | "settings";
