import type { Ref } from "preact";
import { useId } from "preact/hooks";
import "./style.css";

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  /** Shown as dots. */
  secret?: boolean;
  /** For numbers: a short field beside its label, with the digits' keyboard on phones. */
  short?: boolean;
  /** For longer texts: so many lines. */
  lines?: number;
  placeholder?: string;
  hint?: string;
  /** Why the value cannot be used; empty when it can. */
  problem?: string;
  fieldRef?: Ref<HTMLInputElement>;
}

/** A labelled input with its hint and its problem. */
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
  } as const;
  return (
    <div class={short ? "field short" : "field"}>
      <label for={id}>{label}</label>
      {lines ? (
        <textarea rows={lines} {...common} />
      ) : (
        <input
          ref={fieldRef}
          {...(secret ? { type: "password" } : { type: "text" })}
          inputMode={short ? "numeric" : undefined}
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
