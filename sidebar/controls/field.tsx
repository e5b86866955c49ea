import type { ComponentChildren, Ref } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  secret?: boolean;
  /** Numbers get a short field, with the digits' keyboard on phones. */
  short?: boolean;
  lines?: number;
  placeholder?: string;
  maxLength?: number;
  hint?: string;
  problem?: string;
  fieldRef?: Ref<HTMLInputElement>;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPaste?: (event: ClipboardEvent) => void;
  children?: ComponentChildren;
}

export function Field({
  label,
  value,
  onInput,
  secret = false,
  short = false,
  lines,
  placeholder,
  hint,
  problem,
  fieldRef,
  children,
  ...others
}: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", problem ? `${id}-problem` : ""].filter(Boolean).join(" ");
  const common = {
    id,
    value,
    placeholder,
    autoComplete: "off",
    spellcheck: false,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": described || undefined,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
    ...others,
  } as const;
  return (
    <div class={short ? "field short" : "field"}>
      <label for={id}>{label}</label>
      {children}
      {lines ? (
        <textarea rows={lines} {...common} />
      ) : (
        <input
          ref={fieldRef}
          {...(secret ? { type: "password" } : { type: "text" })}
          inputMode={short ? "decimal" : undefined}
          {...common}
        />
      )}
      {hint && (
        <p id={`${id}-hint`} class="small soft">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} class="small problem">
          {problem}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
  short?: boolean;
  /** In the line of its label, and no higher than a tick box: few people change it. */
  inline?: boolean;
}

export function Select({ label, value, options, onChange, short = false, inline = false }: SelectProps) {
  const id = useId();
  return (
    <div class={`field${short ? " short" : ""}${inline ? " inline" : ""}`}>
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

/** The items that are chosen after somebody has ticked or unticked one. */
export const toggled = <Item,>(chosen: readonly Item[], item: Item, isChosen: boolean): Item[] =>
  isChosen ? [...chosen, item] : chosen.filter((each) => each !== item);

interface ChoiceProps {
  children: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** A group makes it a radio button, otherwise it is a checkbox. */
  group?: string;
  /** Short values stand side by side. */
  pill?: boolean;
  /** A tooltip. */
  hint?: string;
}

export function Choice({ children, checked, onChange, group, pill = false, hint }: ChoiceProps) {
  return (
    <label class={pill ? "choice pill" : "choice"} title={hint}>
      <input
        aria-description={hint}
        type={group ? "radio" : "checkbox"}
        name={group}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
