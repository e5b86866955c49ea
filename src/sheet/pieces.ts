/** Consecutive numbers: rows or columns that one call can read or write. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Groups numbers into spans.
 * @param maxGap how many numbers that are not wanted a span may hold in a row
 */
export function spansOf(numbers: Iterable<number>, maxGap = 0): Span[] {
  const spans: Span[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = spans[spans.length - 1];
    if (last && number - last.to <= maxGap + 1) last.to = Math.max(last.to, number);
    else spans.push({ from: number, to: number });
  }
  return spans;
}
