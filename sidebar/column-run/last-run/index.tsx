import type { RunView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { userLocale } from "../../format/locale";
import { writeMoment } from "../../format/moment";
import "./style.css";

interface LastRunProps {
  run: RunView;
  onShow: () => void;
}

/** Leads back to the last run that is over: its summary, its chart, and the way to undo it. */
export const LastRun = ({ run, onShow }: LastRunProps) => (
  <div class="last-run">
    <p class="small">
      Last run: “{run.columnName}”, {writeMoment(run.startedMs, Date.now(), userLocale())}
    </p>
    <Button look="quiet" onPress={onShow}>
      Summary
    </Button>
  </div>
);
