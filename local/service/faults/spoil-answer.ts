import type { Fault } from "./fault";

const HTML = "<!doctype html><html><head><title>Please wait</title></head><body><h1>One moment</h1></body></html>";

/** A field of each answer, and something its type forbids. */
const WRONG_VALUES: Record<string, unknown> = {
  remaining_credits: "many",
  count: "a few",
  email_status: 7,
  email_list: "none",
  results: { company: null },
  location_suggestions: 0,
};

function withWrongType(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (name, value) => (Object.hasOwn(WRONG_VALUES, name) ? WRONG_VALUES[name] : value)),
  );
}

/** The answer as a fault leaves it: the same call has been made and charged. */
export async function spoilAnswer(fault: Fault, answer: Response): Promise<Response> {
  if (fault.kind === "html") {
    return new Response(HTML, { status: fault.status ?? 200, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  const text = await answer.text();
  const spoilt = fault.kind === "truncated-json" ? text.slice(0, Math.floor(text.length / 2)) : withWrongType(text);
  return new Response(spoilt, { status: answer.status, headers: { "Content-Type": "application/json" } });
}
