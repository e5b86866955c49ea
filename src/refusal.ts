import type { Refusal } from "./result";
import type { ServiceError } from "./service/errors";
import { remedyOf } from "./service/remedies";

/** What a reader recognises it by; a message is kept in a property, too, which holds 9 KB (facts 2.5). */
const MAX_DETAIL_CHARACTERS = 300;

/** A refusal in our own words. */
export const refuse = (code: string, message: string, remedy: string): Refusal => ({
  ok: false,
  code,
  message,
  remedy,
});

/** Tells the sidebar why the service did not do what was asked. */
export function refusalOf({ code, detail }: ServiceError): Refusal {
  // Remedies are two sentences: what happened, and what to do.
  const text = remedyOf(code);
  const end = text.indexOf(". ") + 1;
  const happened = end > 0 ? text.slice(0, end) : text;
  const shown = detail.length > MAX_DETAIL_CHARACTERS ? `${detail.slice(0, MAX_DETAIL_CHARACTERS - 1)}…` : detail;
  return refuse(code, shown ? `${happened} (${shown})` : happened, end > 0 ? text.slice(end + 1) : "");
}
