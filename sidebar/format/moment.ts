const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** When something was, in the user's manner: "today 14:02", "19 Nov, 14:02". */
export function writeMoment(ms: number, nowMs: number, locale: string | undefined): string {
  const [at, now] = [new Date(ms), new Date(nowMs)];
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(at);
  if (isSameDay(at, now)) return `today ${time}`;
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  if (at.getFullYear() !== now.getFullYear()) day.year = "numeric";
  return `${new Intl.DateTimeFormat(locale, day).format(at)}, ${time}`;
}
