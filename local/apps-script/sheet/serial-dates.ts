import { zoneOffsetMs } from "./time-zones";

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
