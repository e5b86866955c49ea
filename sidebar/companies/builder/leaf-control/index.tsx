import { Choice } from "../../../controls/choice";
import { Field } from "../../../controls/field";
import { Select } from "../../../controls/select";
import type { Leaf } from "../../catalogue/shapes";
import { readLeaf, type Typed } from "../../search/read-leaf";
import { ValueList } from "../value-list";

interface LeafControlProps {
  leaf: Leaf;
  typed: Typed | undefined;
  problem?: string;
  onChange: (typed: Typed) => void;
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
    return (
      <fieldset>
        <legend>{label}</legend>
        <div class="pills">
          {(shape.values as string[]).map((value) => (
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
      </fieldset>
    );
  }
  if (shape.kind === "strings") return <ValueList {...{ path, label, values, problem, onChange }} />;
  if (shape.values) {
    const options = [["", "Any"] as const, ...shape.values.map((value) => [String(value), String(value)] as const)];
    return <Select short label={label} value={text} options={options} onChange={onChange} />;
  }
  const isJson = shape.kind === "json";
  return (
    <Field
      short={!isJson}
      lines={isJson ? 3 : undefined}
      label={label}
      value={text}
      placeholder={shape.kind === "amount" ? "5M" : undefined}
      onInput={onChange}
      hint={shape.suggested && `For example ${shape.suggested.join(", ")}`}
      // The place of a mistake is shown while it is made.
      problem={problem ?? (isJson ? readLeaf(leaf, text).problem : undefined)}
    />
  );
}
