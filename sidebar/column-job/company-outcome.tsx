import type { JobView } from "../../src/jobs/views";
import { capitalise, write } from "../format";
import { spentText } from "../job/job-view";
import type { Reason } from "./company-statuses";

export function CompanyOutcome({ spent, reasons }: Pick<JobView, "spent"> & { reasons: Reason[] }) {
  return (
    <>
      <p class="small soft">
        {capitalise(spentText(spent))}
        {!spent.isExact && ", less if some were searched before: the service does not say"}.
      </p>
      {reasons.length > 0 && (
        <ul class="stack tight small">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <strong>{write(count)}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
