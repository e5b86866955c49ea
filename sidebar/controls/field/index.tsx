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
  placeholder,
  hint,
  problem,
  fieldRef,
}: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", problem ? `${id}-problem` : ""].filter(Boolean).join(" ");
  return (
    <div class={short ? "field short" : "field"}>
      <label for={id}>{label}</label>
      <input
        ref={fieldRef}
        id={id}
        {...(secret ? { type: "password" } : { type: "text" })}
        value={value}
        placeholder={placeholder}
        inputMode={short ? "numeric" : undefined}
        autoComplete="off"
        spellcheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
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
