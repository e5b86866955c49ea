import { useState } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/list-views";
import { Button } from "../controls/button";
import { Question, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";

export function UndoCopy({ made, onUndone }: { made: MadeListView; onUndone: () => void }) {
  const { call } = useSession();
  const { sheetId, sheetName, rows, check } = made;
  /** The sheet's name when the question was asked; `null` before. */
  const [askedName, setAskedName] = useState<string | null>(null);
  // Somebody may have renamed it, and given its name to another one.
  const asking = useAction(() => call("listSheets"));
  const ask = async (): Promise<void> => {
    const result = await asking.start();
    if (result?.ok) setAskedName(result.data.find(({ id }) => id === sheetId)?.name ?? sheetName);
  };
  const undo = useAction(() => call("undoCopy", { sheetId, check }));
  const takeBack = async (): Promise<void> => {
    const result = await undo.start();
    if (result?.ok) onUndone();
    else setAskedName(null);
  };
  if (askedName === null)
    return (
      <>
        {undo.refusal && <RefusalNotice refusal={undo.refusal} />}
        {asking.refusal && <RefusalNotice refusal={asking.refusal} />}
        <div class="row">
          <Button variant="quiet" working={asking.running} onPress={() => void ask()}>
            Undo: delete this sheet
          </Button>
        </div>
      </>
    );
  return (
    <Question yes="Delete it" working={undo.running} onYes={() => void takeBack()} onCancel={() => setAskedName(null)}>
      This deletes the sheet “{askedName}” with its {many(rows, "row")}.
    </Question>
  );
}
