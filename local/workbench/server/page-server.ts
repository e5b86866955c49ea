import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import { PROJECT_ROOT } from "../../project-root";

/**
 * Says why a request is refused; `null` if it is not. The workbench listens on the loopback address only, but any web
 * page a person has open can send requests there. A page elsewhere names its own site in `Origin`; one that has pointed
 * its own name at 127.0.0.1 (DNS rebinding) names that in `Host`.
 */
function refusal(headers: IncomingHttpHeaders, port: number, needsOrigin: boolean): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? "")) return "This address is not the workbench's.";
  if (headers.origin === undefined) return needsOrigin ? "A connection must say where it comes from." : null;
  return headers.origin === `http://${headers.host}` ? null : "Another site's page may not use the workbench.";
}

export interface PageFile {
  contentType: string;
  body: string | Buffer;
}

const FILES: Record<string, { file: string; contentType: string }> = {
  "/": { file: "local/workbench/page/index.html", contentType: "text/html; charset=utf-8" },
  "/page.js": { file: ".build/workbench/page.js", contentType: "text/javascript; charset=utf-8" },
  "/help": { file: "sidebar/guide.html", contentType: "text/html; charset=utf-8" },
  "/page.css": { file: ".build/workbench/page.css", contentType: "text/css; charset=utf-8" },
};

/** The files of the page by path; there are no others. */
async function readPageFile(pathname: string): Promise<PageFile | null> {
  const found = FILES[pathname];
  if (!found) return null;
  return { contentType: found.contentType, body: await readFile(path.join(PROJECT_ROOT, found.file)) };
}

/** The only interface the workbench listens on. */
const LOOPBACK = "127.0.0.1";
/** A page's message may hold a large paste; above this the connection ends. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The page loads nothing from elsewhere and may not be shown inside another site's page. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join("; ");

/** Sidebars run as on Google: scripts, forms and pop-ups, but apart from the page that shows them. */
const FRAME_POLICY =
  "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads; " +
  "frame-ancestors 'self'";

export interface PageServerOptions {
  port: number;
  /** The HTML of a sidebar or dialog that is open. */
  frameHtml(id: string): string | undefined;
  onPage(socket: WebSocket): void;
}

export interface PageServer {
  port: number;
  close(): Promise<void>;
}

/** Serves the page, the frames in it and its WebSocket; to this page alone. */
export async function startPageServer({ port, frameHtml, onPage }: PageServerOptions): Promise<PageServer> {
  const portOf = () => (server.address() as AddressInfo).port;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const refused = refusal(request.headers, portOf(), false);
    if (refused) return end(response, 403, refused);
    if (request.method !== "GET") return end(response, 405, "The workbench's page is only read.");
    const [pathname = ""] = (request.url ?? "/").split("?");
    const html = pathname.startsWith("/frames/") ? frameHtml(pathname.slice("/frames/".length)) : undefined;
    if (html !== undefined) return send(response, "text/html; charset=utf-8", html, FRAME_POLICY);
    const file = await readPageFile(pathname);
    if (!file) return end(response, 404, "There is no such page.");
    return send(response, file.contentType, file.body, PAGE_POLICY);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => end(response, 500, "The page's files are missing."));
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  server.on("upgrade", (request, socket, head) => {
    // A refused client may be gone already: unhandled, that error would end the process.
    socket.on("error", () => socket.destroy());
    if (refusal(request.headers, portOf(), true)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n", () => socket.destroy());
      return;
    }
    sockets.handleUpgrade(request, socket, head, (page) => {
      // A broken frame or one over the limit: the connection ends by itself.
      page.on("error", () => {});
      onPage(page);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    port: portOf(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, contentType: string, body: string | Buffer, policy: string): void {
  response.writeHead(200, {
    "content-type": contentType,
    "content-security-policy": policy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  response.end(body);
}

function end(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(`${sentence}\n`);
}
