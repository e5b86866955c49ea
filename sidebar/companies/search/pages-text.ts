/** Numbers of pages in a row: [1, 2, 3, 5] is "1–3, 5". */
export function pageRanges(pages: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const last = parts[parts.length - 1];
    if (last && page <= last[1] + 1) last[1] = page;
    else parts.push([page, page]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}
