import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Notice, RefusalNotice } from "../controls/notice";
import { useAction, useSession } from "../session";
import { type Tab, useAnnounce } from "../shell/navigation";
import { KeySection } from "./key";
import { OptionsForm } from "./options";

/** Defined by the build: the version of package.json. */
declare const ADDON_VERSION: string;

/** The key, what the sidebar warns about, arranged limits, and the formulas' memory. */
function SettingsPage() {
  const { settings } = useSession();
  if (settings.state !== "here") return null;
  const { key, options, optionLimits } = settings.data;
  return (
    <>
      <KeySection saved={key} />
      <OptionsForm options={options} limits={optionLimits} />
      <CachedAnswers />
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

/** Makes the formulas of this sheet ask the service anew. */
export function CachedAnswers() {
  const { call } = useSession();
  const announce = useAnnounce();
  const forget = useAction(() => call("forgetAnswers"));
  const [done, setDone] = useState(false);
  const start = async (): Promise<void> => {
    setDone(false);
    const result = await forget.start();
    if (!result?.ok) return;
    setDone(true);
    announce("Answers forgotten.");
  };
  return (
    <section>
      <h2>Cached answers</h2>
      <p class="soft">
        The formulas of this sheet remember answers for up to 6 hours. Forget them to get fresh ones at the next
        recalculation.
      </p>
      {forget.refusal && <RefusalNotice refusal={forget.refusal} />}
      {done && <Notice tone="good">Forgotten. What is in the cells stays until they are recalculated.</Notice>}
      <div class="row">
        <Button working={forget.running} onPress={start}>
          Forget cached answers
        </Button>
      </div>
    </section>
  );
}
