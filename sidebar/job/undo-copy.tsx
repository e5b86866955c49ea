import { useEffect, useRef, useState } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/list-views";
import { Button } from "../controls/button";
import { Notice, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";

export function UndoCopy({ made, onUndone }: { made: MadeListView; onUndone: () => void }) {
  const { call } = useSession();
  const { sheetId, sheetName, rows, check } = made;
  const [isAsking, setIsAsking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsking) question.current?.focus();
  }, [isAsking]);
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
    <div ref={question} tabIndex={-1}>
      <Notice tone="warning">
        <p>
          This deletes the sheet “{sheetName}” with its {many(rows, "row")}.
        </p>
        <div class="row">
          <Button working={undo.running} onPress={() => void takeBack()}>
            Delete it
          </Button>
          <Button variant="quiet" onPress={() => setIsAsking(false)}>
            Cancel
          </Button>
        </div>
      </Notice>
    </div>
  );
}
