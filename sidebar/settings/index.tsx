import type { Tab } from "../shell/tab";
import { useSession } from "../state/session";
import { CachedAnswers } from "./answers";
import { KeySection } from "./key";
import { OptionsForm } from "./options";

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
