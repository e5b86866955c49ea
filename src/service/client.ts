import { maskKey } from "./mask-key";
import type { ServiceCall } from "./operations";
import { failed, type Outcome, readAnswer } from "./read-answer";
import type { HttpTransport } from "./transport";

/** Sends calls to the service with one account's key. */
export interface ServiceClient {
  /** Sends all calls at the same time; their outcomes come in the same order. Never throws. */
  askAll<Result>(calls: ServiceCall<Result>[]): Outcome<Result>[];
}

/** What a client is made of. */
export interface ServiceClientParts {
  transport: HttpTransport;
  /** https, without a slash at its end. */
  baseUrl: string;
  apiKey: string;
}

/** A client of the five operations (specification 4 and 5). */
export function createServiceClient({ transport, baseUrl, apiKey }: ServiceClientParts): ServiceClient {
  return {
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
        // One lost answer loses all of them (facts 2.2). The words are Google's and translated: shown, never parsed.
        const words = thrown instanceof Error ? thrown.message : String(thrown);
        const detail = maskKey(words, apiKey);
        return calls.map(() => failed({ code: "NO_ANSWER", status: null, detail }));
      }
    },
  };
}
