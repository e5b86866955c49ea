import { useRef, useState } from "preact/hooks";
import type { OptionLimits, Options, PacedOperation, Theme } from "../../src/settings/options";
import { Button } from "../controls/button";
import { Field, Select } from "../controls/field";
import { Fold } from "../controls/fold";
import { Notice, RefusalNotice } from "../controls/notice";
import { useAction, useSession } from "../session";
import { useAnnounce } from "../shell/navigation";
import { wearTheme } from "../theme";
import { type Draft, type DraftField, pacedOperations, readDraft, toDraft } from "./options-draft";

const THEMES: [Theme, string][] = [
  ["sheet", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** The warning, the limits and the colors: one form, one button. */
export function OptionsForm({ options, limits }: { options: Options; limits: OptionLimits }) {
  const { saveOptions } = useSession();
  const announce = useAnnounce();
  const save = useAction(saveOptions);
  const [draft, setDraft] = useState<Draft>(() => toDraft(options, limits));
  const [problems, setProblems] = useState<Partial<Record<DraftField, string>>>({});
  const [saved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (changed: Draft): void => {
    setDraft(changed);
    setProblems({});
    setSaved(false);
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const read = readDraft(draft, limits);
    if ("problems" in read) {
      setProblems(read.problems);
      announce(Object.values(read.problems)[0] ?? "");
      // The next drawing marks the field as invalid.
      setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    const result = await save.start(read.options);
    if (!result?.ok) return;
    setDraft(toDraft(result.data.options, limits));
    wearTheme(result.data.options.theme);
    setSaved(true);
    announce("Saved.");
  };
  return (
    <section>
      <form ref={form} class="stack" noValidate onSubmit={submit}>
        <h2>Preferences</h2>
        <Field
          short
          label="Warn me when credits fall below"
          value={draft.warnBelowCredits}
          onInput={(warnBelowCredits) => change({ ...draft, warnBelowCredits })}
          problem={problems.warnBelowCredits}
        />
        <Field
          short
          label="Formula credits per day"
          value={draft.formulaCreditsADay}
          placeholder="no limit"
          onInput={(formulaCreditsADay) => change({ ...draft, formulaCreditsADay })}
          hint="The most that formulas may spend in each spreadsheet you own, whoever types them. 0 stops them; answers they have already still show."
          problem={problems.formulaCreditsADay}
        />
        <CustomLimits
          draft={draft.callsPerMinute}
          limits={limits}
          problems={problems}
          onChange={(callsPerMinute) => change({ ...draft, callsPerMinute })}
        />
        <Select
          short
          label="Sidebar colors"
          value={draft.theme}
          options={THEMES}
          onChange={(theme) => change({ ...draft, theme: theme as Theme })}
        />
        {save.refusal && <RefusalNotice refusal={save.refusal} />}
        {saved && <Notice tone="good">Saved.</Notice>}
        <div class="row">
          <Button working={save.running}>Save</Button>
        </div>
      </form>
    </section>
  );
}

const NAMES: Record<PacedOperation, string> = {
  "email-verifier": "Verify emails",
  "domain-search": "Find emails",
  "search-company": "Search companies",
  "email-count": "Count emails",
};

interface CustomLimitsProps {
  draft: Record<PacedOperation, string>;
  limits: OptionLimits;
  problems: Partial<Record<DraftField, string>>;
  onChange: (draft: Record<PacedOperation, string>) => void;
}

/** Speeds for accounts with other limits than the published ones. Folded, as most have none. */
function CustomLimits({ draft, limits, problems, onChange }: CustomLimitsProps) {
  const operations = pacedOperations(limits);
  const isSet = operations.some((operation) => draft[operation] || problems[operation]);
  return (
    <Fold label="Custom rate limits" isOpened={isSet}>
      <p class="small soft">
        Calls per minute, if the service has agreed on other limits with you. Leave a field empty for the standard
        limit.
      </p>
      {operations.map((operation) => (
        <Field
          key={operation}
          short
          label={NAMES[operation]}
          value={draft[operation]}
          placeholder={String(limits.usualCallsPerMinute[operation])}
          onInput={(value) => onChange({ ...draft, [operation]: value })}
          problem={problems[operation]}
        />
      ))}
    </Fold>
  );
}
