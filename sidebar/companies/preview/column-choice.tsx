import type { CompanyColumn } from "../../../src/company-search/views";
import { Button, IconButton } from "../../controls/button";
import { Choice } from "../../controls/choice";
import { useAnnounce } from "../../shell/announcer";
import { Fold } from "../builder/fold";
import type { ColumnWish } from "./column-wish";

interface ColumnChoiceProps {
  columns: readonly CompanyColumn[];
  wish: ColumnWish;
  onChange: (wish: ColumnWish) => void;
}

/** Ticks the columns to write and moves them up. */
export function ColumnChoice({ columns, wish, onChange }: ColumnChoiceProps) {
  const announce = useAnnounce();
  const { order, left } = wish;
  const wanted = order.length - left.length;
  const moveUp = (index: number): void => {
    const moved = [...order];
    const [name = ""] = moved.splice(index, 1);
    moved.splice(index - 1, 0, name);
    // A moved element loses the focus.
    const focused = document.activeElement as HTMLElement | null;
    onChange({ order: moved, left });
    announce(`${name} is column ${index}.`);
    setTimeout(() => focused?.focus());
  };
  return (
    <Fold label="Columns" aside={`${wanted} of ${order.length}`}>
      <div class="row">
        <Button look="quiet" onPress={() => onChange({ order, left: wanted === order.length ? order : [] })}>
          {wanted === order.length ? "Choose none" : "Choose all"}
        </Button>
      </div>
      {order.map((name, index) => (
        <div key={name} class="line">
          <Choice
            checked={!left.includes(name)}
            onChange={(checked) =>
              onChange({ order, left: checked ? left.filter((each) => each !== name) : [...left, name] })
            }
          >
            {name} <small>{columns.find((column) => column.name === name)?.sample}</small>
          </Choice>
          {index > 0 && <IconButton icon="up" name={`Move ${name} up`} onPress={() => moveUp(index)} />}
        </div>
      ))}
    </Fold>
  );
}
