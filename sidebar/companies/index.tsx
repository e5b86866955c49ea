import { FetchedPage } from "../parts/fetched-page";
import type { Tab } from "../shell/tab";

const CompaniesPage = () => <FetchedPage name="companies" />;

/** Searches for companies, and lists filled page by page; everything else here is in the part that is fetched. */
export const companies: Tab = {
  id: "companies",
  label: "Companies",
  icon: "building",
  needsKey: true,
  Page: CompaniesPage,
};
