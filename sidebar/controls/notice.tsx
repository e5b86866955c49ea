import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Refusal } from "../../src/result";
import { useAnnounce } from "../shell/navigation";
import { Icon, Spinner } from "./button";

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

interface RefusalNoticeProps {
  refusal: Refusal;
  /** Buttons that help. */
  children?: ComponentChildren;
}

/** Says what happened and what to do about it, to the eye and to the ear. */
export function RefusalNotice({ refusal, children }: RefusalNoticeProps) {
  const announce = useAnnounce();
  useEffect(() => announce(`${refusal.message} ${refusal.remedy}`), [refusal, announce]);
  return (
    <Notice tone="error">
      <p>
        <strong>{refusal.message}</strong>
      </p>
      {refusal.remedy && <p>{refusal.remedy}</p>}
      {children}
    </Notice>
  );
}

/** Stands where something will be, and turns once the wait is felt. */
export function Waiting({ forWhat }: { forWhat: string }) {
  return (
    <div class="waiting" aria-busy="true">
      <span class="unseen">{forWhat}</span>
      <Spinner active />
    </div>
  );
}
