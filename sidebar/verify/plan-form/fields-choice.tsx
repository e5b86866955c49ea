import { Choice } from "../../controls/choice";

interface FieldsChoiceProps {
  available: string[];
  chosen: string[];
  onChange: (fields: string[]) => void;
}

/** Always written: it says of each row that it is done. */
const STATUS = "email_status";

/** Which columns are written. Folded: the usual ones suffice for most. */
export function FieldsChoice({ available, chosen, onChange }: FieldsChoiceProps) {
  const others = available.filter((field) => field !== STATUS);
  const toggle = (field: string, isChosen: boolean): void =>
    onChange(isChosen ? [...chosen, field] : chosen.filter((each) => each !== field));
  return (
    <details>
      <summary>Columns to write ({chosen.length})</summary>
      <div>
        <p class="small soft">{STATUS} is always written.</p>
        {others.map((field) => (
          <Choice key={field} checked={chosen.includes(field)} onChange={(isChosen) => toggle(field, isChosen)}>
            {field}
          </Choice>
        ))}
      </div>
    </details>
  );
}
