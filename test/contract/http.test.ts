import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expectFailure } from "./support/expectations";
import { isRemote, type ServiceUnderTest, startSandbox, startService } from "./support/service-under-test";

const OPERATIONS = ["account-information", "email-count", "search-company", "email-verifier", "domain-search"];

describe("every operation over HTTP (service.http-calls)", () => {
  let service: ServiceUnderTest;
  const json = (): Record<string, string> => ({ "X-KEY": service.key, "Content-Type": "application/json" });

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test.each(OPERATIONS)("%s refuses a wrong key with INVALID_API_KEY and HTTP 400", async (operation) => {
    expectFailure(await service.call(operation, {}, "no-such-key"), "INVALID_API_KEY");
  });

  test("a missing key is refused like a wrong one (service.key-header)", async () => {
    const headers = { "Content-Type": "application/json" };
    expectFailure(await service.send("/email-count", { method: "POST", headers, body: "{}" }), "INVALID_API_KEY");
  });

  const sandboxTest = isRemote ? test.skip : test;

  sandboxTest("the key is checked before anything else is looked at", async () => {
    expectFailure(await service.send("/email-count", { method: "GET" }), "INVALID_API_KEY");
    expectFailure(await service.send("/email-count", { method: "POST", body: "{broken" }), "INVALID_API_KEY");
    expectFailure(await service.send("/nothing-here", { method: "POST" }), "INVALID_API_KEY");
  });

  sandboxTest.each(["GET", "PUT", "DELETE", "PATCH"])(
    "%s is refused: only POST is an operation's method (service.http-calls)",
    async (method) => {
      const answer = await service.send("/account-information", { method, headers: json() });
      expectFailure(answer, "INVALID_REQUEST", 405);
      expect(answer.headers.get("Allow")).toBe("POST");
    },
  );

  sandboxTest("an unknown path is answered in the general structure", async () => {
    for (const path of ["/", "/search-person", "/email-count/", "/email-count/x"]) {
      expectFailure(await service.send(path, { method: "POST", headers: json(), body: "{}" }), "INVALID_REQUEST", 404);
    }
  });

  sandboxTest("another content type than JSON is refused (service.http-calls)", async () => {
    const headers = { ...json(), "Content-Type": "text/plain" };
    const answer = await service.send("/email-count", { method: "POST", headers, body: '{"domain":"a.example"}' });
    expectFailure(answer, "INVALID_REQUEST", 415);
  });

  sandboxTest.each(["{broken", "", "[]", "null", "7", '"text"'])(
    "a body of %j is refused: it is no JSON object (service.http-calls)",
    async (body) => {
      expectFailure(await service.send("/email-count", { method: "POST", headers: json(), body }), "INVALID_REQUEST");
    },
  );

  sandboxTest("a body over 1 MB is refused, one just below is read", async () => {
    const body = (length: number): string => JSON.stringify({ domain: "a".repeat(length) });
    const post = (length: number) =>
      service.send("/email-count", { method: "POST", headers: json(), body: body(length) });
    expectFailure(await post(1024 * 1024), "INVALID_REQUEST", 413);
    expectFailure(await post(1024 * 1024 - 100), "INVALID_REQUEST", 400);
  });

  sandboxTest("a body that never says its length is measured while it is read", async () => {
    const body = new ReadableStream({
      start(stream) {
        for (let piece = 0; piece < 20; piece++) stream.enqueue(new Uint8Array(64 * 1024).fill(32));
        stream.close();
      },
    });
    // Not over HTTP: there the client may notice the closed connection before it has read the answer.
    const sandbox = await startSandbox();
    const init = { method: "POST", headers: json(), body, duplex: "half" } as RequestInit;
    const answer = await sandbox.service.fetch(new Request(`${sandbox.address}/email-count`, init));
    expect(answer.status).toBe(413);
    await sandbox.close();
  });

  sandboxTest("unknown parameters are refused, so that a typing error shows", async () => {
    expectFailure(await service.call("email-count", { domain: "a.example", limit: 3 }), "INVALID_REQUEST");
  });

  sandboxTest("no answer holds a stack trace or names a file", async () => {
    const answers = [
      await service.call("email-verifier", { email: { toString: 1 } }),
      await service.call("domain-search", { company: ["x"] }),
      await service.call("search-company", { filters: { company: { names: { include: [{}] } } } }),
      await service.call("search-company", { filters: "all", page: "first" }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(JSON.stringify(body)).not.toMatch(/\.ts|\.js|node_modules|\n\s*at /);
    }
  });

  sandboxTest("an HTML-looking request changes nothing about the answer's type", async () => {
    const answer = await service.call("email-count", { domain: "<script>alert(1)</script>" });
    expectFailure(answer, "INVALID_REQUEST");
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  });
});
