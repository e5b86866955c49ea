import { useState } from "preact/hooks";
import type { JobView } from "../../src/jobs/views";
import { COMPANIES_PER_PAGE } from "../../src/service/limits";
import { Button } from "../controls/button";
import { Field } from "../controls/field";
import { RefusalNotice } from "../controls/notice";
import { many, readCount, write } from "../format";
import { type CountedList, leftOfList, restPriceText } from "../job/job-view";
import type { Jobs } from "../job/use-jobs";
import { useAction } from "../session";
import { nextPagesText } from "./job-texts";

/** Few people have to think about the price of so many pages. Users can type any other number. */
const OFFERED_PAGES = 10;

interface NextPagesProps {
  job: JobView;
  jobs: Jobs;
  /** `null` if the list could not be counted. */
  counted: CountedList | null;
}

export function NextPages({ job, jobs, counted }: NextPagesProps) {
  const { pages = 0, pagesInAll = null } = job.written ?? {};
  const most = pagesInAll === null ? null : pagesInAll - pages;
  const offered = Math.min(OFFERED_PAGES, most ?? OFFERED_PAGES);
  const [typed, setTyped] = useState<string | null>(null);
  const more = typed === null ? offered : (readCount(typed) ?? 0);
  const resuming = useAction(jobs.resume);
  const isTooMany = most !== null && more > most;
  const problem = isTooMany
    ? `The search has ${many(most, "page")} more.`
    : more < 1
      ? "Give a number of pages, at least 1."
      : "";
  const wanted = pages + more;
  const left = leftOfList({ ...job, written: job.written && { ...job.written, pagesWanted: wanted } }, counted);
  const found = counted?.ahead?.companies ?? Infinity;
  const companies = Math.min(more * COMPANIES_PER_PAGE, Math.max(0, found - pages * COMPANIES_PER_PAGE));
  // The limit was set for the pages that were wanted before.
  const capHalves = job.capHalves && Math.max(job.capHalves, job.spent.halves + (left?.halves ?? 0));
  const isOthers = !job.isYourKey || resuming.refusal?.code === "OTHER_KEY";
  return (
    <>
      <Field
        short
        label="More pages of this search"
        value={typed ?? write(offered)}
        onInput={setTyped}
        problem={problem}
      />
      {isOthers && <p class="small">The list was filled with another API key. More pages spend your credits.</p>}
      <RefusalNotice refusal={resuming.refusal} />
      <div class="row">
        <Button
          working={resuming.running || jobs.driven !== null}
          unready={problem !== ""}
          onPress={() => void resuming.start(job, isOthers, capHalves, left, wanted)}
        >
          {problem === ""
            ? `Get ${nextPagesText(pages + 1, wanted)}${restPriceText({ ...job, capHalves }, left)}`
            : "Get more pages"}
        </Button>
        {problem === "" && <span class="small soft">up to {many(companies, "company", "companies")}</span>}
      </div>
    </>
  );
}
