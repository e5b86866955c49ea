import type { HostState } from "../host-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import { checkFetch, type FetchAnswer, type FetchCall, MAX_BODY_BYTES } from "./fetch-checks";

/** Redirects followed before giving up, as browsers do. */
const MAX_REDIRECTS = 20;
const USER_AGENT =
  "Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: local-script)";

/** Characters of a refused answer that the message repeats. */
const MAX_QUOTED_CHARACTERS = 100;

function toRequest(call: FetchCall): Request {
  const headers = new Headers([["User-Agent", USER_AGENT]]);
  for (const [name, value] of call.headers) headers.set(name, value);
  if (call.contentType !== null && !headers.has("content-type")) headers.set("Content-Type", call.contentType);
  const body =
    call.payloadBase64 === null || call.method === "get" ? undefined : Buffer.from(call.payloadBase64, "base64");
  return new Request(call.url, { method: call.method.toUpperCase(), headers, body, redirect: "manual" });
}

/** The fetch function may throw at once or reject: both mean that nobody answers. */
async function reach(state: HostState, request: Request): Promise<Response> {
  return state.fetch(request);
}

async function answered(state: HostState, call: FetchCall): Promise<FetchAnswer> {
  let current = call;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await reach(state, toRequest(current)).catch(() => {
      throw new ServiceError(MESSAGES.addressUnavailable(current.url));
    });
    const location = response.headers.get("location");
    if (call.followRedirects && location !== null && response.status >= 300 && response.status < 400) {
      current = redirected(current, response.status, new URL(location, current.url).href);
      checkFetch(state, current);
      continue;
    }
    const body = Buffer.from(await response.arrayBuffer());
    if (body.length > MAX_BODY_BYTES) throw new ServiceError(MESSAGES.responseTooLarge());
    return { status: response.status, headers: [...response.headers], bodyBase64: body.toString("base64") };
  }
  throw new ServiceError(MESSAGES.addressUnavailable(call.url));
}

function redirected(call: FetchCall, status: number, url: string): FetchCall {
  if (status === 307 || status === 308) return { ...call, url };
  return { ...call, url, method: "get", payloadBase64: null, contentType: null };
}

/**
 * Sends a request and waits for its answer or the time-out; connection failures are never muted
 * (google.fetch-unreachable).
 */
export function sendRequest(state: HostState, call: FetchCall): Promise<FetchAnswer> {
  const { clock, settings } = state;
  const limitMs = (call.timeoutSeconds ?? settings.fetchTimeoutSeconds) * 1000;
  return clock
    .park<FetchAnswer | Error>((wake) => {
      const cancel = clock.at(clock.now() + limitMs, () => wake(new ServiceError(MESSAGES.timeout(call.url))));
      const end = (outcome: FetchAnswer | Error) => {
        cancel();
        wake(outcome);
      };
      clock.task(() => answered(state, call)).then(end, end);
    })
    .then((outcome) => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
}

/** Throws for a status from 400 unless muted; scheme and host only, and the answer's start (google.fetch-status). */
export function refuseStatus(call: FetchCall, answer: FetchAnswer): void {
  if (call.muteHttpExceptions || answer.status < 400) return;
  const { protocol, host } = new URL(call.url);
  const body = Buffer.from(answer.bodyBase64, "base64").toString("utf8");
  const quoted = body === "" ? "" : `${body.slice(0, MAX_QUOTED_CHARACTERS)}...`;
  throw new ServiceError(MESSAGES.requestFailed(`${protocol}//${host}`, answer.status, quoted));
}
