import type { FetchAnswer, FetchCall } from "../services/fetch-checks";
import { signed, wrongSignature } from "./arguments";
import { Blob } from "./blob";
import { call } from "./bridge";
import { printAsClass } from "./java-enum";
import { requirePermission } from "./permissions";
import { FORM, requestOf, requestOfItem } from "./url-fetch-request";
import { decodeBase64Text, fromBase64 } from "./utilities-bytes";

/** The answer to a fetch. */
class HTTPResponse {
  readonly #url: string;
  readonly #answer: FetchAnswer;

  constructor(url: string, answer: FetchAnswer) {
    this.#url = url;
    this.#answer = answer;
  }
  #bytes(): Uint8Array {
    return fromBase64(this.#answer.bodyBase64) as Uint8Array;
  }
  #header(name: string): string | undefined {
    return this.#answer.headers.find(([header]) => header.toLowerCase() === name)?.[1];
  }
  getResponseCode(): number {
    return this.#answer.status;
  }
  getContent(): number[] {
    return signed(this.#bytes());
  }
  getContentText(charset?: string): string {
    const named = /charset=([^;]+)/i.exec(this.#header("content-type") ?? "")?.[1];
    return decodeBase64Text(this.#answer.bodyBase64, charset ?? named);
  }
  getHeaders(): Record<string, string> {
    return Object.fromEntries(this.#answer.headers);
  }
  getAllHeaders(): Record<string, string | string[]> {
    const all: Record<string, string | string[]> = {};
    for (const [name, value] of this.#answer.headers) {
      const before = all[name];
      all[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
    }
    return all;
  }
  getBlob(): Blob {
    const type = this.#header("content-type")?.split(";")[0] ?? "text/html";
    return new Blob(this.#bytes(), type, this.#fileName());
  }
  /** The last part of the path, as a browser would save it; without one the server's name. */
  #fileName(): string {
    const [, server = "", path = ""] = /^\w+:\/\/([^/?#]+)([^?#]*)/.exec(this.#url) ?? [];
    return path.split("/").filter(Boolean).pop() ?? server;
  }
  getAs(type: string): Blob {
    return this.getBlob().getAs(type);
  }
}

printAsClass({ Blob, HTTPResponse });

/** A request as `getRequest` shows it, with the type that a payload would have (google.fetch-request). Nothing is sent. */
function shown(request: FetchCall, given: unknown): Record<string, unknown> {
  const isForm = typeof given === "object" && given !== null && !Array.isArray(given) && !(given instanceof Blob);
  const payload = isForm ? decodeBase64Text(request.payloadBase64 as string) : given;
  return {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    contentType: request.contentType ?? FORM,
    payload,
    followRedirects: request.followRedirects,
    useIntranet: false,
    validateHttpsCertificates: true,
  };
}

export const UrlFetchApp = {
  fetch(url: unknown, options?: { payload?: unknown }): HTTPResponse {
    requirePermission("fetch", "UrlFetchApp.fetch");
    const request = requestOf("UrlFetchApp.fetch", [url, options]);
    return new HTTPResponse(request.url, call("UrlFetchApp.fetch", request));
  },
  fetchAll(requests: unknown): HTTPResponse[] {
    requirePermission("fetch", "UrlFetchApp.fetchAll");
    if (!Array.isArray(requests)) throw wrongSignature("UrlFetchApp.fetchAll", [requests]);
    const sent = requests.map(requestOfItem);
    const answers = call<FetchAnswer[]>("UrlFetchApp.fetchAll", sent);
    return answers.map((answer, index) => new HTTPResponse(sent[index]?.url ?? "", answer));
  },
  getRequest(url: unknown, options?: { payload?: unknown }): Record<string, unknown> {
    return shown(requestOf("UrlFetchApp.getRequest", [url, options]), options?.payload);
  },
};
