import type { Execution } from "../execution";
import type { HostState, ServiceCalls } from "../host-state";
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
  const headers = new Headers();
  for (const [name, value] of call.headers) headers.set(name, value);
  headers.set("User-Agent", USER_AGENT);
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
      checkFetch(state.manifest, current);
      continue;
    }
    const body = Buffer.from(await response.arrayBuffer());
    if (body.length > MAX_BODY_BYTES) throw new ServiceError(MESSAGES.responseTooLarge());
    const headers = [...response.headers].map(([name, value]): [string, string] => [inWords(name), value]);
    return { status: response.status, headers, bodyBase64: body.toString("base64") };
  }
  throw new ServiceError(MESSAGES.addressUnavailable(call.url));
}

/** `Response` forgets the letter case in which a server has sent its headers: most send `Content-Type`. */
const inWords = (name: string): string => name.replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase());

function redirected(call: FetchCall, status: number, url: string): FetchCall {
  if (status === 307 || status === 308) return { ...call, url };
  return { ...call, url, method: "get", payloadBase64: null, contentType: null };
}

/**
 * Sends a request and waits for its answer or the time-out; connection failures are never muted
 * (google.fetch-unreachable).
 */
function sendRequest(state: HostState, call: FetchCall): Promise<FetchAnswer> {
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
function refuseStatus(call: FetchCall, answer: FetchAnswer): void {
  if (call.muteHttpExceptions || answer.status < 400) return;
  const { protocol, host } = new URL(call.url);
  const body = Buffer.from(answer.bodyBase64, "base64").toString("utf8");
  const quoted = body === "" ? "" : `${body.slice(0, MAX_QUOTED_CHARACTERS)}...`;
  throw new ServiceError(MESSAGES.requestFailed(`${protocol}//${host}`, answer.status, quoted));
}

function count(state: HostState, execution: Execution, requests: number): void {
  const { fetchBurst } = state.settings;
  if (fetchBurst !== null) state.quota.countBurst(execution.user, "urlfetch", fetchBurst, state.clock.now(), requests);
  state.quota.count(execution.user, "urlfetch", state.settings.fetchesPerDay, state.clock.now(), requests);
}

/** Sends all, some at a time; every request is sent and counted whatever becomes of the others (google.fetch-all). */
async function sendAll(state: HostState, calls: FetchCall[]): Promise<(FetchAnswer | Error)[]> {
  const outcomes: (FetchAnswer | Error)[] = new Array(calls.length);
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      outcomes[index] = await sendRequest(state, calls[index] as FetchCall).catch((error: Error) => error);
    }
  };
  await state.clock.park<void>((wake) => {
    const lanes = Array.from({ length: state.settings.fetchParallelism }, () => state.clock.task(lane));
    void Promise.all(lanes).then(() => wake());
  });
  return outcomes;
}

export const urlFetchCalls: ServiceCalls = {
  "UrlFetchApp.fetch": async (state, execution, call: FetchCall) => {
    checkFetch(state.manifest, call);
    count(state, execution, 1);
    const answer = await sendRequest(state, call);
    refuseStatus(call, answer);
    return answer;
  },
  /** All or nothing: one failure throws and every answer is lost (google.fetch-all). */
  "UrlFetchApp.fetchAll": async (state, execution, calls: FetchCall[]) => {
    for (const call of calls) checkFetch(state.manifest, call);
    count(state, execution, calls.length);
    const outcomes = await sendAll(state, calls);
    return outcomes.map((outcome, index) => {
      if (outcome instanceof Error) throw outcome;
      refuseStatus(calls[index] as FetchCall, outcome);
      return outcome;
    });
  },
};
