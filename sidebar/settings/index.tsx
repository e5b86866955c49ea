import type { Tab } from "../shell/tab";
import { useSession } from "../state/session";
import { CachedAnswers } from "./answers";
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
