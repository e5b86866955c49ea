import type { ComponentChildren } from "preact";
import { Icon } from "../icon";
import "./style.css";

export type Tone = "info" | "good" | "warning" | "error";

/** A boxed message. It is not read out by itself: whoever shows it announces it (shell/announcer). */
export function Notice({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`}>
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}
