import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { MAX_SHORT_TEXT, type Result } from "../../src/result";
import { useAction } from "../session";
import { focusIfLost } from "../shell/navigation";
import { Button, IconButton } from "./button";
import { Field } from "./field";
import { announce, Question, RefusalNotice } from "./notice";

interface SavedNamesProps<Entry> {
  label: string;
  nameless: string;
  entries: readonly Entry[];
  /** Returns the entry that has this name, perhaps in another spelling. */
  findNamed: (name: string) => Entry | undefined;
  /** "for everybody", if others lose an entry that is replaced; empty if nobody does. */
  replacesFor?: string;
  unready?: boolean;
  use: (entry: Entry) => Promise<Result<unknown>>;
  save: (name: string, replaces: boolean) => Promise<Result<unknown>>;
  remove: (entry: Entry) => Promise<Result<unknown>>;
  /** After a refusal, because somebody may have saved or deleted entries meanwhile. */
  readAgain: () => Promise<void>;
  asideOf?: (entry: Entry) => string;
  /** Returns what others lose with the entry; empty if they lose nothing. */
  warningOf?: (entry: Entry) => string;
  children?: ComponentChildren;
}

export function SavedNames<Entry extends { name: string }>(props: SavedNamesProps<Entry>) {
  const {
    label,
    nameless,
    entries,
    findNamed,
    replacesFor = "",
    unready = false,
    asideOf,
    warningOf,
    children,
  } = props;
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
  const perform = async (work: () => Promise<Result<unknown>>, said: string): Promise<boolean> => {
    const result = await action.start(work);
    if (result?.ok) announce(said);
    else if (result) await props.readAgain();
    return result?.ok === true;
  };
  /** If that many entries are not left, the last one gets a lost focus, or else the field. */
  const focusEntry = (at: number, control: string): void => {
    focusIfLost(() => {
      const entry = list.current?.children[at] ?? list.current?.lastElementChild;
      return entry?.querySelector<HTMLElement>(control) ?? field.current;
    });
  };
  const use = async (entry: Entry, at: number): Promise<void> => {
    setNameless(false);
    if (await perform(() => props.use(entry), `${entry.name} is loaded.`)) type(entry.name);
    // Somebody may have deleted it meanwhile.
    else focusEntry(at, ".button");
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
  const replaced = findNamed(wanted);
  const save = (): void => {
    setNameless(wanted === "");
    if (wanted !== "")
      void perform(() => props.save(wanted, !!replaced), `${wanted} is ${replaced ? "replaced" : "saved"}.`);
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
                <Button variant="quiet" onPress={() => void use(entry, at)}>
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
                  <p>{warning}</p>
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
        {action.refusal && <RefusalNotice refusal={action.refusal} />}
        <div class="row">
          <Button buttonRef={replace} working={action.running} unready={unready} onPress={replaced ? save : undefined}>
            {replaced ? `Replace “${replaced.name}”${replacesFor && ` ${replacesFor}`}` : "Save"}
          </Button>
        </div>
      </form>
    </>
  );
}
