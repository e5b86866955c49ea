import { Button } from "../controls/button";
import { RefusalNotice } from "../controls/refusal-notice";
import { useNavigation } from "../shell/navigation";
import type { Tab } from "../shell/tab";
import { Waiting } from "../shell/waiting";
import { useSession } from "../state/session";
import { Credits } from "./credits";
import { FormulaKeySection } from "./formula-key";

/** Plan, credits, renewal, and whose key the formulas use. */
function AccountPage() {
  const { account, readAccount } = useSession();
  const { showTab } = useNavigation();
  if (account.state === "waiting") return <Waiting forWhat="Reading your account" />;
  if (account.state === "refused") {
    return (
      <RefusalNotice refusal={account.refusal}>
        <div class="row">
          <Button look="quiet" onPress={readAccount}>
            Try again
          </Button>
          {account.refusal.code === "INVALID_API_KEY" && (
            <Button look="quiet" onPress={() => showTab("settings")}>
              Open Settings
            </Button>
          )}
        </div>
      </RefusalNotice>
    );
  }
  return (
    <>
      <Credits account={account.data} />
      <FormulaKeySection {...account.data} />
    </>
  );
}

export const account: Tab = { id: "account", label: "Account", icon: "person", needsKey: true, Page: AccountPage };
