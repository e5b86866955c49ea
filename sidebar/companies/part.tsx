import { useJobs } from "../job/use-jobs";
import { JobCards } from "./jobs";
import { SearchSection } from "./search-section";

/** Lists that are filled or were, and the search for the next one. */
export function Page() {
  const jobs = useJobs("companies");
  return (
    <>
      <JobCards jobs={jobs} />
      <SearchSection jobs={jobs} />
    </>
  );
}
