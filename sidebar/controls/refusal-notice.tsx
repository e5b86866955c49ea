import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Refusal } from "../../src/result";
import { useAnnounce } from "../shell/announcer";
import { Notice } from "./notice";

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
