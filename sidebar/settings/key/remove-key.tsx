import { Button } from "../../controls/button";
import { RefusalNotice } from "../../controls/refusal-notice";
import { useAnnounce } from "../../shell/announcer";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";

/** Asks once more: without a key the formulas of the user's sheets stop answering. */
export function RemoveKey({ onDone }: { onDone: () => void }) {
  const { removeKey } = useSession();
  const announce = useAnnounce();
  const remove = useAction(removeKey);
  const confirm = async (): Promise<void> => {
    const result = await remove.start();
    if (!result?.ok) return;
    announce("The key is removed.");
    onDone();
  };
  return (
    <>
      <p>Remove the key? New formulas in your sheets cannot be answered until you save one again.</p>
      {remove.refusal && <RefusalNotice refusal={remove.refusal} />}
      <div class="row">
        <Button look="primary" working={remove.running} onPress={confirm}>
          Remove
        </Button>
        <Button onPress={onDone}>Keep it</Button>
      </div>
    </>
  );
}
