import { type EmailVerdict, judgeEmail, normalizeEmail } from "../../local/service/directory/email-verdict";

/** What is to stand beside an input, computed from the sandbox's own truth and nothing of the add-on. */
export interface Expected {
  /** `null`: it is not asked and nothing is written. */
  cells: Record<string, string> | null;
  /** What the service is asked, compared like this; `null` when it is not asked. */
  question: string | null;
}

const NOT_ASKED: Expected = { cells: null, question: null };
const ADDRESS = /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[a-z0-9-]+\.)+[a-z]{2,}$/i;

/** What is shown of a field of the service's answer. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (!Array.isArray(value)) return String(value);
  return value.map((item) => (Array.isArray(item) ? `${item[0]} (${item[1]})` : String(item))).join("; ");
}

/** @param text what the input's cell shows */
export function expectedOfEmail(text: string, fields: string[]): Expected {
  const input = text.trim();
  if (input === "" || input.startsWith("#") || /(?:\.\.\.|…)$/.test(input)) return NOT_ASKED;
  if (!ADDRESS.test(input)) {
    const blank = Object.fromEntries(fields.map((field) => [field, ""]));
    return { cells: { ...blank, email_status: "not an email address" }, question: null };
  }
  const question = normalizeEmail(input);
  const verdict: EmailVerdict = judgeEmail(question);
  return {
    cells: Object.fromEntries(fields.map((field) => [field, shown(verdict[field as keyof EmailVerdict])])),
    question,
  };
}

/** A failure that is told in a cell instead of an answer. */
export const isToldFailure = (text: string): boolean => /^(?:error: |not finished)/.test(text);
