import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { listen } from "../../local/service/http/listen";
import { isRemote, type SandboxUnderTest, startSandbox } from "./support/service-under-test";

/** Sends bytes as they are. @returns everything that came back until `answers` answers were there or the end */
function exchange(address: string, pieces: string[], answers = 1): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket: Socket = connect(Number(port), hostname);
    const isComplete = () => received.split("HTTP/1.1 ").length > answers && /[}\n]$/.test(received.trimEnd());
    socket.on("data", (bytes) => {
      received += bytes;
      if (isComplete()) socket.end();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
    for (const piece of pieces) socket.write(piece);
  });
}

const request = (path: string, lines: string[], body = ""): string =>
  [`POST ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");

(isRemote ? describe.skip : describe)("requests as they come over a socket", () => {
  let sandbox: SandboxUnderTest;
  let own: string[];
  beforeAll(async () => {
    sandbox = await startSandbox();
    own = [`Host: ${new URL(sandbox.address).host}`, "X-KEY: sandbox-key"];
  });
  afterAll(() => sandbox.close());
  const send = (...pieces: string[]) => exchange(sandbox.address, pieces);

  test.each([
    ["without a body, a length and a type, as curl sends it without -d", []],
    ["without a body and a length", ["Content-Type: application/json"]],
    ["with a length of 0", ["Content-Type: application/json", "Content-Length: 0"]],
  ])("account information is answered %s", async (_, lines) => {
    const answer = await send(request("/account-information", [...own, ...lines]));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"remaining_credits":');
  });

  test("an operation that needs a body is told that it has none", async () => {
    const answer = await send(request("/email-count", [...own, "Content-Type: application/json"]));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("INVALID_REQUEST");
  });

  test("a body in chunks is read like any other", async () => {
    const body = '{"domain":"reliable.example"}';
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const lines = [...own, "Content-Type: application/json", "Transfer-Encoding: chunked"];
    const head = request("/email-count", lines);
    const answer = await send(head, chunk(body.slice(0, 9)), chunk(body.slice(9)), "0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"count":');
  });

  test("chunks over 1 MB are refused, and the connection ends", async () => {
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    const lines = [...own, "Content-Type: application/json", "Transfer-Encoding: chunked"];
    const answer = await send(request("/email-count", lines), ...Array.from({ length: 17 }, () => chunk));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  test("a caller who breaks off is no error of the service", async () => {
    const told = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const { hostname, port } = new URL(sandbox.address);
    const lines = [...own, "Content-Type: application/json", "Content-Length: 50"];
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.on("close", () => resolve());
      socket.on("connect", () => socket.write(request("/email-count", lines, '{"dom')));
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    expect(await send(request("/account-information", own))).toMatch(/^HTTP\/1\.1 200 /);
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });

  test("several requests on one connection are each answered, also after a refused one", async () => {
    sandbox.clock.advance(60_000);
    const body = '{"domain":"reliable.example"}';
    const type = ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const refused = request("/email-count", [own[0] ?? "", "X-KEY: wrong", ...type], body);
    const good = request("/email-count", [...own, ...type], body);
    const empty = request("/account-information", own);
    const answers = await exchange(sandbox.address, [refused + good + empty], 3);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  test.each([["evil.example"], ["evil.example:8087"], ["127.0.0.1"], ["127.0.0.1.evil.example"]])(
    "a page that has pointed its own name here (Host: %s) reads neither answers nor the log",
    async (host) => {
      for (const path of ["/account-information", "/sandbox/calls"]) {
        const answer = await send(request(path, [`Host: ${host}`, "X-KEY: sandbox-key"]));
        expect(answer).toMatch(/^HTTP\/1\.1 403 /);
        expect(answer).not.toContain("remaining_credits");
      }
    },
  );

  test.each(["http://evil.example", "null", "self"])("a page from %s is refused", async (site) => {
    const origin = `Origin: ${site === "self" ? sandbox.address : site}`;
    const change = '{"moveMs":1}';
    const lines = [...own, origin, "Content-Type: application/json", `Content-Length: ${change.length}`];
    expect(await send(request("/sandbox/clock", lines, change))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send(request("/account-information", [...own, origin]))).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("a tunnel's name is answered when the service was started with it", async () => {
    const listener = await listen(sandbox.service.fetch, 0, ["tunnel.example"]);
    const lines = ["Host: Tunnel.example", "X-KEY: sandbox-key"];
    expect(await exchange(listener.address, [request("/account-information", lines)])).toMatch(/^HTTP\/1\.1 200 /);
    await listener.close();
  });
});
