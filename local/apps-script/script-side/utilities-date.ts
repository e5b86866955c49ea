import { type WallTime, wallTime, zoneOffsetMs } from "../sheet/time-zones";
import { wrongSignature } from "./arguments";

function offsetText(date: Date, timeZone: string, separator: string): string {
  const minutes = Math.round(zoneOffsetMs(date.getTime(), timeZone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${pad(hours, 2)}${separator}${pad(rest, 2)}`;
}

function pad(value: number | string, length: number): string {
  return String(value).padStart(length, "0");
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const DAY_MS = 86_400_000;

const dayOfYear = ({ year, month, day }: WallTime): number =>
  (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / DAY_MS + 1;

/** Weeks begin on Sunday, the first is the one with 1 January, and its days belong to the year it begins. */
function weekOf(wall: WallTime): { week: number; year: number } {
  const { year, month, day } = wall;
  const saturday = new Date(Date.UTC(year, month - 1, day + 6 - DAYS.indexOf(wall.weekday)));
  if (saturday.getUTCFullYear() > year) return { week: 1, year: year + 1 };
  const firstWeekday = new Date(Date.UTC(year, 0, 1)).getUTCDay();
  return { week: Math.floor((dayOfYear(wall) - 1 + firstWeekday) / 7) + 1, year };
}

/** One run of equal letters of a SimpleDateFormat pattern. */
function field(letters: string, date: Date, timeZone: string, wall: WallTime): string {
  const length = letters.length;
  const { hour } = wall;
  switch (letters[0]) {
    case "y":
    case "Y": {
      const year = letters[0] === "Y" ? weekOf(wall).year : wall.year;
      return length === 2 ? pad(year % 100, 2) : pad(year, length);
    }
    case "D":
      return pad(dayOfYear(wall), length);
    case "w":
      return pad(weekOf(wall).week, length);
    case "M": {
      const name = MONTHS[wall.month - 1] as string;
      if (length >= 4) return name;
      return length === 3 ? name.slice(0, 3) : pad(wall.month, length);
    }
    case "d":
      return pad(wall.day, length);
    case "E":
      return length >= 4 ? wall.weekday : wall.weekday.slice(0, 3);
    case "u":
      return String(
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].indexOf(wall.weekday) + 1,
      );
    case "H":
      return pad(hour, length);
    case "h":
      return pad(hour % 12 === 0 ? 12 : hour % 12, length);
    case "a":
      return hour < 12 ? "AM" : "PM";
    case "m":
      return pad(wall.minute, length);
    case "s":
      return pad(wall.second, length);
    case "S":
      return pad(date.getUTCMilliseconds(), length);
    case "Z":
      return offsetText(date, timeZone, "");
    case "X":
      return zoneOffsetMs(date.getTime(), timeZone) === 0
        ? "Z"
        : offsetText(date, timeZone, ":").slice(0, length === 1 ? 3 : 6);
    case "z":
      return zoneOffsetMs(date.getTime(), timeZone) === 0 ? "GMT" : `GMT${offsetText(date, timeZone, ":")}`;
    default:
      return letters;
  }
}

/** `Utilities.formatDate` with the letters of Java's SimpleDateFormat. */
export function formatDate(date: unknown, timeZone: unknown, pattern: unknown): string {
  if (!(date instanceof Date) || typeof timeZone !== "string" || typeof pattern !== "string") {
    throw wrongSignature("Utilities.formatDate", [date, timeZone, pattern]);
  }
  const zone = timeZone === "GMT" ? "Etc/GMT" : timeZone;
  const wall = wallTime(date.getTime(), zone);
  return pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (run, quotedText: string | undefined) => {
    if (quotedText !== undefined) return quotedText === "" ? "'" : quotedText.replace(/''/g, "'");
    return field(run, date, zone, wall);
  });
}
