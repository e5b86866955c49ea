import type { KeyView } from "../../../src/settings/views";
import { Icon } from "../../controls/icon";
import { useSession } from "../../state/session";
import "./style.css";

/** The end of the key that is used, and the plan it belongs to. */
export function SavedKeyLine({ saved }: { saved: Exclude<KeyView, { from: "nobody" }> }) {
  const { account } = useSession();
  const works = account.state === "here";
  return (
    <div class="saved-key">
      <Icon name={works ? "good" : "info"} />
      <div>
        <p>
          {saved.from === "you" ? "Your key ends in " : "Your organisation's key ends in "}
          <strong>{saved.lastFour}</strong>
        </p>
        {works && <p class="small soft">Plan {account.data.plan || "–"}</p>}
        {account.state === "refused" && <p class="small soft">{account.refusal.message}</p>}
      </div>
    </div>
  );
}
