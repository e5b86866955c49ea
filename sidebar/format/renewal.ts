/** When credits renew, in the user's manner: "Renews in 12 days, 3 December 2026". Empty when nothing is known. */
export function writeRenewal(inDays: number | null, at: string | null, locale: string | undefined): string {
  const time = at === null ? Number.NaN : Date.parse(at);
  const date = Number.isNaN(time) ? "" : new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(time);
  if (inDays === null) return date && `Renews on ${date}`;
  const days = inDays === 0 ? "today" : inDays === 1 ? "in 1 day" : `in ${inDays} days`;
  return date ? `Renews ${days}, on ${date}` : `Renews ${days}`;
}
