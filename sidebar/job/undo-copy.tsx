import { useRef, useState } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/clean-list-views";
import { Button } from "../controls/button";
import { announce, Question, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";
import { focusIfLost } from "../shell/navigation";

export function UndoCopy({ made, onUndone }: { made: MadeListView; onUndone: () => void }) {
  const { call } = useSession();
  const { sheetId, rows, check } = made;
  /** The sheet's name when the question was asked; `null` before. */
  const [askedName, setAskedName] = useState<string | null>(null);
  // Somebody may have renamed it, and given its name to another one.
  const asking = useAction(
    () => call("listSheets"),
    (sheets) => {
      const now = sheets.find(({ id }) => id === sheetId);
      if (now) return setAskedName(now.name);
      announce("Somebody has already deleted this sheet.");
      onUndone();
    },
  );
  const button = useRef<HTMLButtonElement>(null);
  const cancel = (): void => {
    setAskedName(null);
    focusIfLost(() => button.current);
  };
  const undo = useAction(() => call("undoCopy", { sheetId, check }));
  const takeBack = async (): Promise<void> => {
    const result = await undo.start();
    if (result?.ok) onUndone();
    else cancel();
  };
  if (askedName === null)
    return (
      <>
        <RefusalNotice refusal={undo.refusal} />
        <RefusalNotice refusal={asking.refusal} />
        <div class="row">
          <Button variant="quiet" buttonRef={button} working={asking.running} onPress={() => void asking.start()}>
            Undo: delete this sheet
          </Button>
        </div>
      </>
    );
  return (
    <Question yes="Delete it" working={undo.running} onYes={() => void takeBack()} onCancel={cancel}>
      <p>
        This deletes the sheet “{askedName}” with its {many(rows, "row")}. Colours, rules and comments in it go too.
      </p>
    </Question>
  );
}
