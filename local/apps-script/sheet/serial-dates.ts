/** Spreadsheet time counts days from 30 December 1899. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

/** Milliseconds the zone is ahead of UTC at that moment. */
function offsetMs(atMs: number, timeZone: string): number {
  if (timeZone === "Etc/GMT" || timeZone === "Etc/UTC" || timeZone === "GMT") return 0;
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** The serial number that shows the moment's wall time in the zone. */
export function toSerial(atMs: number, timeZone: string): number {
  return (atMs + offsetMs(atMs, timeZone) - EPOCH_MS) / DAY_MS;
}

/** The moment a serial number's wall time is in the zone, in milliseconds since 1970. */
export function fromSerial(serial: number, timeZone: string): number {
  const wallMs = Math.round(serial * DAY_MS + EPOCH_MS);
  const guessMs = wallMs - offsetMs(wallMs, timeZone);
  return wallMs - offsetMs(guessMs, timeZone);
}
