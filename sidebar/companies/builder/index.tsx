import { Field } from "../../controls/field";
import { FILTERS, leavesOf } from "../catalogue";
import type { Filter } from "../catalogue/shapes";
import { type Draft, OTHER, type Problems, toFilters } from "../search/draft";
import { summarise } from "../search/summary";
import { Fold } from "./fold";
import { JsonView } from "./json-view";
import { LeafControl } from "./leaf-control";

interface BuilderProps {
  draft: Draft;
  problems: Problems;
  onChange: (draft: Draft) => void;
}

const hasProblem = (problems: Problems, filter: Filter): boolean =>
  Boolean(problems[filter.path]) || leavesOf(filter).some(({ path }) => problems[path]);

/** Every filter of the catalogue, those of the specification first, and JSON for all others. */
export function FilterBuilder({ draft, problems, onChange }: BuilderProps) {
  const rowOf = (filter: Filter) => <FilterFold key={filter.path} {...{ filter, draft, problems, onChange }} />;
  const more = FILTERS.filter(({ isSpecified }) => !isSpecified);
  const used = more.filter((filter) => summarise(filter, draft) !== "");
  const other = String(draft[OTHER] ?? "");
  return (
    <div>
      {FILTERS.filter(({ isSpecified }) => isSpecified).map(rowOf)}
      <Fold
        label="More filters"
        aside={used.map(({ label }) => label).join(", ")}
        isOpened={more.some((filter) => hasProblem(problems, filter))}
      >
        <p class="small soft">Defined by the service: it has the last word on what they are and who may use them.</p>
        <div>{more.map(rowOf)}</div>
      </Fold>
      <Fold label="Any other filter" aside={other && "JSON"} isOpened={Boolean(problems[OTHER])}>
        <Field
          label="Filters as JSON"
          lines={4}
          value={other}
          placeholder={'{"name_of_a_filter": {"include": ["…"]}}'}
          onInput={(text) => onChange({ ...draft, [OTHER]: text })}
          problem={problems[OTHER] ?? toFilters({ [OTHER]: other }).problems[OTHER]}
        />
      </Fold>
      <Fold label="The whole search as JSON">
        <JsonView draft={draft} onChange={onChange} />
      </Fold>
    </div>
  );
}

function FilterFold({ filter, draft, problems, onChange }: BuilderProps & { filter: Filter }) {
  const { path, label, groups } = filter;
  return (
    <Fold
      label={label}
      aside={summarise(filter, draft)}
      problem={problems[path]}
      isOpened={hasProblem(problems, filter)}
    >
      {groups.map((group) => (
        <fieldset key={group.label}>
          {group.label && <legend>{group.label}</legend>}
          {group.leaves.map((leaf) => (
            <LeafControl
              key={leaf.path}
              leaf={leaf}
              typed={draft[leaf.path]}
              // The problem of a filter that is one leaf stands above it already.
              problem={leaf.path === path ? undefined : problems[leaf.path]}
              onChange={(typed) => onChange({ ...draft, [leaf.path]: typed })}
            />
          ))}
        </fieldset>
      ))}
    </Fold>
  );
}
