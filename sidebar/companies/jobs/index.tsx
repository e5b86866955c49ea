import { useEffect } from "preact/hooks";
import { isOpen } from "../../job/end-of-job";
import type { Jobs } from "../../job/use-jobs";
import { useAnnounce } from "../../shell/announcer";
import { Fold } from "../builder/fold";
import { JobCard } from "./job-card";
import { pagesText } from "./job-texts";
import "./style.css";

/** The lists of this spreadsheet: unfinished ones first, the youngest of the others, and the rest folded. */
export function JobCards({ jobs }: { jobs: Jobs }) {
  const { all, ended } = jobs;
  const announce = useAnnounce();
  useEffect(() => {
    if (!ended) return;
    const { job, state, stop } = ended;
    announce([`The fill is ${state}.`, pagesText(job), stop?.message, stop?.remedy].filter(Boolean).join(" "));
  }, [ended, announce]);
  if (all.length === 0) return null;
  const [last] = all;
  const shown = all.filter((job) => job === last || isOpen(job));
  const others = all.filter((job) => !shown.includes(job));
  return (
    <section>
      <h2>Fills</h2>
      {shown.map((job) => (
        <JobCard key={job.id} job={job} jobs={jobs} />
      ))}
      {others.length > 0 && (
        <Fold label="Earlier fills" aside={String(others.length)}>
          {others.map((job) => (
            <JobCard key={job.id} job={job} jobs={jobs} />
          ))}
        </Fold>
      )}
    </section>
  );
}
