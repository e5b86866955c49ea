import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { ListColumn } from "../../src/company-search/list-column";
import type { ListColumnRequest } from "../../src/jobs/protocol";
import { isDomain } from "../../src/service/input-problems";
import { Button } from "../controls/button";
import { Field, Select } from "../controls/field";
import { announce, RefusalNotice, Waiting } from "../controls/notice";
import { headerText, many } from "../format";
import { useAction, useSession } from "../session";
import { commaEnds, replaceValue, splitValues } from "./draft";
import { knownValues, matchLocation } from "./hints";
import { askLocations, FEWEST_LETTERS, isLocation, PlacesContext } from "./places";
import { HintsContext } from "./use-hints";

const SHOWN_VALUES = 12;
const SHOWN_UNKNOWN = 40;

let isMouseDown = false;
const notePress = (event: Event): void => {
  isMouseDown = event.type === "mousedown";
};
for (const event of ["mousedown", "mouseup", "keydown"]) addEventListener(event, notePress, true);

interface ValueListProps {
  path: string;
  label: string;
  values: readonly string[];
  /** Includes the values of lists beside this one. None of them is suggested. */
  taken?: readonly string[];
  problem?: string;
  onChange: (values: readonly string[]) => void;
}

const SHOWN_SUGGESTIONS = 8;

/** A short list is offered before anything is typed. */
const FEW_VALUES = 14;

export function ValueList({ path, label, values, taken = values, problem, onChange }: ValueListProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isPicking, setPicking] = useState(false);
  const places = useContext(PlacesContext);
  const known = knownValues(useContext(HintsContext), path);
  const locations = useLocations(path, text);
  const offered = isLocation(path) ? locations.names : known;
  /** Locations for an earlier text say nothing about this one. */
  const ofThisText = locations.text === text ? locations.names : [];
  const plain = text.trim().toLowerCase();
  // Letter case does not count, because the service's name of a place may not have replaced the typed one yet.
  const isTaken = (value: string): boolean => taken.some((each) => each.toLowerCase() === value.toLowerCase());
  const matching = offered.filter((each) => !isTaken(each) && (isLocation(path) || each.toLowerCase().includes(plain)));
  const suggestions =
    plain === "" && offered.length > FEW_VALUES
      ? []
      : matching.slice(0, offered.length > FEW_VALUES ? SHOWN_SUGGESTIONS : FEW_VALUES);

  const add = (added: readonly string[]): void => {
    const all = new Set([...values, ...added]);
    setText("");
    if (all.size === values.length) return;
    const count = all.size - values.length;
    onChange([...all]);
    announce(`${count === 1 ? added.find((each) => !values.includes(each)) : `${count} values`} added.`);
  };
  const remove = (removed: readonly string[]): void => {
    const gone = new Set(removed);
    onChange(values.filter((value) => !gone.has(value)));
    announce(`${removed.length === 1 ? removed[0] : `${removed.length} values`} removed.`);
    input.current?.focus();
  };
  /** Known values get the service's spelling. */
  const read = (typed: string): string[] =>
    splitValues(path, typed).map(
      (each) =>
        known.find((value) => value.toLowerCase() === each.toLowerCase()) ?? matchLocation(each, ofThisText) ?? each,
    );
  /** The next value may already be typed, so places are checked meanwhile. */
  const take = (typed: readonly string[]): void => {
    add(typed);
    if (isLocation(path)) places.check(typed.filter((each) => !ofThisText.includes(each)));
  };
  const typeKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isEnd = event.key === "Enter" || (event.key === "," && commaEnds(path) && !text.startsWith('"'));
    if (isEnd && text) {
      event.preventDefault();
      take(read(text));
    } else if (event.key === "Backspace" && !text) remove(values.slice(-1));
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = splitValues(path, event.clipboardData?.getData("text") ?? "");
    if (pasted.length < 2) return;
    event.preventDefault();
    take(pasted);
  };
  const takeTyped = useRef(() => {});
  takeTyped.current = () => take(read(text));
  /** Typed text counts even without Enter: without it the search would be another one, and cost a credit. */
  const leave = (event: FocusEvent & { currentTarget: HTMLElement }): void => {
    if (event.currentTarget.contains(event.relatedTarget as Node | null) || !text) return;
    // Wait until the mouse is released: a new chip would move what is being pressed away from the pointer.
    // What the press changes is kept, because the text is added to the draft of that moment.
    if (isMouseDown) addEventListener("mouseup", () => setTimeout(() => takeTyped.current()), { once: true });
    else takeTyped.current();
  };
  const noWebsites = new Set(path.startsWith(WEBSITES) ? values.filter((value) => !isDomain(value)) : []);
  const stateOf = (value: string) =>
    isLocation(path) ? places.look(value)?.state : noWebsites.has(value) ? "unknown" : undefined;
  // Values with a problem come into view, so that they can be removed.
  const unknown = values.filter((value) => stateOf(value) === "unknown").slice(0, SHOWN_UNKNOWN);
  const shown = values.filter((value, at) => at < SHOWN_VALUES || unknown.includes(value));
  return (
    <div class="field" onFocusOut={leave}>
      <Field
        fieldRef={input}
        label={label}
        value={text}
        placeholder={values.length > 0 ? "Add another" : "Type or paste, then Enter"}
        onInput={setText}
        onKeyDown={typeKey}
        onPaste={paste}
        problem={problem}
      >
        {values.length > 0 && (
          <div class="pills">
            {shown.map((value) => (
              <button
                key={value}
                type="button"
                class={`chip ${stateOf(value) ?? ""}`}
                title={stateOf(value) === "checking" ? "Being checked" : undefined}
                aria-label={`Remove ${value}`}
                onClick={() => remove([value])}
              >
                {value}
              </button>
            ))}
            {values.length > shown.length && <span>and {values.length - shown.length} more</span>}
          </div>
        )}
      </Field>
      {shown.map((value) => {
        const look = isLocation(path) ? places.look(value) : undefined;
        return (
          look?.state === "unknown" && (
            <InsteadOf
              key={value}
              value={value}
              offered={look.near.filter((place) => !isTaken(place))}
              onTake={(place) => {
                onChange(replaceValue(values, value, place));
                announce(`${place} instead of ${value}.`);
                input.current?.focus();
              }}
            />
          )
        );
      })}
      {noWebsites.size > 0 && (
        <div class="row">
          <span class="small">
            {noWebsites.size === 1
              ? `“${[...noWebsites][0]}” is not a website.`
              : `${noWebsites.size} of these are not websites.`}
          </span>
          <Button variant="quiet" onPress={() => remove([...noWebsites])}>
            Remove {noWebsites.size === 1 ? "it" : `these ${noWebsites.size}`}
          </Button>
        </div>
      )}
      <Offers
        label="Suggestions"
        values={suggestions}
        onTake={(value) => {
          add([value]);
          input.current?.focus();
        }}
      />
      {isPicking ? (
        <ColumnValues
          path={path}
          onEnd={(taken) => {
            setPicking(false);
            take(taken);
            input.current?.focus();
          }}
        />
      ) : (
        <div class="row">
          <Button variant="quiet" onPress={() => setPicking(true)}>
            From a column
          </Button>
          {values.length > SHOWN_VALUES && (
            <Button variant="quiet" onPress={() => remove(values)}>
              Remove all {values.length}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface OffersProps {
  label: string;
  values: readonly string[];
  onTake: (value: string) => void;
  children?: ComponentChildren;
}

function Offers({ label, values, onTake, children }: OffersProps) {
  if (values.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own in view.
    <div class="pills" role="group" aria-label={label}>
      {children}
      {values.map((value) => (
        <button
          key={value}
          type="button"
          class="chip offer"
          // The field keeps the focus, so that its text is not added as a value.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(value)}
        >
          {value}
        </button>
      ))}
    </div>
  );
}

interface InsteadOfProps {
  value: string;
  why?: string;
  offered: readonly string[];
  onTake: (value: string) => void;
}

export const InsteadOf = ({ value, why = "", offered, onTake }: InsteadOfProps) => (
  <Offers label={`Instead of ${value}`} values={offered} onTake={onTake}>
    <span class="small">
      {why} Instead of “{value}”:
    </span>
  </Offers>
);

/** Locations are asked for when typing pauses. */
const REST_MS = 300;

const NOT_OFFERED = { text: "", names: [] as readonly string[] };

/** Returns the last locations and the text they are for; none for other filters. */
function useLocations(path: string, text: string): typeof NOT_OFFERED {
  const { call } = useSession();
  const [offered, setOffered] = useState(NOT_OFFERED);
  const isAsked = isLocation(path) && text.trim().length >= FEWEST_LETTERS;
  useEffect(() => {
    if (!isAsked) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const names = await askLocations(call, text);
      if (!isOld) setOffered({ text, names: names ?? [] });
    }, REST_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [isAsked, text, call]);
  return isAsked ? offered : NOT_OFFERED;
}

const WEBSITES = "company.websites";

const WANTED: Record<string, ListColumnRequest["wanted"]> = {
  "company.names.include": "names",
  [`${WEBSITES}.include`]: "websites",
};

interface ColumnValuesProps {
  path: string;
  /** The list is empty if the user cancels. */
  onEnd: (values: readonly string[]) => void;
}

function ColumnValues({ path, onEnd }: ColumnValuesProps) {
  const { call } = useSession();
  const [list, setList] = useState<ListColumn | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const read = useAction(
    (sheetId: number | null, column: number | null) =>
      call("readListColumn", { sheetId, column, wanted: WANTED[path] ?? "texts" }),
    setList,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the column is read once, when the list appears.
  useEffect(() => {
    void read.start(null, null);
  }, []);
  const isHere = list !== null;
  useEffect(() => {
    if (isHere) box.current?.querySelector("select")?.focus();
  }, [isHere]);
  return (
    <fieldset ref={box} onKeyDown={({ key }) => key === "Escape" && onEnd([])}>
      <RefusalNotice refusal={read.refusal} />
      {!list && !read.refusal && <Waiting forWhat="Reading the sheet" />}
      {list && (
        <Select
          label={`Column of “${list.sheetName}”`}
          value={String(list.column)}
          options={list.columns.map(({ column, letter, header }) => [
            String(column),
            `${letter} ${headerText(header)}`,
          ])}
          onChange={(column) => void read.start(list.sheetId, Number(column))}
        />
      )}
      {list && list.leftOut > 0 && <p class="small">{list.leftOut} more values do not fit into one list.</p>}
      <div class="row">
        {list && (
          <Button working={read.running} onPress={() => onEnd(list.values)}>
            Add {many(list.values.length, "value")}
          </Button>
        )}
        <Button variant="quiet" onPress={() => onEnd([])}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
