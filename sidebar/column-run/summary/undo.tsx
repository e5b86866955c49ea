import { useEffect, useRef, useState } from "preact/hooks";
import type { RunView, UndoView } from "../../../src/runs/views";
import { Button } from "../../controls/button";
import { Notice } from "../../controls/notice";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";

interface UndoProps {
  run: RunView;
  /** What is free once it was paid for. */
  freeAgain: string;
  onUndone: () => void;
}

/** What becomes of the sheet with the found emails. */
function emailsText({ emailRows, removesEmailSheet }: UndoView, { find }: RunView): string {
  const sheet = find?.sheetName ? `The sheet “${find.sheetName}”` : "The sheet of the emails";
  const rows = `${writeCount(emailRows, userLocale())} ${emailRows === 1 ? "row" : "rows"}`;
  return removesEmailSheet ? `${sheet} goes, with its ${rows}.` : `${sheet} loses ${rows}.`;
}

/** Takes the results out of the sheet, after saying how many there are. */
export function Undo({ run, freeAgain, onUndone }: UndoProps) {
  const { call } = useSession();
  const [asked, setAsked] = useState<UndoView | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const isAsking = asked !== null;
  useEffect(() => {
    if (!isAsking) return;
    question.current?.focus();
    question.current?.scrollIntoView({ block: "nearest" });
  }, [isAsking]);
  const undo = useAction((isMeant: boolean) => call("undoRun", run.id, isMeant));
  const ask = async (): Promise<void> => {
    const result = await undo.start(false);
    if (result?.ok) setAsked(result.data);
  };
  const takeBack = async (): Promise<void> => {
    const result = await undo.start(true);
    if (result?.ok) onUndone();
  };
  const keep = (): void => {
    setAsked(null);
    setTimeout(() => button.current?.focus());
  };
  return (
    <>
      {undo.refusal && <RefusalNotice refusal={undo.refusal} />}
      {asked === null ? (
        <div class="row">
          <Button look="quiet" buttonRef={button} working={undo.running} onPress={ask}>
            Undo this run
          </Button>
        </div>
      ) : (
        <div ref={question} tabIndex={-1}>
          <Notice tone="warning">
            <p>
              <strong>{writeCount(asked.cells, userLocale())} cells lose their result.</strong>
            </p>
            {asked.removedFields.length > 0 && <p>These columns go: {asked.removedFields.join(", ")}.</p>}
            {asked.clearedFields.length > 0 && <p>These are cleared: {asked.clearedFields.join(", ")}.</p>}
            {asked.emailRows > 0 && <p>{emailsText(asked, run)}</p>}
            <p>Spent credits do not come back; {freeAgain} is free.</p>
            <div class="row">
              <Button working={undo.running} onPress={takeBack}>
                Undo
              </Button>
              <Button look="quiet" onPress={keep}>
                Keep
              </Button>
            </div>
          </Notice>
        </div>
      )}
    </>
  );
}
