import type { ComponentChildren } from "preact";
import "./style.css";

interface ChoiceProps {
  children: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The name of its group makes it one of several that exclude each other. */
  group?: string;
  /** Side by side with others, as one of many short values. */
  pill?: boolean;
}

/** A tick, or one of several to choose from. */
export function Choice({ children, checked, onChange, group, pill = false }: ChoiceProps) {
  return (
    <label class={pill ? "choice pill" : "choice"}>
      <input
        type={group ? "radio" : "checkbox"}
        name={group}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
