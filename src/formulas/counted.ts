/** A count with its noun: `1 cell`, `12 cells`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
