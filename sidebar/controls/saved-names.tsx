import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { MAX_SHORT_TEXT, type Result } from "../../src/result";
import { useAction } from "../session";
import { Button, IconButton } from "./button";
import { Field } from "./field";
import { announce, Question, RefusalNotice } from "./notice";

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
  /** Reads the entries again after a refusal: somebody may have saved or deleted some meanwhile. */
  readAgain: () => Promise<void>;
  asideOf?: (entry: Entry) => string;
  /** What deleting an entry takes from others, which is asked about first; empty if it takes nothing from them. */
  warningOf?: (entry: Entry) => string;
  children?: ComponentChildren;
}

export function SavedNames<Entry extends { name: string }>(props: SavedNamesProps<Entry>) {
  const { label, nameless, entries, isUsed, unready = false, asideOf, warningOf, children } = props;
  const [name, setName] = useState("");
  const [isNameless, setNameless] = useState(false);
  /** The key of the entry whose deletion is asked about. */
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const action = useAction((work: () => Promise<Result<unknown>>) => work());
  const type = (text: string): void => {
    setName(text);
    setNameless(false);
  };
  const perform = async (work: () => Promise<Result<unknown>>, said: string): Promise<boolean> => {
    const result = await action.start(work);
    if (result?.ok) announce(said);
    else if (result) await props.readAgain();
    return result?.ok === true;
  };
  const use = async (entry: Entry): Promise<void> => {
    if (await perform(() => props.use(entry), `${entry.name} is loaded.`)) type(entry.name);
  };
  /** Gives a lost focus to a control of an entry: of the last one if that many are not left, or else to the field. */
  const focusEntry = (at: number, control: string): void => {
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const entry = list.current?.children[at] ?? list.current?.lastElementChild;
      (entry?.querySelector<HTMLElement>(control) ?? field.current)?.focus();
    });
  };
  const remove = async (entry: Entry, at: number): Promise<void> => {
    const isDeleted = await perform(() => props.remove(entry), `${entry.name} is deleted.`);
    setAsked(null);
    focusEntry(at, isDeleted ? ".button" : ".icon-button");
  };
  const cancel = (at: number): void => {
    setAsked(null);
    focusEntry(at, ".icon-button");
  };
  const wanted = name.trim();
  const isReplacing = isUsed(wanted);
  const save = (): void => {
    setNameless(wanted === "");
    if (wanted !== "") void perform(() => props.save(wanted), `${wanted} is ${isReplacing ? "replaced" : "saved"}.`);
  };
  return (
    <>
      <div ref={list}>
        {entries.map((entry, at) => {
          const aside = asideOf?.(entry);
          const key = `${entry.name} ${aside}`;
          const warning = warningOf?.(entry);
          return (
            <div key={key}>
              <div class="line">
                <Button variant="quiet" onPress={() => void use(entry)}>
                  {entry.name}
                </Button>
                {aside && <span class="small soft">{aside}</span>}
                <IconButton
                  icon="remove"
                  name={`Delete ${entry.name}`}
                  onPress={() => (warning ? setAsked(key) : void remove(entry, at))}
                />
              </div>
              {asked === key && (
                <Question
                  yes="Delete it"
                  working={action.running}
                  onYes={() => void remove(entry, at)}
                  onCancel={() => cancel(at)}
                >
                  {warning}
                </Question>
              )}
            </div>
          );
        })}
      </div>
      <Field
        fieldRef={field}
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
