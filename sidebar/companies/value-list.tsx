import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ListColumn } from "../../src/company-search/views";
import type { ListColumnRequest } from "../../src/jobs/protocol";
import { Button } from "../controls/button";
import { Select } from "../controls/field";
import { RefusalNotice, Waiting } from "../controls/notice";
import { useAction, useSession } from "../session";
import { useAnnounce } from "../shell/navigation";
import { commaEnds, splitValues } from "./draft";

/** More would fill the sidebar. */
const SHOWN_VALUES = 12;

interface ValueListProps {
  /** Of the leaf, in the search. */
  path: string;
  label: string;
  values: readonly string[];
  problem?: string;
  onChange: (values: readonly string[]) => void;
}

/** Values as chips: typed one after the other, pasted many at once, or taken from a column of the sheet. */
export function ValueList({ path, label, values, problem, onChange }: ValueListProps) {
  const announce = useAnnounce();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isPicking, setPicking] = useState(false);
  const locations = useLocations(path, text);

  const add = (added: readonly string[]): void => {
    const all = new Set([...values, ...added]);
    setText("");
    if (all.size === values.length) return;
    const count = all.size - values.length;
    onChange([...all]);
    announce(`${count === 1 ? added.find((each) => !values.includes(each)) : `${count} values`} added.`);
  };
  const remove = (removed: readonly string[]): void => {
    onChange(values.filter((value) => !removed.includes(value)));
    announce(`${removed.length === 1 ? removed[0] : `${removed.length} values`} removed.`);
    input.current?.focus();
  };
  const typeKey = (event: KeyboardEvent): void => {
    const isEnd = event.key === "Enter" || (event.key === "," && commaEnds(path) && !text.startsWith('"'));
    if (event.isComposing) return;
    if (isEnd && text) {
      event.preventDefault();
      add(splitValues(path, text));
    } else if (event.key === "Backspace" && !text) remove(values.slice(-1));
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = splitValues(path, event.clipboardData?.getData("text") ?? "");
    if (pasted.length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  const type = (typed: string, inputType: string): void => {
    // A suggestion was chosen.
    if (inputType === "insertReplacementText" && locations.includes(typed)) add([typed]);
    else setText(typed);
  };

  return (
    <div class="field">
      <label for={id}>{label}</label>
      {values.length > 0 && (
        <div class="pills">
          {values.slice(0, SHOWN_VALUES).map((value) => (
            <button
              key={value}
              type="button"
              class="chip"
              aria-label={`Remove ${value}`}
              onClick={() => remove([value])}
            >
              {value}
            </button>
          ))}
          {values.length > SHOWN_VALUES && <span>and {values.length - SHOWN_VALUES} more</span>}
        </div>
      )}
      <input
        ref={input}
        id={id}
        value={text}
        list={`${id}-list`}
        placeholder={values.length > 0 ? "Add another" : "Type or paste, then Enter"}
        autoComplete="off"
        spellcheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && `${id}-problem`}
        onInput={(event) => type(event.currentTarget.value, (event as InputEvent).inputType)}
        onKeyDown={typeKey}
        onPaste={paste}
        onBlur={() => add(splitValues(path, text))}
      />
      <datalist id={`${id}-list`}>
        {locations.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {problem && (
        <p id={`${id}-problem`} class="small problem">
          {problem}
        </p>
      )}
      {isPicking ? (
        <ColumnValues
          path={path}
          onEnd={(taken) => {
            setPicking(false);
            add(taken);
            input.current?.focus();
          }}
        />
      ) : (
        <div class="row">
          <Button look="quiet" onPress={() => setPicking(true)}>
            From a column
          </Button>
          {values.length > SHOWN_VALUES && (
            <Button look="quiet" onPress={() => remove(values)}>
              Remove all {values.length}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Asked when the typing rests. */
const REST_MS = 300;

/** The service's own question wants as many letters. */
const FEWEST_LETTERS = 2;

/** Locations as the service writes them; none where it does not offer them, and for other filters. */
function useLocations(path: string, text: string): readonly string[] {
  const { call } = useSession();
  const [names, setNames] = useState<readonly string[]>([]);
  const isAsked = path.startsWith("company_location_search") && text.trim().length >= FEWEST_LETTERS;
  useEffect(() => {
    if (!isAsked) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const result = await call("suggestLocations", text.trim());
      if (result.ok && !isOld) setNames(result.data.map(({ name }) => name));
    }, REST_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [isAsked, text, call]);
  return isAsked ? names : [];
}

/** What is looked for in the sheet for a list. */
const WANTED: Record<string, ListColumnRequest["wanted"]> = {
  "company.names.include": "names",
  "company.websites.include": "websites",
};

interface ColumnValuesProps {
  path: string;
  /** With nothing when it was given up. */
  onEnd: (values: readonly string[]) => void;
}

/** Takes the values of a list from a column of the open sheet. */
function ColumnValues({ path, onEnd }: ColumnValuesProps) {
  const { call } = useSession();
  const [list, setList] = useState<ListColumn | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const read = useAction((sheetId: number | null, column: number | null) =>
    call("readListColumn", { sheetId, column, wanted: WANTED[path] ?? "texts" }),
  );
  const show = async (sheetId: number | null, column: number | null): Promise<void> => {
    const result = await read.start(sheetId, column);
    if (result?.ok) setList(result.data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it appears.
  useEffect(() => {
    void show(null, null);
  }, []);
  const isHere = list !== null;
  useEffect(() => {
    if (isHere) box.current?.querySelector("select")?.focus();
  }, [isHere]);
  return (
    <fieldset ref={box}>
      {read.refusal && <RefusalNotice refusal={read.refusal} />}
      {!list && !read.refusal && <Waiting forWhat="Reading the sheet" />}
      {list && (
        <Select
          label={`Column of “${list.sheetName}”`}
          value={String(list.column)}
          options={list.columns.map(({ column, letter, header }) => [String(column), `${letter} ${header}`])}
          onChange={(column) => void show(list.sheetId, Number(column))}
        />
      )}
      {list && list.leftOut > 0 && <p class="small">{list.leftOut} more rows do not fit into one list.</p>}
      <div class="row">
        {list && (
          <Button working={read.running} onPress={() => onEnd(list.values)}>
            Add {list.values.length} values
          </Button>
        )}
        <Button look="quiet" onPress={() => onEnd([])}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
