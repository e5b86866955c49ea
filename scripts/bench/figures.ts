/** A figure that the design promises (design 4), and what was measured. */
export interface Figure {
  what: string;
  measured: string;
  promised: string;
  isKept: boolean;
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export const write = (value: number, unit = ""): string => `${number.format(value)}${unit}`;

export const atLeast = (what: string, measured: number, least: number, unit = ""): Figure => ({
  what,
  measured: write(measured, unit),
  promised: `at least ${write(least, unit)}`,
  isKept: measured >= least,
});

export const atMost = (what: string, measured: number, most: number, unit = ""): Figure => ({
  what,
  measured: write(measured, unit),
  promised: `at most ${write(most, unit)}`,
  isKept: measured <= most,
});

export const exactly = (what: string, measured: number, wanted: number): Figure => ({
  what,
  measured: write(measured),
  promised: write(wanted),
  isKept: measured === wanted,
});

/** Measured, and promised by nobody. */
export const noted = (what: string, measured: string): Figure => ({ what, measured, promised: "", isKept: true });

/** Prints a table; figures that were missed are marked. */
export function printFigures(title: string, figures: Figure[]): void {
  const width = (pick: (figure: Figure) => string) => Math.max(...figures.map((figure) => pick(figure).length));
  const what = width((figure) => figure.what);
  const measured = width((figure) => figure.measured);
  console.log(`\n${title}`);
  for (const figure of figures) {
    const mark = figure.isKept ? (figure.promised ? "ok" : "  ") : "MISSED";
    const line = `  ${figure.what.padEnd(what)}  ${figure.measured.padStart(measured)}  ${figure.promised.padEnd(20)}  ${mark}`;
    console.log(line.trimEnd());
  }
}
