const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const numeric = "numeric" as const;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    weekday: "long",
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formats.set(timeZone, format);
  return format;
}

/** A moment on the calendars and clocks of a zone. */
export interface WallTime {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** In English, in full. */
  weekday: string;
}

/** `GMT+7` and `GMT-03:30` are zones, too. */
const OFFSET_ZONE = /^(?:GMT|UTC)([+-])(\d{1,2})(?::?(\d{2}))?$/;

/** The offset that a zone's own name tells, in milliseconds; `null` for all others. */
function namedOffsetMs(timeZone: string): number | null {
  const [, sign, hours, minutes = "0"] = OFFSET_ZONE.exec(timeZone) ?? [];
  if (sign === undefined) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Each text of a write asks for the same moment. */
let last: { atMs: number; timeZone: string; wall: Readonly<WallTime> } | undefined;

/** A moment, in milliseconds since 1970, on the calendars and clocks of a zone. */
export function wallTime(atMs: number, timeZone: string): Readonly<WallTime> {
  if (last?.atMs !== atMs || last.timeZone !== timeZone) last = { atMs, timeZone, wall: readWall(atMs, timeZone) };
  return last.wall;
}

function readWall(atMs: number, timeZone: string): WallTime {
  const offsetMs = namedOffsetMs(timeZone);
  if (offsetMs !== null) return readWall(atMs + offsetMs, "Etc/GMT");
  const parts = formatOf(timeZone).formatToParts(atMs);
  const all = Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<string, string>;
  const [year, month, day] = [Number(all.year), Number(all.month), Number(all.day)];
  const [hour, minute, second] = [Number(all.hour), Number(all.minute), Number(all.second)];
  return { year, month, day, hour, minute, second, weekday: all.weekday ?? "" };
}

/** Milliseconds the zone is ahead of UTC at that moment. */
export function zoneOffsetMs(atMs: number, timeZone: string): number {
  if (timeZone === "Etc/GMT" || timeZone === "Etc/UTC" || timeZone === "GMT") return 0;
  const { year, month, day, hour, minute, second } = wallTime(atMs, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** Spreadsheet time counts days from 30 December 1899. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** The serial number that shows the moment's wall time in the zone. */
export function toSerial(atMs: number, timeZone: string): number {
  return (atMs + zoneOffsetMs(atMs, timeZone) - EPOCH_MS) / DAY_MS;
}

/** The moment a serial number's wall time is in the zone, in milliseconds since 1970. */
export function fromSerial(serial: number, timeZone: string): number {
  const wallMs = Math.round(serial * DAY_MS + EPOCH_MS);
  const guessMs = wallMs - zoneOffsetMs(wallMs, timeZone);
  return wallMs - zoneOffsetMs(guessMs, timeZone);
}
