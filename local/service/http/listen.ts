import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ConnectionReset } from "../faults/fault";

/** A service that can be reached over HTTP, by programs on this machine only. */
export interface Listener {
  /** `http://127.0.0.1:PORT` */
  address: string;
  /** Stops at once; calls under way get no answer. */
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/**
 * Serves a fetch handler over HTTP.
 * @param port 0 takes a free one
 * @throws the system's error, EADDRINUSE for a port in use
 */
export async function listen(fetch: (request: Request) => Promise<Response>, port: number): Promise<Listener> {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request, { incoming }) {
      try {
        return await fetch(request);
      } catch (error) {
        if (!(error instanceof ConnectionReset)) throw error;
        (incoming as IncomingMessage).socket.resetAndDestroy();
        return RESPONSE_ALREADY_SENT;
      }
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${LOOPBACK}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
