import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ConnectionReset } from "../faults/faults";

/** A service that can be reached over HTTP, by programs on this machine only. */
export interface Listener {
  /** `http://127.0.0.1:PORT` */
  address: string;
  /** Stops at once; calls under way get no answer. */
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/**
 * Says why a request is refused; `null` if it is not. Only programs on this machine reach the port, but a web page that
 * somebody has open here is one of them. The browser names its site in `Origin`; a page that has pointed its own name
 * at 127.0.0.1 (DNS rebinding) names that in `Host`. The service's callers are no pages and send no `Origin`.
 */
function refusal({ headers }: IncomingMessage, port: number, names: readonly string[]): string | null {
  if (headers.origin !== undefined) return "The sandbox service does not answer web pages.";
  const host = (headers.host ?? "").toLowerCase();
  if (host === `${LOOPBACK}:${port}` || host === `localhost:${port}`) return null;
  if (names.includes(host.replace(/:\d+$/, ""))) return null;
  return "This address is not the service's. Start it with --public-host NAME if a tunnel leads here.";
}

/**
 * Serves a fetch handler over HTTP.
 * @param port 0 takes a free one
 * @param names further host names by which it may be reached, of a tunnel
 * @throws the system's error, EADDRINUSE for a port in use
 */
export async function listen(
  fetch: (request: Request) => Promise<Response>,
  port: number,
  names: readonly string[] = [],
): Promise<Listener> {
  const portOf = () => (server.address() as AddressInfo).port;
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request, { incoming }) {
      const refused = refusal(incoming as IncomingMessage, portOf(), names);
      if (refused) return Response.json({ error: true, message: refused }, { status: 403 });
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
  return {
    address: `http://${LOOPBACK}:${portOf()}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
