import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { HowItWorks } from "../controls/fold";
import { announce, Notice, RefusalNotice } from "../controls/notice";
import { WhereKeysComeFrom } from "../key-form";
import { useAction, useSession } from "../session";
import type { Tab } from "../shell/navigation";
import { KeySection } from "./key";
import { OptionsForm } from "./options";

/** The build takes it from package.json. */
declare const ADDON_VERSION: string;

function SettingsPage() {
  const { settings } = useSession();
  if (!settings.data) return null;
  const { key, options, optionLimits } = settings.data;
  return (
    <>
      <KeySection saved={key} />
      <OptionsForm options={options} limits={optionLimits} />
      <CachedAnswers />
      <HowItWorks>
        <WhereKeysComeFrom />
        <p>
          The key is sent only to that service. Formulas in a sheet you own spend your credits, whoever types them: set
          a limit above.
        </p>
        <p>Jobs from the menu or this sidebar spend the credits of whoever starts them.</p>
      </HowItWorks>
      <p class="small soft">Sheetscout {ADDON_VERSION}</p>
    </>
  );
}

export const settings: Tab = {
  id: "settings",
  label: "Settings",
  icon: "sliders",
  needsKey: false,
  Page: SettingsPage,
};

function CachedAnswers() {
  const { call } = useSession();
  const [done, setDone] = useState(false);
  const forget = useAction(
    () => call("forgetAnswers"),
    () => {
      setDone(true);
      announce("Saved answers cleared.");
    },
  );
  const start = (): void => {
    setDone(false);
    void forget.start();
  };
  return (
    <section>
      <h2>Saved answers</h2>
      <p class="soft">
        The formulas of this sheet reuse answers for up to 6 hours. Clear them to get fresh ones at the next
        recalculation.
      </p>
      <RefusalNotice refusal={forget.refusal} />
      {done && <Notice tone="good">Cleared. Cells keep their values until they are recalculated.</Notice>}
      <div class="row">
        <Button working={forget.running} onPress={start}>
          Clear answers
        </Button>
      </div>
    </section>
  );
}
