import type { JobView } from "../../src/jobs/views";
import { Button } from "../controls/button";
import { Notice } from "../controls/notice";
import { capitalise, headerText, write } from "../format";
import { spentText } from "../job/job-view";
import { LeaveOut } from "../job/leave-out";
import type { Reason } from "./company-statuses";
import type { ColumnDraft } from "./draft";
import type { FormProps } from "./kind";

// What the jobs over a column of companies share.

export function EmailsAdvice({ plan: { sheetId, columns, column, passedOver }, onChange }: FormProps<ColumnDraft>) {
  const nameOf = (wanted: number | null): string => {
    const found = columns.find((each) => each.column === wanted);
    return found?.header ? `“${headerText(found.header)}”` : `column ${found?.letter ?? ""}`;
  };
  if (passedOver === null) return null;
  return (
    <Notice tone="info">
      <p>
        {nameOf(passedOver)} is selected, but holds email addresses. {nameOf(column)} is taken instead: it names the
        companies themselves.
      </p>
      <Button variant="quiet" onPress={() => onChange({ sheetId, column: passedOver })}>
        Use {nameOf(passedOver)}
      </Button>
    </Notice>
  );
}

export const LeaveOutCompanies = ({ draft, plan, onChange }: FormProps<ColumnDraft>) => (
  <LeaveOut
    label="Leave out companies I have"
    entry="a company"
    hint="An email address stands for its company."
    read={plan.leaveOut}
    choice={draft.leaveOut}
    onChange={(leaveOut) => onChange({ leaveOut })}
  />
);

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
