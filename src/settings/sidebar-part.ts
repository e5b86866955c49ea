/** Parts of the sidebar's page that are fetched when their tab is first opened: each a file `<name>.html` beside it. */
export const SIDEBAR_PARTS = ["verify", "find-emails", "companies"] as const;

export type SidebarPart = (typeof SIDEBAR_PARTS)[number];
