import "./figure-list.css";

/** A line of a list of figures. */
export type Figure = [name: string, value: string];

interface FigureListProps {
  parts: Figure[];
  total: Figure;
  others?: Figure[];
}

export function FigureList({ parts, total, others = [] }: FigureListProps) {
  const lineOf = ([name, value]: Figure) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl class="figure-list">
      {parts.map(lineOf)}
      <div class="total">
        <dt>{total[0]}</dt>
        <dd>{total[1]}</dd>
      </div>
      {others.map(lineOf)}
    </dl>
  );
}
