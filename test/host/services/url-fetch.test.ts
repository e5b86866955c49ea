import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const seen: { method: string; url: string; headers: Headers; body: Buffer }[] = [];

/** A made-up server: its path says what it answers. */
async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  seen.push({
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: Buffer.from(await request.arrayBuffer()),
  });
  if (pathname === "/unreachable") throw new Error("connection refused");
  if (pathname.startsWith("/status/"))
    return new Response(pathname.endsWith("0") ? "long ".repeat(60) : null, { status: Number(pathname.slice(8)) });
  if (pathname === "/redirect") return new Response(null, { status: 302, headers: { location: "/there" } });
  if (pathname === "/cookies")
    return new Response("x", {
      headers: [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
        ["X-One", "1"],
      ],
    });
  if (pathname === "/latin")
    return new Response(new Uint8Array([233]), { headers: { "content-type": "text/plain; charset=ISO-8859-1" } });
  return new Response("é", { headers: { "content-type": "text/plain; charset=utf-8" } });
}

const { host, evaluate, failure } = createTestHost({ fetch: server });
afterAll(() => host.close());
beforeEach(() => void seen.splice(0));

const HOST = "https://service.example";

describe("what is sent", () => {
  test("an object payload is form-encoded, a text goes unchanged with the form's type", async () => {
    await evaluate(
      `UrlFetchApp.fetch("${HOST}/a", { method: "post", payload: { a: 1, b: "x y&" } }).getResponseCode()`,
    );
    await evaluate(`UrlFetchApp.fetch("${HOST}/a", { method: "post", payload: "{é}" }).getResponseCode()`);
    expect(seen.map(({ body }) => body.toString())).toEqual(["a=1&b=x+y%26", "{é}"]);
    expect(seen.map(({ headers }) => headers.get("content-type"))).toEqual([
      "application/x-www-form-urlencoded",
      "application/x-www-form-urlencoded",
    ]);
  });

  test("contentType sets the type, a Blob sends its own, bytes go as they are", async () => {
    await evaluate(
      `UrlFetchApp.fetch("${HOST}/a", { method: "post", contentType: "application/json", payload: "{}" }).getResponseCode()`,
    );
    await evaluate(
      `UrlFetchApp.fetch("${HOST}/a", { method: "put", payload: Utilities.newBlob("b", "text/csv") }).getResponseCode()`,
    );
    await evaluate(`UrlFetchApp.fetch("${HOST}/a", { method: "patch", payload: [-1, 200] }).getResponseCode()`);
    expect(seen.map(({ headers }) => headers.get("content-type"))).toEqual([
      "application/json",
      "text/csv",
      "application/x-www-form-urlencoded",
    ]);
    expect([...(seen[2]?.body ?? [])]).toEqual([255, 200]);
    expect(seen.map(({ method }) => method)).toEqual(["POST", "PUT", "PATCH"]);
  });

  test("headers are sent, with Google's user agent", async () => {
    await evaluate(`UrlFetchApp.fetch("${HOST}/a", { headers: { "X-KEY": "k" } }).getResponseCode()`);
    expect(seen[0]?.headers.get("x-key")).toBe("k");
    expect(seen[0]?.headers.get("user-agent")).toContain("Google-Apps-Script; beanserver");
  });

  test("a user agent of the script's own does not take the place of Google's (google.fetch-headers)", async () => {
    await evaluate(`UrlFetchApp.fetch("${HOST}/a", { headers: { "user-agent": "mine" } }).getResponseCode()`);
    expect(seen[0]?.headers.get("user-agent")).toContain("Google-Apps-Script; beanserver");
  });

  test.each(['"', "{", "}", "[", "]", "|", "<", "\\\\", "^", " "])(
    "an address with %s is refused, and taken when that is escaped (google.fetch-url-signs)",
    async (sign) => {
      const plain = sign === "\\\\" ? "\\" : sign;
      expect(await failure(`UrlFetchApp.fetch('${HOST}/a?q=${sign}')`)).toBe(
        `Exception: Invalid argument: ${HOST}/a?q=${plain}`,
      );
      expect(await failure(`UrlFetchApp.fetch("${HOST}/a?q=${encodeURIComponent(plain)}")`)).toBe("no error");
    },
  );

  test("names of headers in an answer are written as servers write them, not in lower case (google.fetch-headers)", async () => {
    expect(await evaluate(`Object.keys(UrlFetchApp.fetch("${HOST}/a").getHeaders())`)).toEqual(["Content-Type"]);
  });

  test("getRequest shows a request without sending it", async () => {
    const shown = await evaluate(`UrlFetchApp.getRequest("${HOST}/a", { method: "POST", payload: "p" })`);
    expect(shown).toMatchObject({ method: "post", contentType: "application/x-www-form-urlencoded", payload: "p" });
    expect(seen).toHaveLength(0);
  });

  test("getRequest names a content type without a payload too (google.fetch-request)", async () => {
    expect(await evaluate(`UrlFetchApp.getRequest("${HOST}/a")`)).toMatchObject({
      method: "get",
      contentType: "application/x-www-form-urlencoded",
    });
    expect(await evaluate(`UrlFetchApp.getRequest("${HOST}/a", { contentType: "text/csv" }).contentType`)).toBe(
      "text/csv",
    );
  });

  test("getRequest encodes an object as a form and names its content type", async () => {
    const shown = await evaluate(`UrlFetchApp.getRequest("${HOST}/a", { payload: { q: "a b", n: 1 } })`);
    expect(shown).toMatchObject({
      method: "post",
      contentType: "application/x-www-form-urlencoded",
      payload: "q=a+b&n=1",
    });
  });

  test.each([
    ['{ headers: { Host: "x" } }', "Attribute provided with invalid value: Header:Host"],
    ['{ headers: { "content-length": "1" } }', "Attribute provided with invalid value: Header:content-length"],
    ['{ headers: { Connection: "close" } }', "Attribute provided with invalid value: Header:Connection"],
    [
      '{ headers: { "Transfer-Encoding": "chunked" } }',
      "Attribute provided with invalid value: Header:Transfer-Encoding",
    ],
    ["{ headers: { A: null } }", "Attribute provided with invalid value: Header:null"],
    ['{ method: "head" }', "Attribute provided with invalid value: method:head"],
  ])("%s is refused", async (options, message) => {
    expect(await failure(`UrlFetchApp.fetch("${HOST}/a", ${options})`)).toBe(`Exception: ${message}`);
  });

  test("redirects are followed unless followRedirects is false", async () => {
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/redirect").getResponseCode()`)).toBe(200);
    expect(seen.map(({ url }) => url)).toEqual([`${HOST}/redirect`, `${HOST}/there`]);
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/redirect", { followRedirects: false }).getResponseCode()`)).toBe(
      302,
    );
  });
});

describe("what comes back", () => {
  test("bytes are signed, text is decoded by the named charset, blobs drop the charset", async () => {
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/a").getContent()`)).toEqual([-61, -87]);
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/a").getContentText()`)).toBe("é");
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/latin").getContentText()`)).toBe("é");
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/a").getBlob().getContentType()`)).toBe("text/plain");
  });

  test("a response's blob is named after the last part of the address, else after the server", async () => {
    const name = (path: string) => evaluate(`UrlFetchApp.fetch("${HOST}${path}").getBlob().getName()`);
    expect([await name("/latin?x=1"), await name("/")]).toEqual(["latin", new URL(HOST).host]);
  });

  test("getHeaders collapses repeated headers, getAllHeaders keeps them as lists", async () => {
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/cookies").getHeaders()["Set-Cookie"]`)).toBe("b=2");
    expect(await evaluate(`UrlFetchApp.fetch("${HOST}/cookies").getAllHeaders()["Set-Cookie"]`)).toEqual([
      "a=1",
      "b=2",
    ]);
  });
});

describe("exception texts", () => {
  test("a status from 400 names scheme and host and the answer's start, unless muted", async () => {
    const message = String(await failure(`UrlFetchApp.fetch("${HOST}/status/500")`));
    expect(message).toMatch(
      /^Exception: Request failed for https:\/\/service\.example returned code 500\. Truncated server response: (long )+.*\.\.\. \(use muteHttpExceptions option to examine full response\)$/,
    );
    expect(await failure(`UrlFetchApp.fetch("${HOST}/status/404")`)).toBe(
      "Exception: Request failed for https://service.example returned code 404",
    );
    expect(
      await evaluate(`UrlFetchApp.fetch("${HOST}/status/404", { muteHttpExceptions: true }).getResponseCode()`),
    ).toBe(404);
  });

  test.each([
    ["https://service.example/unreachable", "Address unavailable: https://service.example/unreachable"],
    ["http://localhost:3030", "DNS error: http://localhost:3030"],
    ["http://192.168.0.7/", "Address unavailable: http://192.168.0.7/"],
  ])("%s cannot be reached, muted or not", async (url, message) => {
    expect(await failure(`UrlFetchApp.fetch("${url}", { muteHttpExceptions: true })`)).toBe(`Exception: ${message}`);
  });

  test("sizes: URL 2,082 characters, 100 headers, 8 KB of headers", async () => {
    expect(await failure(`UrlFetchApp.fetch("${HOST}/".padEnd(2083, "x"))`)).toBe(
      "Exception: Limit Exceeded: URLFetch URL Length.",
    );
    expect(await failure(`UrlFetchApp.fetch("${HOST}/".padEnd(2082, "x"))`)).toBe("no error");
    const many = "Object.fromEntries(Array.from({ length: 101 }, (_, i) => ['h' + i, '1']))";
    expect(await failure(`UrlFetchApp.fetch("${HOST}/a", { headers: ${many} })`)).toContain("Limit Exceeded");
    expect(await failure(`UrlFetchApp.fetch("${HOST}/a", { headers: { h: "x".repeat(8192) } })`)).toContain(
      "Limit Exceeded",
    );
  });

  test("a body of more than 50 MB is refused", async () => {
    expect(await failure(`UrlFetchApp.fetch("${HOST}/a", { method: "post", payload: "x".repeat(52428801) })`)).toBe(
      "Exception: Limit Exceeded: URLFetch POST Size.",
    );
  });

  test("the day's quota counts each request of a user and comes back after 24 h", async () => {
    const few = createTestHost({ fetch: server, settings: { fetchesPerDay: 2 } });
    const fetchTwo = `UrlFetchApp.fetchAll(["${HOST}/a", "${HOST}/a"]).length`;
    expect(await few.evaluate(fetchTwo)).toBe(2);
    expect(await few.failure(fetchTwo)).toBe("Exception: Service invoked too many times for one day: urlfetch.");
    expect(await few.evaluate(fetchTwo, few.ben)).toBe(2);
    await few.clock.sleep(24 * 60 * 60 * 1000);
    expect(await few.evaluate(fetchTwo)).toBe(2);
    await few.host.close();
  });

  test("as an option bursts are refused", async () => {
    const few = createTestHost({ fetch: server, settings: { fetchBurst: { calls: 2, perMs: 1000 } } });
    const three = `for (let i = 0; i < 3; i++) UrlFetchApp.fetch("${HOST}/a")`;
    expect(await few.failure(three)).toBe(
      "Exception: Service invoked too many times in a short time: urlfetch rateMax. Try Utilities.sleep(1000) between calls.",
    );
    expect(await few.failure(three.replace("UrlFetchApp", "Utilities.sleep(1000), UrlFetchApp"))).toBe("no error");
    await few.host.close();
  });

  test("translated, no English is left to branch on, but addresses and codes stay", async () => {
    const foreign = createTestHost({ fetch: server, settings: { translated: true } });
    const message = String(await foreign.failure(`UrlFetchApp.fetch("${HOST}/status/404")`));
    expect(message).not.toMatch(/Request failed|returned code/);
    expect(message).toContain("https://service.example");
    expect(message).toContain("404");
    await foreign.host.close();
  });
});
