import { isObject, type JsonObject, parse } from "../json";
import { ServiceError, type ServiceErrorCode } from "./errors";
import type { ServiceCall } from "./operations";

export interface ServiceClient {
  /** Sends all calls at the same time. Never throws. */
  askAll<Result>(calls: ServiceCall<Result>[]): Outcome<Result>[];
  /** Never throws. */
  ask<Result>(call: ServiceCall<Result>): Outcome<Result>;
}

/** @param baseUrl https, without a slash at its end (service.http-calls, service.key-header) */
export function createServiceClient(transport: HttpTransport, baseUrl: string, apiKey: string): ServiceClient {
  const client: ServiceClient = {
    ask: (call) => client.askAll([call])[0] as Outcome<never>,
    askAll(calls) {
      const requests = calls.map(({ operation, body }) => ({
        url: `${baseUrl}/${operation}`,
        headers: { "X-KEY": apiKey },
        body: body === null ? "" : JSON.stringify(body),
      }));
      try {
        const responses = transport.sendAll(requests);
        return calls.map((call, i) => readAnswer(call, responses[i] ?? { status: 0, text: "" }, apiKey));
      } catch (thrown) {
        if (thrown instanceof ServiceError) return calls.map(() => ({ ok: false, error: thrown }));
        // When one answer is lost, all of them are. Google translates its words, so they are shown and never parsed.
        const detail = maskKey(thrown instanceof Error ? thrown.message : String(thrown), apiKey);
        return calls.map(() => ({ ok: false, error: new ServiceError("NO_ANSWER", null, detail) }));
      }
    },
  };
  return client;
}

export interface HttpRequest {
  url: string;
  headers: Record<string, string>;
  /** JSON text, or `""` for an empty body. */
  body: string;
}

export interface HttpResponse {
  status: number;
  text: string;
}

export interface HttpTransport {
  /**
   * Sends all requests at the same time, and does not follow redirects.
   * @throws ServiceError with `NO_CONSENT` when nothing may be sent; otherwise whatever the platform throws when one
   * request gets no answer. All answers are lost then
   */
  sendAll(requests: HttpRequest[]): HttpResponse[];
}

/** A shorter key would be part of ordinary words. */
const SHORTEST_KEY = 6;
const MASK = "(key)";

/** A refusal may repeat the key, and its words are kept and shown to everybody who has the document open. */
function maskKey(text: string, apiKey: string): string {
  return apiKey.length < SHORTEST_KEY ? text : text.split(apiKey).join(MASK);
}

/** The specification's answers have five levels; much deeper ones would exhaust the stack. */
const MAX_LEVELS = 12;
const TOO_DEEP = "…";

/** Control characters except tabs and line ends, halves of letters, and marks that change the direction of text. */
const UNREADABLE = /[^\P{Cc}\t\n]|[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function cleanAnswer(value: unknown, apiKey: string, levels: number = MAX_LEVELS): unknown {
  const clean = (text: string): string => maskKey(text.replace(UNREADABLE, ""), apiKey);
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  const inner = (item: unknown): unknown => cleanAnswer(item, apiKey, levels - 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), inner(item)]));
}

export type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: ServiceError };

/** Longer texts of the service are cut. All filters with their plans, or 500 refused names, are shorter. */
const MAX_DETAIL_CHARACTERS = 20_000;

/** Reads an answer and masks the key in it (service.answer-envelope, service.failure-answers). */
function readAnswer<Result>(
  call: ServiceCall<Result>,
  { status, text }: HttpResponse,
  apiKey: string,
): Outcome<Result> {
  const content = cleanAnswer(parse(text), apiKey);
  const answer = isObject(content) ? content : null;
  if (status < 200 || status >= 300 || answer?.error === true) {
    return { ok: false, error: new ServiceError(codeOf(answer, status), status, detailOf(answer)) };
  }
  const result = answer ? call.read(answer) : undefined;
  if (result === undefined) return { ok: false, error: new ServiceError("UNREADABLE_ANSWER", status) };
  return { ok: true, result };
}

/** These say as much without a body. */
const CODES_OF_STATUS: Record<number, string> = { 401: "INVALID_API_KEY", 402: "INSUFFICIENT_CREDITS" };

function codeOf(answer: JsonObject | null, status: number): ServiceErrorCode {
  const code = answer?.error_code;
  // Everything that the service sends is untrusted, so only texts that look like codes may stand in messages and cells.
  const isCode = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,59}$/.test(code);
  return (isCode ? code : (CODES_OF_STATUS[status] ?? `HTTP_${status}`)) as ServiceErrorCode;
}

function detailOf(answer: JsonObject | null): string {
  const detail = answer?.filter_error;
  return typeof detail === "string" ? detail.slice(0, MAX_DETAIL_CHARACTERS) : "";
}
