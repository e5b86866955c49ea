import { useState } from "preact/hooks";
import { Choice } from "../../../controls/choice";
import { Field } from "../../../controls/field";
import { Select } from "../../../controls/select";
import type { Leaf } from "../../catalogue/shapes";
import { readLeaf, type Typed } from "../../search/read-leaf";
import { Fold } from "../fold";
import { ValueList } from "../value-list";

interface OpenChoiceProps {
  leaf: Leaf;
  text: string;
  problem?: string;
  onChange: (typed: string) => void;
}

interface LeafControlProps {
  leaf: Leaf;
  typed: Typed | undefined;
  problem?: string;
  onChange: (typed: Typed) => void;
}

const OTHER_VALUE = "…";

/** One of the known values, or another that the service takes. */
function OpenChoice({ leaf, text, problem, onChange }: OpenChoiceProps) {
  const { label, shape } = leaf;
  const offered = (shape.values ?? []).map(String);
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || (text !== "" && !offered.includes(text));
  const options = [["", "Any"], ...offered.map((value) => [value, value]), [OTHER_VALUE, "Other…"]] as const;
  return (
    <>
      <Select
        short
        label={label}
        value={isOther ? OTHER_VALUE : text}
        options={options as readonly (readonly [string, string])[]}
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

/** The control that fits the shape of a leaf. */
export function LeafControl({ leaf, typed, problem, onChange }: LeafControlProps) {
  const { path, label, shape } = leaf;
  const text = typeof typed === "string" ? typed : "";
  const values = Array.isArray(typed) ? (typed as readonly string[]) : [];
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
              onChange={(checked) => onChange(checked ? [...values, value] : values.filter((each) => each !== value))}
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
  if (shape.kind === "strings") return <ValueList {...{ path, label, values, problem, onChange }} />;
  if (shape.values) return <OpenChoice {...{ leaf, text, problem, onChange }} />;
  const isJson = shape.kind === "json";
  return (
    <Field
      short={!isJson}
      lines={isJson ? 3 : undefined}
      label={label}
      value={text}
      placeholder={shape.kind === "amount" ? "5M" : undefined}
      onInput={onChange}
      // The place of a mistake is shown while it is made.
      problem={problem ?? (isJson ? readLeaf(leaf, text).problem : undefined)}
    />
  );
}
