import { FetchedPage } from "../parts/fetched-page";
import type { Tab } from "../shell/tab";

const FindEmailsPage = () => <FetchedPage name="find-emails" />;

/** Finds the emails of a column of companies; everything else here is in the part that is fetched. */
export const findEmails: Tab = {
  id: "find-emails",
  label: "Find emails",
  icon: "envelope",
  needsKey: true,
  Page: FindEmailsPage,
};
