import { parseOptions, readPort, UsageError } from "../command-line";

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

const DEFAULT_PORT = "8086";

export const START_USAGE = `Usage: npm start -- [list.csv] [--port N] [--no-open] [--fresh] [--data DIR]
list.csv    opens this list as the first sheet
--port N    listens there instead of at ${DEFAULT_PORT}; 0 takes any free port
--no-open   does not open your browser
--fresh     forgets what was typed and spent before
--data DIR  keeps its data in this folder (new, empty or its own) instead of .data/workbench`;

/**
 * Reads the command line of `npm start`.
 * @throws UsageError
 */
export function readStartOptions(args: string[]): StartOptions {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      port: { type: "string", default: DEFAULT_PORT },
      "no-open": { type: "boolean", default: false },
      fresh: { type: "boolean", default: false },
      data: { type: "string" },
    },
  });
  const port = readPort(values.port);
  if (positionals.length > 1)
    throw new UsageError(`Only one list can be opened, not ${positionals.length} (${positionals.join(", ")}).`);
  return {
    port,
    opensBrowser: !values["no-open"],
    fresh: values.fresh,
    data: values.data,
    list: positionals[0],
  };
}
