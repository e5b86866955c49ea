/** A measured value and what it has to reach. */
export interface Measured {
  /** Stays the same from one version to the next. */
  name: string;
  /** `null` when it cannot be measured here yet. */
  value: number | null;
  unit: string;
  goal: Goal | null;
}

interface Goal {
  is: ">=" | "<=" | "=";
  value: number;
}

/** A line of `--json`. */
export interface Figure {
  section: string;
  name: string;
  /** The model of Google it was measured under; `null` where Google plays no part. */
  model: string | null;
  value: number | null;
  unit: string;
  /** As `>= 98`; `null` when nothing is promised. */
  goal: string | null;
  /** `null` when nothing is promised; false also for a goal whose value is not measured. */
  kept: boolean | null;
}

const measured =
  (is: Goal["is"]) =>
  (name: string, value: number | null, goal: number, unit = ""): Measured => ({
    name,
    value,
    unit,
    goal: { is, value: goal },
  });

export const atLeast = measured(">=");
export const atMost = measured("<=");
export const exactly = measured("=");

/** Promised by nobody. */
export const noted = (name: string, value: number, unit = ""): Measured => ({ name, value, unit, goal: null });

export function figureOf(section: string, model: string | null, { name, value, unit, goal }: Measured): Figure {
  return {
    section,
    name,
    model,
    value: value === null ? null : Math.round(value * 100) / 100,
    unit,
    goal: goal && `${goal.is} ${goal.value}`,
    kept: goal && isKept(value, goal),
  };
}

function isKept(value: number | null, goal: Goal): boolean {
  if (value === null) return false;
  if (goal.is === "=") return value === goal.value;
  return goal.is === ">=" ? value >= goal.value : value <= goal.value;
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const NOT_MEASURED = "–";
const WORDS: Record<string, string> = { ">=": "at least", "<=": "at most", "=": "exactly" };

/** Prints a section as a table: a figure a line, a column for each model. Goals that are missed are marked. */
export function printFigures(title: string, figures: Figure[]): void {
  const models = [...new Set(figures.map(({ model }) => model))];
  const names = [...new Set(figures.map(({ name }) => name))];
  const width = Math.max(...names.map((name) => name.length));
  console.log(`\n${title}`);
  if (models.length > 1 || models[0] !== null) {
    console.log(
      `  ${" ".repeat(width)}${models.map((model) => `  ${(model ?? "").padEnd(COLUMN)}`).join("")}`.trimEnd(),
    );
  }
  for (const name of names) {
    const cells = models.map((model) => cellOf(figures.find((each) => each.name === name && each.model === model)));
    console.log(`  ${name.padEnd(width)}${cells.map((cell) => `  ${cell.padEnd(COLUMN)}`).join("")}`.trimEnd());
  }
}

const COLUMN = 36;

function cellOf(figure: Figure | undefined): string {
  if (!figure) return "";
  const { value, unit, goal, kept } = figure;
  const text = value === null ? NOT_MEASURED : `${number.format(value)}${unit && ` ${unit}`}`;
  if (goal === null) return text;
  const [is = "", wanted = ""] = goal.split(" ");
  return `${text} (${WORDS[is]} ${number.format(Number(wanted))}: ${kept ? "ok" : "MISSED"})`;
}
