import { useContext, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Choice, Field, Select, toggled } from "../controls/field";
import { Fold } from "../controls/fold";
import { announce } from "../controls/notice";
import { useSession } from "../session";
import { FILTERS, type Filter, type Leaf, leavesOf } from "./catalogue";
import {
  type Draft,
  OTHER,
  type Problems,
  readFilters,
  readLeaf,
  replaceValue,
  summarise,
  type Typed,
  textAt,
  toFilters,
  unreadText,
  WHOLE_JSON,
  withFilters,
  writeJson,
} from "./draft";
import { knownValues, nearest, neededPlan, SEEN_IN, withCapitals } from "./hints";
import { HintsContext } from "./use-hints";
import { InsteadOf, ValueList } from "./value-list";

interface BuilderProps {
  draft: Draft;
  problems: Problems;
  onChange: (draft: Draft) => void;
}

const hasProblem = (problems: Problems, filter: Filter): boolean =>
  Boolean(problems[filter.path]) || leavesOf(filter).some(({ path }) => problems[path]);

export function FilterBuilder({ draft, problems, onChange }: BuilderProps) {
  const rowOf = (filter: Filter) => <FilterFold key={filter.path} {...{ filter, draft, problems, onChange }} />;
  const more = FILTERS.filter(({ isCommon }) => !isCommon);
  const used = more.filter((filter) => summarise(filter, draft) !== "");
  const other = textAt(draft, OTHER);
  return (
    <div>
      {FILTERS.filter(({ isCommon }) => isCommon).map(rowOf)}
      <Fold
        label="More filters"
        aside={used.map(({ label }) => label).join(", ")}
        isOpened={more.some((filter) => hasProblem(problems, filter))}
      >
        <p class="small soft">Which of these you may use depends on your plan.</p>
        <div>{more.map(rowOf)}</div>
      </Fold>
      <Fold label="Any other filter" aside={other && "JSON"} isOpened={Boolean(problems[OTHER])}>
        <Field
          label="Filters as JSON"
          lines={4}
          value={other}
          placeholder={'{"name_of_a_filter": {"include": ["…"]}}'}
          onInput={(text) => onChange({ ...draft, [OTHER]: text })}
          problem={problems[OTHER] ?? readFilters(other).problem}
        />
      </Fold>
      <Fold label="The whole search as JSON" isOpened={Boolean(problems[WHOLE_JSON])}>
        <JsonView draft={draft} onChange={onChange} />
      </Fold>
    </div>
  );
}

function FilterFold({ filter, draft, problems, onChange }: BuilderProps & { filter: Filter }) {
  const { path, label, groups } = filter;
  const { account } = useSession();
  const hints = useContext(HintsContext);
  const needed = neededPlan(hints, path, account.data?.plan ?? "");
  const plan = needed && !problems[path] ? `needs ${needed} or higher` : "";
  return (
    <Fold
      label={label}
      aside={[summarise(filter, draft), plan].filter(Boolean).join(" · ")}
      problem={problems[path]}
      isOpened={hasProblem(problems, filter)}
    >
      <Names filter={filter} />
      <Instead {...{ filter, draft, problems, onChange }} />
      {groups.map((group) => (
        <fieldset key={group.label}>
          {group.label && <legend>{group.label}</legend>}
          {group.leaves.map((leaf) => (
            <LeafControl
              key={leaf.path}
              leaf={leaf}
              typed={draft[leaf.path]}
              taken={group.leaves.flatMap(({ path: each }) => listOf(draft[each]))}
              // The problem of a filter with a single leaf stands above it already.
              problem={leaf.path === path ? undefined : problems[leaf.path]}
              onChange={(typed) => onChange({ ...draft, [leaf.path]: typed })}
            />
          ))}
        </fieldset>
      ))}
    </Fold>
  );
}

const FREE_TEXT = ["company_keywords", "company_job_posting_hiring_for"];

function Names({ filter }: { filter: Filter }) {
  const hints = useContext(HintsContext);
  const isKnown = leavesOf(filter).some(({ path }) => knownValues(hints, path).length > 0);
  const isUndescribed = leavesOf(filter).some(({ shape }) => shape.kind === "json");
  const text = FREE_TEXT.includes(filter.path)
    ? "Any words."
    : isUndescribed
      ? "We do not know how this is written: paste it as the service's support gives it. A refused search is free."
      : filter.path in SEEN_IN && !isKnown
        ? "These names are the service's own. Search once without them: names from previews and lists are then offered here."
        : "";
  return text === "" ? null : <p class="small soft">{text}</p>;
}

/** The service has lists of these names. */
const isListed = (filter: Filter, path: string): boolean => filter.path in SEEN_IN || path in SEEN_IN;

function Instead({ filter, draft, problems, onChange }: BuilderProps & { filter: Filter }) {
  const hints = useContext(HintsContext);
  const problem = problems[filter.path] ?? "";
  const refused = leavesOf(filter).flatMap(({ path }) => {
    const values = listOf(draft[path]);
    const known = knownValues(hints, path);
    const others = leavesOf(filter).flatMap((leaf) => listOf(draft[leaf.path]));
    const offered = known.filter((value) => !others.includes(value));
    return values
      .filter((value) => problem.includes(value) && !known.includes(value))
      .map((value) => {
        const near = nearest(value, offered);
        const capitals = isListed(filter, path) ? withCapitals(value) : value;
        const isOfCase = capitals !== value && !others.includes(capitals);
        return { path, value, values, isOfCase, near: isOfCase ? [...new Set([capitals, ...near])] : near };
      });
  });
  return (
    <>
      {refused.map(({ path, value, values, near, isOfCase }) => (
        <InsteadOf
          key={`${path} ${value}`}
          value={value}
          why={isOfCase ? "Capitals may count." : ""}
          offered={near}
          onTake={(other) => onChange({ ...draft, [path]: replaceValue(values, value, other) })}
        />
      ))}
    </>
  );
}

interface LeafControlProps {
  leaf: Leaf;
  typed: Typed | undefined;
  taken: readonly string[];
  problem?: string;
  onChange: (typed: Typed) => void;
}

const listOf = (typed: Typed | undefined): readonly string[] =>
  Array.isArray(typed) ? (typed as readonly string[]) : [];

const OTHER_VALUE = "…";

function OpenChoice({
  leaf: { label, shape },
  text,
  problem,
  onChange,
}: Omit<LeafControlProps, "taken"> & { text: string }) {
  const offered = (shape.values ?? []).map(String);
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || (text !== "" && !offered.includes(text));
  const own = offered.map((value) => [value, value] as const);
  return (
    <>
      <Select
        short
        label={label}
        value={isOther ? OTHER_VALUE : text}
        options={[["", "Any"], ...own, [OTHER_VALUE, "Other…"]]}
        onChange={(value) => {
          setWantsOther(value === OTHER_VALUE);
          onChange(value === OTHER_VALUE ? "" : value);
        }}
      />
      {isOther && (
        <Field label={`${label}, as the service writes it`} value={text} onInput={onChange} problem={problem} />
      )}
    </>
  );
}

function LeafControl({ leaf, typed, taken, problem, onChange }: LeafControlProps) {
  const { path, label, shape } = leaf;
  const text = typeof typed === "string" ? typed : "";
  const values = listOf(typed);
  if (shape.kind === "boolean") {
    return (
      <Choice checked={typed === true} onChange={onChange}>
        {label}
      </Choice>
    );
  }
  if (shape.kind === "strings" && shape.values) {
    const offered = shape.values as string[];
    const others = values.filter((value) => !offered.includes(value));
    return (
      <fieldset>
        <legend>{label}</legend>
        <div class="pills">
          {offered.map((value) => (
            <Choice
              key={value}
              pill
              checked={values.includes(value)}
              onChange={(checked) => onChange(toggled(values, value, checked))}
            >
              {value}
            </Choice>
          ))}
        </div>
        <Fold label="Another value" aside={others.join(", ")}>
          <ValueList
            label="As the service writes it"
            values={others}
            onChange={(changed) => onChange([...values.filter((value) => offered.includes(value)), ...changed])}
            {...{ path, problem }}
          />
        </Fold>
      </fieldset>
    );
  }
  if (shape.kind === "strings") return <ValueList {...{ path, label, values, taken, problem, onChange }} />;
  if (shape.values) return <OpenChoice {...{ leaf, typed, text, problem, onChange }} />;
  const isJson = shape.kind === "json";
  return (
    <Field
      short={!isJson}
      lines={isJson ? 3 : undefined}
      label={label}
      value={text}
      placeholder={shape.kind === "amount" ? "5M" : undefined}
      onInput={onChange}
      problem={problem ?? (isJson ? readLeaf(leaf, text).problem : undefined)}
    />
  );
}

/** What can be read takes effect at once. */
function JsonView({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const box = useRef<HTMLDivElement>(null);
  /** The text as typed; `null` to show the draft in our own format. */
  const [typed, setTyped] = useState<string | null>(null);
  const unreadable = textAt(draft, WHOLE_JSON);
  const type = (text: string): void => {
    const { filters, problem } = readFilters(text);
    setTyped(problem ? null : text);
    onChange(problem ? { ...draft, [WHOLE_JSON]: text } : withFilters(draft, filters));
  };
  const copy = (): void => {
    box.current?.querySelector("textarea")?.select();
    // In some browsers Google's frame denies the clipboard interface.
    announce(document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy.");
  };
  return (
    <div ref={box} onFocusOut={() => setTyped(null)}>
      <Field
        label="Filters"
        lines={8}
        value={unreadable || (typed ?? writeJson(toFilters(draft).filters))}
        onInput={type}
        hint={unreadText(draft)}
        problem={readFilters(unreadable).problem}
      />
      <Button variant="quiet" onPress={copy}>
        Copy
      </Button>
    </div>
  );
}
