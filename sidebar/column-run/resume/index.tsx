import type { RunView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { AllowanceField, useAllowance } from "../../controls/cap-field";
import { Notice } from "../../controls/notice";
import { lostSheetText, spentBy } from "../end-of-run";

interface ResumeProps {
  run: RunView;
  onResume: (withOwnKey: boolean, capHalves?: number | null) => void;
  /** What is done stays; it is not offered again. */
  onLeave: () => void;
}

/** Offers to go on with a run that was paused, or left when the sidebar was closed. */
export function Resume({ run, onResume, onLeave }: ResumeProps) {
  const spent = spentBy(run, null);
  const allowance = useAllowance(spent);
  const lost = lostSheetText(run);
  const where = run.sheetName ? ` in “${run.sheetName}”` : "";
  return (
    <Notice tone="info">
      <p>
        <strong>
          The run over “{run.columnName}”{where} is not finished.
        </strong>
      </p>
      {(lost || run.reason) && <p>{lost || run.reason}</p>}
      {!lost && !run.isYourKey && <p>It was started with another API key. Going on spends the credits of yours.</p>}
      {!lost && <AllowanceField spent={spent} allowance={allowance} />}
      <div class="row">
        {!lost && (
          <Button
            look="quiet"
            unready={allowance.problem !== ""}
            onPress={() => onResume(!run.isYourKey, allowance.capHalves)}
          >
            Resume
          </Button>
        )}
        <Button look="quiet" onPress={onLeave}>
          Leave it
        </Button>
      </div>
    </Notice>
  );
}
