import { account } from "./account";
import { companies } from "./companies";
import { findEmails } from "./find-emails";
import { settings } from "./settings";
import type { Tab } from "./shell/tab";
import { verify } from "./verify";

/** The tabs in their order. A new one is a folder that exports a Tab, and its name here. */
export const TABS: readonly Tab[] = [verify, findEmails, companies, account, settings];
