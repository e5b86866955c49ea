import process from "node:process";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { realClock } from "../../../local/clock/clock";
import { listen } from "../../../local/service/http/listen";
import { createSandboxService, type SandboxOptions, type SandboxService } from "../../../local/service/sandbox-service";
import { createManualClock, type ManualClock } from "./manual-clock";

/** The answer of an operation. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at answers of every shape.
  body: any;
  headers: Headers;
}

export interface ServiceUnderTest {
  address: string;
  /** The key of a caller with credits and the highest plan. */
  key: string;
  /** Calls an operation with a pause before, so that no rate limit is met. */
  call(operation: string, body?: object, key?: string): Promise<Answer>;
  /** Sends any request, without a pause. */
  send(path: string, init: RequestInit): Promise<Answer>;
  close(): Promise<void>;
}

/** The sandbox, with what only it offers. */
export interface SandboxUnderTest extends ServiceUnderTest {
  service: SandboxService;
  clock: ManualClock;
}

/** Slow enough for every operation: those without a published limit are assumed to allow 60 a minute. */
const PAUSE_MS = 1_100;
/** Jest runs three test files at a time. */
const REMOTE_PAUSE_MS = 3 * PAUSE_MS;

const { SERVICE_BASE_URL, SERVICE_API_KEY } = process.env;

/** True if the tests were pointed at another service; then everything that needs the sandbox is skipped. */
export const isRemote = Boolean(SERVICE_BASE_URL && SERVICE_API_KEY);

function client(address: string, key: string, pause: () => Promise<void>): Omit<ServiceUnderTest, "close"> {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${address}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  const call = async (operation: string, body?: object, otherKey = key): Promise<Answer> => {
    await pause();
    return send(`/${operation}`, {
      method: "POST",
      headers: { "X-KEY": otherKey, "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  };
  return { address, key, send, call };
}

/** A sandbox of its own, reached over HTTP on a free port of this machine. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<SandboxUnderTest> {
  const clock = createManualClock();
  const service = createSandboxService({ dataDirectory: null, clock, controls: true, ...options });
  const listener = await listen(service.fetch, 0);
  return {
    ...client(listener.address, "sandbox-key", async () => clock.advance(PAUSE_MS)),
    service,
    clock,
    close: async () => {
      await listener.close();
      service.close();
    },
  };
}

/** The service that the environment names, else a sandbox. */
export async function startService(): Promise<ServiceUnderTest> {
  if (!SERVICE_BASE_URL || !SERVICE_API_KEY) return startSandbox();
  const address = SERVICE_BASE_URL.replace(/\/+$/, "");
  return { ...client(address, SERVICE_API_KEY, () => realClock.sleep(REMOTE_PAUSE_MS)), close: async () => {} };
}

type Hook = (work: () => Promise<void>) => void;

/** Starts something before the tests and closes it after them: its parts are there when a test begins. */
function started<Kind extends ServiceUnderTest>(start: () => Promise<Kind>, before: Hook, after: Hook): Kind {
  const service = {} as Kind;
  before(async () => {
    Object.assign(service, await start());
  });
  after(() => service.close());
  return service;
}

/** One service, or one sandbox, for all tests of a group; or a sandbox of its own for each. */
export const serviceForAll = (): ServiceUnderTest => started(startService, beforeAll, afterAll);
export const sandboxForAll = (): SandboxUnderTest => started(startSandbox, beforeAll, afterAll);
export const sandboxForEach = (): SandboxUnderTest => started(startSandbox, beforeEach, afterEach);

/** A domain that the service under test has emails for. */
export const KNOWN_DOMAIN = process.env.SERVICE_KNOWN_DOMAIN ?? "hundred-twenty.example";
