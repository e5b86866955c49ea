import { useState } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/list-views";
import { Button } from "../controls/button";
import { Question, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";

export function UndoCopy({ made, onUndone }: { made: MadeListView; onUndone: () => void }) {
  const { call } = useSession();
  const { sheetId, sheetName, rows, check } = made;
  const [isAsking, setIsAsking] = useState(false);
  const undo = useAction(() => call("undoCopy", { sheetId, check }));
  const takeBack = async (): Promise<void> => {
    const result = await undo.start();
    if (result?.ok) onUndone();
    else setIsAsking(false);
  };
  if (!isAsking)
    return (
      <>
        {undo.refusal && <RefusalNotice refusal={undo.refusal} />}
        <div class="row">
          <Button variant="quiet" onPress={() => setIsAsking(true)}>
            Undo: delete this sheet
          </Button>
        </div>
      </>
    );
  return (
    <Question yes="Delete it" working={undo.running} onYes={() => void takeBack()} onCancel={() => setIsAsking(false)}>
      This deletes the sheet “{sheetName}” with its {many(rows, "row")}.
    </Question>
  );
}
