import type { HttpRequest, HttpResponse, HttpTransport } from "../../../src/service/operations";

/** One request as the service sees it. */
export interface Received {
  operation: string;
  body: Record<string, unknown>;
  key: string;
  atMs: number;
}

/** Answers one request; `"silence"` makes the whole batch fail as Google's fetchAll does. */
export type Responder = (request: Received) => HttpResponse | "silence";

export interface FakeService extends HttpTransport {
  received: Received[];
  /** The number of requests that were sent together, each time. */
  batches: number[];
  respond: Responder;
}

/** @param wait is told how long the slowest answer took */
export function createFakeService(nowMs: () => number, wait: (ms: number) => void, answerMs = 2_000): FakeService {
  const service: FakeService = {
    received: [],
    batches: [],
    respond: answerByAddress,
    sendAll(requests) {
      service.batches.push(requests.length);
      const responses = requests.map((request) => {
        const received = read(request, nowMs());
        service.received.push(received);
        return service.respond(received);
      });
      wait(answerMs);
      if (responses.includes("silence")) throw new Error("Adresse nicht verfügbar: https://service.example");
      return responses as HttpResponse[];
    },
  };
  return service;
}

function read({ url, headers, body }: HttpRequest, atMs: number): Received {
  return {
    operation: url.replace("https://service.example/", ""),
    body: body === "" ? {} : JSON.parse(body),
    key: headers["X-KEY"] ?? "",
    atMs,
  };
}

export const ok = (response: unknown): HttpResponse => ({
  status: 200,
  text: JSON.stringify({ error: false, response }),
});

export const refusal = (status: number, code?: string, detail?: string): HttpResponse => ({
  status,
  text: JSON.stringify({ error: true, error_code: code, filter_error: detail }),
});

/** `valid…` is VALID, everything else INVALID; a company has as many emails as its name ends with. */
export function answerByAddress({ operation, body }: Received): HttpResponse {
  if (operation === "email-verifier") {
    const email = String(body.email);
    const email_status = email.startsWith("valid") ? "VALID" : "INVALID";
    return ok({ email, email_status, mx_record_list: [["mx.acme.example", 10]], email_sub_status: null });
  }
  if (operation === "email-count") return ok({ count: String(body.domain).length });
  if (operation === "domain-search") return ok(firstSet(body));
  return ok({ current_plan: "Top", remaining_credits: 41, used_credits: 9, next_quota_renewal_days: 3 });
}

function firstSet(body: Record<string, unknown>): unknown {
  const total = Number(/(\d+)\./.exec(String(body.company))?.[1] ?? 2);
  const limit = Number(body.limit);
  return {
    email_list: emails(0, Math.min(total, limit)),
    company_enrichment: { name: "Acme", industry: "Anvils", location: { country: "Norway" } },
    meta: { search_id: "s1", total_emails: total, more_results: total > limit, domain: body.company, limit },
  };
}

/** Made-up emails from one number up to, not including, another. */
export const emails = (from: number, to: number): unknown[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
    email: `person${from + i}@acme.example`,
    email_type: "professional",
    first_name: "Ann",
    last_name: null,
    email_anon_id: `id${from + i}`,
    verification: { status: "VALID", last_verified_at: null },
  }));
