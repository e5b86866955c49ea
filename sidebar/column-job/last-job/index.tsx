import type { JobView } from "../../../src/jobs/views";
import { Button } from "../../controls/button";
import { userLocale } from "../../format/locale";
import { writeMoment } from "../../format/moment";
import "./style.css";

interface LastJobProps {
  job: JobView;
  onShow: () => void;
}

/** Leads back to the last job that is over: its summary, its chart, and the way to undo it. */
export const LastJob = ({ job, onShow }: LastJobProps) => (
  <div class="last-job">
    <p class="small">
      Last run: “{job.title}”, {writeMoment(job.startedMs, Date.now(), userLocale())}
    </p>
    <Button look="quiet" onPress={onShow}>
      Summary
    </Button>
  </div>
);
