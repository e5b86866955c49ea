import { useEffect, useRef, useState } from "preact/hooks";
import type { FillUndo } from "../../../src/runs/companies/views";
import { Button } from "../../controls/button";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useAnnounce } from "../../shell/announcer";
import { useNavigation } from "../../shell/navigation";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";

/** Takes a fill's rows out again, after saying how many. */
export function UndoFill({ fillId, onDone }: { fillId: string; onDone: () => Promise<void> }) {
  const { call } = useSession();
  const announce = useAnnounce();
  const { focusPage } = useNavigation();
  const [counted, setCounted] = useState<FillUndo | null>(null);
  const question = useRef<HTMLParagraphElement>(null);
  const undo = useAction((isMeant: boolean) => call("undoFill", fillId, isMeant));
  const isAsking = counted !== null;
  useEffect(() => {
    if (isAsking) question.current?.focus();
  }, [isAsking]);
  const ask = async (): Promise<void> => {
    const result = await undo.start(false);
    if (result?.ok) setCounted(result.data);
  };
  const take = async (): Promise<void> => {
    let removed = 0;
    for (let left = 1; left > 0; ) {
      const result = await undo.start(true);
      if (!result?.ok) return;
      left = result.data.left;
      removed += result.data.rows - left;
    }
    announce(`${removed} rows are removed.`);
    setCounted(null);
    await onDone();
    focusPage();
  };
  const rows = counted && writeCount(counted.rows, userLocale());
  return (
    <>
      {undo.refusal && <RefusalNotice refusal={undo.refusal} />}
      {counted && (
        <p ref={question} tabIndex={-1}>
          {counted.isWholeSheet
            ? `Remove the sheet with its ${rows} companies?`
            : `Remove the ${rows} rows of this fill?`}{" "}
          Credits do not come back; the same pages are free for 30 days after they were bought.
        </p>
      )}
      <div class="row">
        {counted && (
          <Button look="primary" working={undo.running} onPress={() => void take()}>
            Remove
          </Button>
        )}
        <Button
          look="quiet"
          working={!counted && undo.running}
          onPress={() => (counted ? setCounted(null) : void ask())}
        >
          {counted ? "Keep them" : "Undo this fill"}
        </Button>
      </div>
    </>
  );
}
