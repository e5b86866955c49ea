import { log, nowMs } from "./bridge";

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack ?? String(value);
  try {
    return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  } catch {
    return String(value);
  }
}

/** Text with its `%s`, `%d`, `%i`, `%f`, `%j` and `%o` replaced in turn, the remaining values behind it. */
export function formatted(args: readonly unknown[]): string {
  const [first, ...rest] = args;
  if (typeof first !== "string") return args.map(shown).join(" ");
  const text = first.replace(/%[sdifjo%]/g, (mark) => {
    if (mark === "%%") return "%";
    return rest.length === 0 ? mark : shown(rest.shift());
  });
  return [text, ...rest.map(shown)].join(" ");
}

const timers = new Map<string, number>();

/** Google's part of the console; `assert`, `table` and `trace` are missing there too (google.engine-globals). */
export const console = {
  log: (...args: unknown[]) => log("INFO", formatted(args)),
  info: (...args: unknown[]) => log("INFO", formatted(args)),
  warn: (...args: unknown[]) => log("WARNING", formatted(args)),
  error: (...args: unknown[]) => log("ERROR", formatted(args)),
  time: (label = "default") => void timers.set(label, nowMs()),
  timeEnd: (label = "default") => {
    const startedMs = timers.get(label);
    if (startedMs !== undefined) log("DEBUG", `${label}: ${nowMs() - startedMs}ms`);
    timers.delete(label);
  },
};

const lines: string[] = [];

export const Logger = {
  log(...args: unknown[]) {
    const text = formatted(args);
    lines.push(text);
    log("INFO", text);
    return Logger;
  },
  getLog: () => lines.map((line) => `${line}\n`).join(""),
  clear: () => void lines.splice(0),
};
