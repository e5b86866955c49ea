import path from "node:path";
import { parseOptions, readPort, UsageError } from "../command-line";

/** The options of `npm run service`. */
export interface ServiceSettings {
  port: number;
  dataDirectory: string;
  latency: "none" | "realistic";
  controls: boolean;
  /** The name under which a tunnel hands on calls from outside, besides this machine's own names. */
  publicHost: string | undefined;
}

const DEFAULT_PORT = "8087";

export const SERVICE_USAGE = `Usage: npm run service -- [--port N] [--data DIR] [--latency none|realistic] [--public-host NAME] [--controls]
--port N            listens there instead of at ${DEFAULT_PORT}; 0 takes any free port
--data DIR          keeps credits and purchases in this folder instead of .data/service
--latency           none (when not given) answers at once, realistic as slowly as a service does
--public-host NAME  answers calls through the https tunnel of this name too
--controls          lets programs on this machine change credits, faults and the time`;

/** Two or more labels; the last holds a letter, so no address in figures. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/**
 * Reads the command line.
 * @param folder the one in which the command was typed, which relative paths mean
 * @throws UsageError
 */
export function readOptions(args: string[], folder: string, defaultData: string): ServiceSettings {
  const { values } = parseOptions({
    args,
    options: {
      port: { type: "string", default: DEFAULT_PORT },
      data: { type: "string" },
      latency: { type: "string", default: "none" },
      controls: { type: "boolean", default: false },
      "public-host": { type: "string" },
    },
  });
  const port = readPort(values.port);
  if (values.latency !== "none" && values.latency !== "realistic") {
    throw new UsageError(`--latency is none or realistic, not "${values.latency}".`);
  }
  const publicHost = values["public-host"];
  if (publicHost !== undefined && !HOST_NAME.test(publicHost)) {
    throw new UsageError(
      `--public-host takes the tunnel's name alone, such as abc.tunnel.example, not "${publicHost}".`,
    );
  }
  if (publicHost !== undefined && values.controls) {
    throw new UsageError("--public-host and --controls do not go together: anybody could change credits and faults.");
  }
  return {
    port,
    dataDirectory: values.data === undefined ? defaultData : path.resolve(folder, values.data),
    latency: values.latency,
    controls: values.controls,
    publicHost: publicHost?.toLowerCase(),
  };
}
