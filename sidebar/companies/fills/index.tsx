import type { FillView } from "../../../src/runs/companies/views";
import { Fold } from "../builder/fold";
import { FillCard } from "./fill-card";
import type { FillsState } from "./use-fills";
import "./style.css";

/** What is done with: only undoing is left. */
const isOver = ({ state }: FillView): boolean => state === "finished" || state === "stopped";

/** The fills of this spreadsheet: unfinished ones first, the youngest of the others, and the rest folded. */
export function Fills({ fills: state }: { fills: FillsState }) {
  const { fills } = state;
  if (fills.length === 0) return null;
  const [last] = fills;
  const shown = fills.filter((fill) => fill === last || !isOver(fill));
  const others = fills.filter((fill) => !shown.includes(fill));
  return (
    <section>
      <h2>Fills</h2>
      {shown.map((fill) => (
        <FillCard key={fill.id} fill={fill} state={state} />
      ))}
      {others.length > 0 && (
        <Fold label="Earlier fills" aside={String(others.length)}>
          {others.map((fill) => (
            <FillCard key={fill.id} fill={fill} state={state} />
          ))}
        </Fold>
      )}
    </section>
  );
}
