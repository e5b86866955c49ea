import { useRef, useState } from "preact/hooks";
import type { OptionLimits, Options, PacedOperation, Theme } from "../../src/settings/options";
import { Button } from "../controls/button";
import { Choice, Field, Select } from "../controls/field";
import { Fold } from "../controls/fold";
import { announce, Notice, RefusalNotice } from "../controls/notice";
import { useAction, useSession } from "../session";
import { type Draft, type NumberField, type Problems, pacedOperations, readDraft, toDraft } from "./options-draft";

const THEMES: [Theme, string][] = [
  ["sheet", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
let worn: Theme = "sheet";

/** Sheets is light on Google. The workbench marks its pages and follows the system. */
function sheetIsDark(): boolean {
  return document.documentElement.dataset.sheet === "system" && systemIsDark.matches;
}

function wear(): void {
  document.documentElement.classList.toggle("dark", worn === "dark" || (worn === "sheet" && sheetIsDark()));
}

systemIsDark.addEventListener("change", wear);

/** Anything but a theme counts as the sheet's. */
export function wearTheme(theme: string | undefined): void {
  worn = theme === "dark" || theme === "light" ? theme : "sheet";
  wear();
}

const NAMES: Record<PacedOperation, string> = {
  "email-verifier": "Verify emails",
  "domain-search": "Find emails",
  "search-company": "Search companies",
  "email-count": "Count emails",
};

const SWITCHES: [keyof Options["verdict"], string][] = [
  ["roleIsRisky", "Role addresses such as info@ are Risky"],
  ["recoveredIsRisky", "VALID addresses of catch-all domains are Risky"],
  ["disposableIsOut", "Throw-away addresses are Do not send"],
];

export function OptionsForm({ options, limits }: { options: Options; limits: OptionLimits }) {
  const { saveOptions } = useSession();
  const [draft, setDraft] = useState<Draft>(() => toDraft(options, limits));
  const [problems, setProblems] = useState<Problems>({});
  const [saved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useAction(saveOptions, ({ options: now }) => {
    setDraft(toDraft(now, limits));
    wearTheme(now.theme);
    setSaved(true);
    announce("Saved.");
  });
  const change = (changes: Partial<Draft>): void => {
    setDraft({ ...draft, ...changes });
    setProblems({});
    setSaved(false);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const read = readDraft(draft, limits);
    if ("problems" in read) {
      setProblems(read.problems);
      announce(Object.values(read.problems)[0] ?? "");
      // The next drawing marks the field as invalid.
      setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    void save.start(read.options);
  };
  const field = (name: NumberField) => ({
    short: true,
    value: draft[name],
    problem: problems[name],
    onInput: (typed: string) => change({ [name]: typed }),
  });
  const operations = pacedOperations(limits);
  return (
    <section>
      <form ref={form} class="stack" noValidate onSubmit={submit}>
        <h2>Preferences</h2>
        <Field label="Warn me when credits fall below" {...field("warnBelowCredits")} />
        <Field
          label="Formula credits per day"
          placeholder="no limit"
          hint="The most that formulas may spend in each spreadsheet you own. Everybody who may edit it can type them. Empty means no limit; 0 stops those that cost, but answers that they already show stay."
          {...field("formulaCreditsADay")}
        />
        <Field
          label="VALID counts for … days"
          hint="An email that was found VALID longer ago than this is shown as “VALID long ago”."
          {...field("validForDays")}
        />
        <Fold label="Verdicts">
          <p class="small soft">
            What the columns Verdict and Why go by from now on, as does <code>verdict</code> in{" "}
            <code>=VERIFY_EMAIL</code>. Rows that have a verdict keep it until they are verified again, which is free
            with the key that has paid.
          </p>
          {SWITCHES.map(([name, label]) => (
            <Choice
              key={name}
              checked={draft.verdict[name]}
              onChange={(isOn) => change({ verdict: { ...draft.verdict, [name]: isOn } })}
            >
              {label}
            </Choice>
          ))}
        </Fold>
        {/* Folded, because most accounts have the published limits. */}
        <Fold label="Custom rate limits" isOpened={operations.some((name) => draft[name] || problems[name])}>
          <p class="small soft">
            Calls per minute, if you have agreed on other limits with the service. Leave a field empty for the standard
            limit.
          </p>
          {operations.map((name) => (
            <Field
              key={name}
              label={NAMES[name]}
              placeholder={String(limits.usualCallsPerMinute[name])}
              {...field(name)}
            />
          ))}
        </Fold>
        <Select
          short
          label="Sidebar colours"
          value={draft.theme}
          options={THEMES}
          onChange={(theme) => change({ theme: theme as Theme })}
        />
        <RefusalNotice refusal={save.refusal} />
        {saved && <Notice tone="good">Saved.</Notice>}
        <div class="row">
          <Button working={save.running}>Save</Button>
        </div>
      </form>
    </section>
  );
}
