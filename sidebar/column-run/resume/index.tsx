import type { RunView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { AllowanceField, useAllowance } from "../../controls/cap-field";
import { Notice } from "../../controls/notice";

interface ResumeProps {
  run: RunView;
  onResume: (withOwnKey: boolean, capHalves?: number | null) => void;
  /** What is done stays; it is not offered again. */
  onLeave: () => void;
}

/** Offers to go on with a run that was paused, or left when the sidebar was closed. */
export function Resume({ run, onResume, onLeave }: ResumeProps) {
  const allowance = useAllowance(run.capHalves);
  const where = run.sheetName ? ` in “${run.sheetName}”` : "";
  return (
    <Notice tone="info">
      <p>
        <strong>
          The run over “{run.columnName}”{where} is not finished.
        </strong>
      </p>
      {run.reason && <p>{run.reason}</p>}
      {!run.isYourKey && <p>It was started with another API key. Going on spends the credits of yours.</p>}
      <AllowanceField before={run.capHalves} allowance={allowance} />
      <div class="row">
        <Button look="quiet" onPress={() => allowance.isUsable && onResume(!run.isYourKey, allowance.capHalves)}>
          Resume
        </Button>
        <Button look="quiet" onPress={onLeave}>
          Leave it
        </Button>
      </div>
    </Notice>
  );
}
