import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAction, useSession } from "../session";
import { Button } from "./button";
import { RefusalNotice } from "./notice";

interface FoldProps {
  label: string;
  aside?: string;
  problem?: string;
  /** Opens the fold, because something inside has a problem or is needed now. */
  isOpened?: boolean;
  children: ComponentChildren;
}

/** The content is drawn only when the fold is open. */
export function Fold({ label, aside, problem, isOpened = false, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const isHeld = isOpened || Boolean(problem);
  const isOpen = open || isHeld;
  // A fold that was closed by hand would stay closed when the problem appears again.
  const press = (event: Event): void => {
    if (isHeld) event.preventDefault();
  };
  return (
    <details
      class={problem ? "fold bad" : "fold"}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control by itself. */}
      <summary onClick={press}>
        {label} {aside && <span class="small soft">{aside}</span>}
      </summary>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: the summary names the group; a fieldset cannot stand in for it.
        <div role="group" aria-label={label}>
          {problem && <p class="small problem">{problem}</p>}
          {children}
        </div>
      )}
    </details>
  );
}

/** The build defines this address; `""` if the documents are not published. */
declare const DOCUMENTS_URL: string;

export function HowItWorks({ children }: { children: ComponentChildren }) {
  const { call } = useSession();
  const guide = useAction(() => call("openGuide"));
  return (
    <section class="how">
      <Fold label="How this works">
        {children}
        <Button variant="quiet" working={guide.running} onPress={() => void guide.start()}>
          Guide: statuses, costs, what to do
        </Button>
        <RefusalNotice refusal={guide.refusal} />
        {DOCUMENTS_URL && (
          <p>
            <a href={DOCUMENTS_URL} target="_blank" rel="noopener">
              All documents
            </a>
          </p>
        )}
      </Fold>
    </section>
  );
}
