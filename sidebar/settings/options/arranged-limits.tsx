import { useState } from "preact/hooks";
import type { OptionLimits, PacedOperation } from "../../../src/settings/views";
import { Field } from "../../controls/field";
import { type DraftField, pacedOperations } from "./draft";

const NAMES: Record<PacedOperation, string> = {
  "email-verifier": "Verify emails",
  "domain-search": "Find emails",
  "search-company": "Search companies",
  "email-count": "Count emails",
};

interface ArrangedLimitsProps {
  draft: Record<PacedOperation, string>;
  limits: OptionLimits;
  problems: Partial<Record<DraftField, string>>;
  onChange: (draft: Record<PacedOperation, string>) => void;
}

/** Speeds for accounts that have others than the service's published ones. Folded: most have not. */
export function ArrangedLimits({ draft, limits, problems, onChange }: ArrangedLimitsProps) {
  const operations = pacedOperations(limits);
  const [open, setOpen] = useState(() => operations.some((operation) => draft[operation]));
  const hasProblem = operations.some((operation) => problems[operation]);
  return (
    <details open={open || hasProblem} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Arranged limits</summary>
      <div>
        <p class="small soft">
          Calls a minute, if you have arranged others with the service. Leave a field empty for the usual limit.
        </p>
        {operations.map((operation) => (
          <Field
            key={operation}
            short
            label={NAMES[operation]}
            value={draft[operation]}
            placeholder={String(limits.usualCallsPerMinute[operation])}
            onInput={(value) => onChange({ ...draft, [operation]: value })}
            problem={problems[operation]}
          />
        ))}
      </div>
    </details>
  );
}
