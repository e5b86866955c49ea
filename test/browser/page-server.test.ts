import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { WebSocket } from "ws";
import { type PageServer, startPageServer } from "../../local/workbench/server/page-server";

describe("the workbench's server", () => {
  let server: PageServer;
  let pages = 0;
  beforeAll(async () => {
    server = await startPageServer({
      port: 0,
      frameHtml: (id) => (id === "open" ? "<p>Sidebar</p>" : undefined),
      onPage: () => pages++,
    });
  });
  afterAll(() => server.close());

  function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
    return new Promise<{ status?: number | undefined; policy: string; body: string }>((resolve, reject) => {
      const options = { host: "127.0.0.1", port: server.port, path, method, headers };
      const asked = request(options, (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        const policy = String(response.headers["content-security-policy"]);
        response.on("end", () => resolve({ status: response.statusCode, policy, body }));
      });
      asked.on("error", reject);
      asked.end();
    });
  }

  /** True if a WebSocket from a page of this origin is let in. */
  function connects(headers: Record<string, string>) {
    return new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/`, { headers });
      socket.on("open", () => {
        socket.terminate();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
  }

  const own = () => `http://127.0.0.1:${server.port}`;

  test("gives its page, which may load nothing from elsewhere nor be framed", async () => {
    const { status, policy, body } = await ask("/");
    expect(status).toBe(200);
    expect(body).toContain("page.js");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test("gives an open sidebar apart from the page, and no other", async () => {
    expect(await ask("/frames/open")).toMatchObject({ status: 200, body: "<p>Sidebar</p>" });
    expect((await ask("/frames/open")).policy).toMatch(/^sandbox (?!.*allow-same-origin)/);
    expect((await ask("/frames/closed")).status).toBe(404);
  });

  test("gives no other file", async () => {
    expect((await ask("/../package.json")).status).toBe(404);
    expect((await ask("/page.js.origin.json")).status).toBe(404);
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example"])(
    "refuses a name that only points here: %s",
    async (host) => {
      expect((await ask("/", { host })).status).toBe(403);
    },
  );

  test.each(["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"])(
    "refuses requests of pages from %s",
    async (origin) => {
      expect((await ask("/", { origin })).status).toBe(403);
      expect(await connects({ origin })).toBe(false);
    },
  );

  test("lets only its own page connect", async () => {
    const before = pages;
    expect(await connects({})).toBe(false);
    expect(await connects({ origin: own(), host: `evil.example:${server.port}` })).toBe(false);
    expect(pages).toBe(before);
    expect(await connects({ origin: own() })).toBe(true);
    expect(pages).toBe(before + 1);
  });

  test("outlives pages of other sites that connect and go away at once", async () => {
    const lines = ["GET / HTTP/1.1", "Host: evil.example", "Connection: Upgrade", "Upgrade: websocket", "", ""];
    const request = Buffer.from(lines.join("\r\n") + "x".repeat(100_000));
    for (let i = 0; i < 100; i++) {
      await new Promise<void>((resolve) => {
        const socket = connectSocket(server.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.on("close", () => resolve());
        socket.on("connect", () => {
          socket.write(request);
          // Gone before, while or after it is refused.
          setTimeout(() => socket.resetAndDestroy(), i % 4);
        });
      });
    }
    expect((await ask("/")).status).toBe(200);
  });

  test.each([
    "//",
    "/?",
    "/page.js?x=//",
    "/%zz",
    "/frames/",
    "/frames/constructor",
    "/__proto__",
    "http://evil.example/",
  ])("answers %s as a page that is there or is not", async (path) => {
    expect([200, 404]).toContain((await ask(path)).status);
  });

  test("is only read", async () => {
    expect((await ask("/", { origin: own() }, "POST")).status).toBe(405);
  });
});
