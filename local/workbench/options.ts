import { parseArgs } from "node:util";

/** The options of `npm start`. */
export interface StartOptions {
  port: number;
  opensBrowser: boolean;
  /** Forget what was typed and spent before. */
  fresh: boolean;
  /** The workbench's data folder as typed; the project's `.data` if left out. */
  data: string | undefined;
  /** A CSV file to open as the first sheet, as it was typed. */
  list: string | undefined;
}

/** Something the person at the command line has to change; its message is the whole explanation. */
export class OptionError extends Error {}

const DEFAULT_PORT = "8086";
const LARGEST_PORT = 65_535;
const USAGE = "Usage: npm start -- [--port N] [--no-open] [--fresh] [--data DIR] [list.csv].";

/**
 * Reads the command line of `npm start`.
 * @throws OptionError
 */
export function readStartOptions(args: string[]): StartOptions {
  const { values, positionals } = parse(args);
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > LARGEST_PORT)
    throw new OptionError(`--port takes a number from 0 to ${LARGEST_PORT}, not "${values.port}".`);
  if (positionals.length > 1)
    throw new OptionError(`Only one list can be opened, not ${positionals.length} (${positionals.join(", ")}).`);
  return {
    port: Number(values.port),
    opensBrowser: !values["no-open"],
    fresh: values.fresh,
    data: values.data,
    list: positionals[0],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: "string", default: DEFAULT_PORT },
        "no-open": { type: "boolean", default: false },
        fresh: { type: "boolean", default: false },
        data: { type: "string" },
      },
    });
  } catch (error) {
    const [reason] = (error as Error).message.split(". ");
    throw new OptionError(`${reason}. ${USAGE}`);
  }
}
