import path from "node:path";
import { parseArgs } from "node:util";

/** What `npm run service` was asked for. */
export interface ServiceSettings {
  port: number;
  dataDirectory: string;
  latency: "none" | "realistic";
  controls: boolean;
}

/** Something the person at the command line has to change; its message is the whole explanation. */
export class OptionError extends Error {}

const LARGEST_PORT = 65_535;
const DEFAULT_PORT = "8087";

/**
 * Reads the command line.
 * @param typedIn the folder in which the command was typed, which relative paths mean
 * @throws OptionError
 */
export function readOptions(args: string[], typedIn: string, defaultData: string): ServiceSettings {
  const { values } = parse(args);
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > LARGEST_PORT) {
    throw new OptionError(`--port takes a number from 0 to ${LARGEST_PORT}, not "${values.port}".`);
  }
  if (values.latency !== "none" && values.latency !== "realistic") {
    throw new OptionError(`--latency is none or realistic, not "${values.latency}".`);
  }
  return {
    port: Number(values.port),
    dataDirectory: values.data === undefined ? defaultData : path.resolve(typedIn, values.data),
    latency: values.latency,
    controls: values.controls,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string", default: DEFAULT_PORT },
        data: { type: "string" },
        latency: { type: "string", default: "none" },
        controls: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new OptionError(`${reason}. The options are --port N, --data DIR, --latency none|realistic and --controls.`);
  }
}
