import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { MAX_SHORT_TEXT, type Result } from "../../src/result";
import { oneSpelling } from "../../src/spelling";
import { Button, IconButton } from "../controls/button";
import { Field } from "../controls/field";
import { announce, Question, RefusalNotice } from "../controls/notice";
import { useAction } from "../session";
import { focusIfLost } from "../shell/navigation";

interface SavedName {
  name: string;
  /** True if everybody in the spreadsheet has it. */
  isShared: boolean;
}

interface SavedNamesProps<Saved> {
  label: string;
  nameless: string;
  entries: readonly SavedName[];
  /** True if the new entry is for everybody in the spreadsheet. */
  isShared?: boolean;
  unready?: boolean;
  use: (entry: SavedName) => Promise<Result<unknown>>;
  save: (name: string, replaces: boolean) => Promise<Result<Saved>>;
  remove: (entry: SavedName) => Promise<Result<Saved>>;
  /** After a refusal, because somebody may have saved or deleted entries meanwhile. */
  readAgain: () => Promise<Result<Saved>>;
  onChange: (saved: Saved) => void;
  children?: ComponentChildren;
}

export function SavedNames<Saved>(props: SavedNamesProps<Saved>) {
  const { label, nameless, entries, isShared = false, unready = false, children } = props;
  const [name, setName] = useState("");
  const [isNameless, setNameless] = useState(false);
  /** The question is about the entry with this key. */
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const replace = useRef<HTMLButtonElement>(null);
  const action = useAction((work: () => Promise<Result<unknown>>) => work());
  const type = (text: string): void => {
    setName(text);
    setNameless(false);
  };
  const take = async (changing: Promise<Result<Saved>>): Promise<Result<Saved>> => {
    const result = await changing;
    if (result.ok) props.onChange(result.data);
    return result;
  };
  const perform = async (work: () => Promise<Result<unknown>>, said: string): Promise<boolean> => {
    const result = await action.start(work);
    if (result?.ok) announce(said);
    else if (result) await take(props.readAgain());
    return result?.ok === true;
  };
  /** If that many entries are not left, the last one gets a lost focus, or else the field. */
  const focusEntry = (at: number, control: string): void => {
    focusIfLost(() => {
      const entry = list.current?.children[at] ?? list.current?.lastElementChild;
      return entry?.querySelector<HTMLElement>(control) ?? field.current;
    });
  };
  const use = async (entry: SavedName, at: number): Promise<void> => {
    setNameless(false);
    if (await perform(() => props.use(entry), `${entry.name} is loaded.`)) type(entry.name);
    // Somebody may have deleted it meanwhile.
    else focusEntry(at, ".button");
  };
  const remove = async (entry: SavedName, at: number): Promise<void> => {
    const isDeleted = await perform(() => take(props.remove(entry)), `${entry.name} is deleted.`);
    setAsked(null);
    focusEntry(at, isDeleted ? ".button" : ".icon-button");
  };
  const cancel = (at: number): void => {
    setAsked(null);
    focusEntry(at, ".icon-button");
  };
  const wanted = name.trim();
  const replaced = entries.find((each) => each.isShared === isShared && oneSpelling(each.name) === oneSpelling(wanted));
  const save = (): void => {
    setNameless(wanted === "");
    if (wanted !== "")
      void perform(() => take(props.save(wanted, !!replaced)), `${wanted} is ${replaced ? "replaced" : "saved"}.`);
  };
  return (
    <>
      <div ref={list}>
        {entries.map((entry, at) => {
          const key = `${entry.name} ${entry.isShared}`;
          return (
            <div key={key}>
              <div class="line">
                <Button variant="quiet" onPress={() => void use(entry, at)}>
                  {entry.name}
                </Button>
                {entry.isShared && <span class="small soft">shared</span>}
                <IconButton
                  icon="remove"
                  name={`Delete ${entry.name}`}
                  onPress={() => (entry.isShared ? setAsked(key) : void remove(entry, at))}
                />
              </div>
              {asked === key && (
                <Question
                  yes="Delete it"
                  working={action.running}
                  onYes={() => void remove(entry, at)}
                  onCancel={() => cancel(at)}
                >
                  <p>This deletes “{entry.name}” for everybody in this spreadsheet.</p>
                </Question>
              )}
            </div>
          );
        })}
      </div>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter replaces nothing: that needs the button, which says so.
          if (replaced) replace.current?.focus();
          else if (!unready && !action.running) save();
        }}
      >
        <Field
          fieldRef={field}
          label={label}
          value={name}
          maxLength={MAX_SHORT_TEXT}
          onInput={type}
          problem={isNameless ? nameless : undefined}
        />
        {children}
        <RefusalNotice refusal={action.refusal} />
        <div class="row">
          <Button buttonRef={replace} working={action.running} unready={unready} onPress={replaced ? save : undefined}>
            {replaced ? `Replace “${replaced.name}”${isShared ? " for everybody" : ""}` : "Save"}
          </Button>
        </div>
      </form>
    </>
  );
}
