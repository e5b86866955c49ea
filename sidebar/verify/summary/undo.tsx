import { useState } from "preact/hooks";
import type { RunView, UndoView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { Notice } from "../../controls/notice";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";

/** Takes the results out of the sheet, after saying how many there are. */
export function Undo({ run, onUndone }: { run: RunView; onUndone: () => void }) {
  const { call } = useSession();
  const [asked, setAsked] = useState<UndoView | null>(null);
  const undo = useAction((isMeant: boolean) => call("undoRun", run.id, isMeant));
  const ask = async (): Promise<void> => {
    const result = await undo.start(false);
    if (result?.ok) setAsked(result.data);
  };
  const takeBack = async (): Promise<void> => {
    const result = await undo.start(true);
    if (result?.ok) onUndone();
  };
  return (
    <>
      {undo.refusal && <RefusalNotice refusal={undo.refusal} />}
      {asked === null ? (
        <div class="row">
          <Button look="quiet" working={undo.running} onPress={ask}>
            Undo this run
          </Button>
        </div>
      ) : (
        <Notice tone="warning">
          <p>
            <strong>{writeCount(asked.cells, userLocale())} cells lose their result.</strong>
          </p>
          {asked.removedFields.length > 0 && <p>These columns go: {asked.removedFields.join(", ")}.</p>}
          {asked.clearedFields.length > 0 && <p>These are cleared: {asked.clearedFields.join(", ")}.</p>}
          <p>Spent credits do not come back; verifying the same emails again is free.</p>
          <div class="row">
            <Button working={undo.running} onPress={takeBack}>
              Undo
            </Button>
            <Button look="quiet" onPress={() => setAsked(null)}>
              Keep
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}
