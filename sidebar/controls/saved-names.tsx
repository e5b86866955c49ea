import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { MAX_SHORT_TEXT, type Result } from "../../src/result";
import { useAction } from "../session";
import { Button, IconButton } from "./button";
import { Field } from "./field";
import { announce, RefusalNotice } from "./notice";

interface SavedNamesProps<Entry> {
  /** "Save this search as" */
  label: string;
  /** "Type a name for the search." */
  nameless: string;
  entries: readonly Entry[];
  isUsed: (name: string) => boolean;
  unready?: boolean;
  use: (entry: Entry) => Promise<Result<unknown>>;
  save: (name: string) => Promise<Result<unknown>>;
  remove: (entry: Entry) => Promise<Result<unknown>>;
  asideOf?: (entry: Entry) => string;
  children?: ComponentChildren;
}

export function SavedNames<Entry extends { name: string }>(props: SavedNamesProps<Entry>) {
  const { label, nameless, entries, isUsed, unready = false, asideOf, children } = props;
  const [name, setName] = useState("");
  const [isNameless, setNameless] = useState(false);
  const action = useAction((work: () => Promise<Result<unknown>>) => work());
  const type = (text: string): void => {
    setName(text);
    setNameless(false);
  };
  const perform = async (work: () => Promise<Result<unknown>>, said: string): Promise<boolean> => {
    const result = await action.start(work);
    if (result?.ok) announce(said);
    return result?.ok === true;
  };
  const use = async (entry: Entry): Promise<void> => {
    if (await perform(() => props.use(entry), `${entry.name} is loaded.`)) type(entry.name);
  };
  const wanted = name.trim();
  const isReplacing = isUsed(wanted);
  const save = (): void => {
    setNameless(wanted === "");
    if (wanted !== "") void perform(() => props.save(wanted), `${wanted} is ${isReplacing ? "replaced" : "saved"}.`);
  };
  return (
    <>
      {entries.map((entry) => {
        const aside = asideOf?.(entry);
        return (
          <div key={`${entry.name} ${aside}`} class="line">
            <Button variant="quiet" onPress={() => void use(entry)}>
              {entry.name}
            </Button>
            {aside && <span class="small soft">{aside}</span>}
            <IconButton
              icon="remove"
              name={`Delete ${entry.name}`}
              onPress={() => void perform(() => props.remove(entry), `${entry.name} is deleted.`)}
            />
          </div>
        );
      })}
      <Field
        label={label}
        value={name}
        maxLength={MAX_SHORT_TEXT}
        onInput={type}
        problem={isNameless ? nameless : undefined}
      />
      {children}
      {action.refusal && <RefusalNotice refusal={action.refusal} />}
      <div class="row">
        <Button working={action.running} unready={unready} onPress={save}>
          {isReplacing ? `Replace “${wanted}”` : "Save"}
        </Button>
      </div>
    </>
  );
}
