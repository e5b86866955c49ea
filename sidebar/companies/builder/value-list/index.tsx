import { useId, useRef, useState } from "preact/hooks";
import { Button } from "../../../controls/button";
import { useAnnounce } from "../../../shell/announcer";
import { commaEnds, splitValues } from "../../search/split-values";
import { ColumnValues } from "../column-values";
import { useLocations } from "./use-locations";
import "./style.css";

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
