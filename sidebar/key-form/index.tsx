import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SandboxKey } from "../../src/settings/settings";
import { Button } from "../controls/button";
import { Field } from "../controls/field";
import { announce, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { useAction, useSession } from "../session";
import { focusPage } from "../shell/navigation";
import "./style.css";

export function FirstRun() {
  return (
    <section>
      <h2>Connect your account</h2>
      <p>Paste your API key. Checking it is free.</p>
      <WhereKeysComeFrom />
      <KeyForm label="API key" onSaved={focusPage} />
      <KeyPlace from="you" />
    </section>
  );
}

const PLACES = {
  you: {
    place: "Google keeps your key for you alone; it is in no cell, and no other user can read it.",
    reach: "make it use your key",
  },
  organisation: { place: "This key is kept with the script, for everybody who uses it.", reach: "read it" },
};

/** Names each case, because the page does not know how the script is installed. */
export function KeyPlace({ from }: { from: "you" | "organisation" }) {
  const { place, reach } = PLACES[from];
  return (
    <div class="key-place small soft">
      <p>
        {place} But whoever may change the script can {reach}:
      </p>
      <ul>
        <li>
          a script inside this sheet (you see its code in <em>Extensions ▸ Apps Script</em>): everybody who may edit the
          sheet;
        </li>
        <li>an installed add-on: only its makers.</li>
      </ul>
    </div>
  );
}

export function WhereKeysComeFrom() {
  const { settings } = useSession();
  if (!settings.data) return null;
  const { sandboxKeys, serviceHost } = settings.data;
  return (
    <p class="small soft">
      {sandboxKeys.length > 0
        ? "This copy is connected to a sandbox with made-up data: choose one of its keys. With a real service, the key is on its website, in your account's API settings."
        : `The key is on the website of your contact-data service (${serviceHost}): sign in and copy it from your account's API settings.`}
    </p>
  );
}

interface KeyFormProps {
  label: string;
  focused?: boolean;
  onSaved: () => void;
  children?: ComponentChildren;
}

export function KeyForm({ label, focused = false, onSaved, children }: KeyFormProps) {
  const { settings, checkAndSaveKey } = useSession();
  const save = useAction(checkAndSaveKey);
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const sandboxKeys = settings.data?.sandboxKeys ?? [];

  const checkAndSave = async (key: string): Promise<void> => {
    setMissing(key === "");
    if (key === "") {
      save.forgetRefusal();
      announce("Paste your key first.");
      field.current?.focus();
      return;
    }
    announce("Checking the key");
    const result = await save.start(key);
    if (result?.ok === false) field.current?.focus();
    if (!result?.ok) return;
    const { plan, creditsLeft } = result.data.account;
    announce(`The key is saved. Plan ${plan}, ${many(creditsLeft, "credit")} left.`);
    onSaved();
  };

  return (
    <>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void checkAndSave(typed.trim());
        }}
      >
        <Field
          label={label}
          secret
          value={typed}
          onInput={(value) => {
            setTyped(value);
            setMissing(false);
          }}
          problem={missing ? "Paste your key first." : undefined}
          fieldRef={field}
        />
        <RefusalNotice refusal={save.refusal} />
        <div class="row">
          <Button variant="primary" working={save.running}>
            Check and save
          </Button>
          {children}
        </div>
      </form>
      {sandboxKeys.length > 0 && <SandboxKeys keys={sandboxKeys} onChoose={(key) => void checkAndSave(key)} />}
    </>
  );
}

function SandboxKeys({ keys, onChoose }: { keys: SandboxKey[]; onChoose: (key: string) => void }) {
  return (
    <div class="sandbox-keys">
      <h3>Or try it in the sandbox</h3>
      <p class="small soft">Made-up companies and emails, credits that cost nothing.</p>
      <ul>
        {keys.map(({ key, gives }) => (
          <li key={key}>
            <button type="button" onClick={() => onChoose(key)}>
              <strong>{key}</strong>
              <span class="small soft">{gives}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
