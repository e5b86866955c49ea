import type { FiguresProps, NextStepProps, OutcomeProps } from "../column-job/kind";
import { Button } from "../controls/button";
import { many, write } from "../format";
import { creditsText } from "../job/job-view";
import { useNavigation } from "../shell/navigation";
import { reasonsOf } from "./statuses";

/** Emails and credits of a running job. */
export function FindFigures({ job: { spent, written }, progress }: FiguresProps) {
  const emails = Math.max(written?.rows ?? 0, progress?.emails ?? 0);
  return (
    <>
      <p>
        <strong>{many(emails, "email")}</strong> found
      </p>
      <p class="small soft">{creditsText(spent)} spent</p>
    </>
  );
}

/** The emails, their price, and the reasons why companies have none. */
export function FindOutcome({ job, summary, byStatus }: OutcomeProps) {
  const { rows: emails = 0, alreadyThere = 0, withoutDetails = 0 } = job.written ?? {};
  const spent = creditsText(job.spent);
  const reasons = reasonsOf(byStatus);
  return (
    <>
      {summary && (
        <p>
          <strong>{many(emails, "email")}</strong> written{job.list?.sheetName && ` to “${job.list.sheetName}”`}
          {alreadyThere > 0 && `, ${write(alreadyThere)} ${alreadyThere === 1 ? "was" : "were"} there already`}.
        </p>
      )}
      {withoutDetails > 0 && (
        <p class="small">
          Rows that were there already were left as they are, and{" "}
          {many(withoutDetails, "of them lacks", "of them lack")} the company details. Search again into a new sheet to
          have them for all emails: what was found before is free.
        </p>
      )}
      <p class="small soft">
        {spent[0]?.toUpperCase()}
        {spent.slice(1)} spent.
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

/** Leads on to verifying the emails that were found. */
export function VerifyNext({ job: { list, written }, isMain }: NextStepProps) {
  const { handOver } = useNavigation();
  if (!list?.sheetName || !written || written.rows + written.alreadyThere === 0) return null;
  return (
    <Button
      variant={isMain ? "primary" : "plain"}
      onPress={() => handOver("verify", { sheetId: list.sheetId, column: null })}
    >
      Verify these emails
    </Button>
  );
}
