import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import "./fold.css";

interface FoldProps {
  label: string;
  /** The content in a line beside the label. */
  aside?: string;
  /** Opens it, and stands above what is inside. */
  problem?: string;
  /** Something inside has a problem of its own. */
  isOpened?: boolean;
  children: ComponentChildren;
}

/** A part that is folded until it is needed; what is inside is only drawn then. */
export function Fold({ label, aside, problem, isOpened = false, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const isOpen = open || isOpened || Boolean(problem);
  return (
    <details
      class={problem ? "fold bad" : "fold"}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
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

/** Defined by the build: where the project's documents stand for users, "" if they stand nowhere. */
declare const DOCUMENTS_URL: string;

/** The help of a tab, a few lines, folded at its end. */
export function HowItWorks({ children }: { children: ComponentChildren }) {
  return (
    <section class="how">
      <Fold label="How this works">
        {children}
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
