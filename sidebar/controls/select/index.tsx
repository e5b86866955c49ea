import { useId } from "preact/hooks";

interface SelectProps {
  label: string;
  value: string;
  /** A value and what is read for it. */
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
  /** A short one beside its label. */
  short?: boolean;
}

/** A labelled list to choose one from. */
export function Select({ label, value, options, onChange, short = false }: SelectProps) {
  const id = useId();
  return (
    <div class={short ? "field short" : "field"}>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
