import { Choice } from "../../controls/choice";

interface FieldsChoiceProps {
  /** "Columns to write" */
  label: string;
  /** Always written: it says of each row that it is done. */
  always?: string;
  available: readonly string[];
  chosen: string[];
  onChange: (fields: string[]) => void;
}

/** Which columns are written. Folded: the usual ones suffice for most. */
export function FieldsChoice({ label, always, available, chosen, onChange }: FieldsChoiceProps) {
  const others = available.filter((field) => field !== always);
  const toggle = (field: string, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, field] : chosen.filter((each) => each !== field));
  return (
    <details>
      <summary>
        {label} ({chosen.length})
      </summary>
      <div>
        {always && <p class="small soft">{always} is always written.</p>}
        {others.map((field) => (
          <Choice key={field} checked={chosen.includes(field)} onChange={(isChosen) => toggle(field, isChosen)}>
            {field}
          </Choice>
        ))}
      </div>
    </details>
  );
}
