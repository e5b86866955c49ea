import { type EmailVerdict, judgeEmail, normalizeEmail } from "../../local/service/directory/email-verdict";
import { isLeftOut } from "./left-out";
import { type CompanyTruth, companyTruth } from "./oracle";
import type { Kind, Scenario } from "./scenario";

/** The right cells beside an input, computed from the sandbox's own truth and nothing of the add-on. */
export interface Expected {
  /** `null`: it is not asked and nothing is written. */
  cells: Record<string, string> | null;
  /** The question to the service, compared like this; `null` when it is not asked. */
  question: string | null;
  /** The company that a search finds; `null` for other kinds. */
  company: CompanyTruth | null;
}

/** The field that says how a row went. */
export const STATUS_FIELD: Record<Kind, string> = {
  verify: "email_status",
  find: "emails_found",
  enrich: "company_domain",
  fill: "",
  formulas: "email_status",
};

const NOT_ASKED: Expected = { cells: null, question: null, company: null };
const ADDRESS = /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[a-z0-9-]+\.)+[a-z]{2,}$/i;

/** Blanks, errors and what is still loading. */
const isLeftAlone = (input: string): boolean => input === "" || input.startsWith("#") || /(?:\.\.\.|…)$/.test(input);

/** The text of a field of the service's answer. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (!Array.isArray(value)) return String(value);
  return value.map((item) => (Array.isArray(item) ? `${item[0]} (${item[1]})` : String(item))).join("; ");
}

/** @param text what the input's cell shows */
export function expectedOf(scenario: Scenario, text: string): Promise<Expected> | Expected {
  const input = text.trim();
  if (isLeftAlone(input)) return NOT_ASKED;
  return scenario.kind === "find" || scenario.kind === "enrich"
    ? expectedOfCompany(scenario, input)
    : expectedOfEmail(scenario, input);
}

const onlyStatus = (scenario: Scenario, status: string): Record<string, string> => ({
  ...Object.fromEntries(scenario.job.fields.map((field) => [field, ""])),
  [STATUS_FIELD[scenario.kind]]: status,
});

export function expectedOfEmail(scenario: Scenario, input: string): Expected {
  if (!ADDRESS.test(input))
    return { cells: onlyStatus(scenario, "not an email address"), question: null, company: null };
  const question = normalizeEmail(input);
  const verdict: EmailVerdict = judgeEmail(question);
  const cells = scenario.job.fields.map((field) => [field, shown(verdict[field as keyof EmailVerdict])]);
  const isUnanswered =
    verdict.email_status === "INVALID" && /_(?:timed_out|unknown_response)$/.test(verdict.email_sub_status ?? "");
  // Formulas show the service's own word.
  if (isUnanswered && scenario.kind !== "formulas" && scenario.job.fields.includes("email_status"))
    cells.push(["email_status", "not known: the mail server did not answer"]);
  return { cells: Object.fromEntries(cells), question, company: null };
}

/** The status that verifying gives an address. */
export const statusOfEmail = (scenario: Scenario, text: string): string =>
  expectedOfEmail({ ...scenario, kind: "verify", job: { ...scenario.job, fields: ["email_status"] } }, text).cells
    ?.email_status ?? "";

async function expectedOfCompany(scenario: Scenario, input: string): Promise<Expected> {
  const question = input.toLowerCase();
  const notAsked = (why: string): Expected => ({ cells: onlyStatus(scenario, why), question: null, company: null });
  if (!/\p{L}/u.test(input)) return notAsked("not a company: give its own domain, or a name with letters in it");
  if (input.length < 3) return notAsked("not a company: a name has 3 to 75 characters");
  if (isLeftOut(scenario, input)) return NOT_ASKED;
  const isEnriched = scenario.kind === "enrich";
  const limit = isEnriched ? 1 : scenario.job.limit;
  const company = await companyTruth(input, isEnriched ? "all" : scenario.job.emailType);
  if (company.code !== null) return { cells: onlyStatus(scenario, `error: ${company.code}`), question, company };
  const emails = company.emails.slice(0, limit);
  const count = emails.length === 0 ? "no emails" : String(emails.length);
  const all = {
    total_emails: String(company.total),
    domain: company.domain,
    company_domain: company.domain,
    ...company.details,
  };
  const cells = scenario.job.fields.map((field) => [field, (all as Record<string, string>)[field] ?? ""]);
  return {
    cells: { ...Object.fromEntries(cells), ...(isEnriched ? {} : { emails_found: count }) },
    question,
    company: { ...company, emails },
  };
}

/** A text without the words in which a failure is told: `error: CODE`. */
export const plainFailure = (text: string): string => text.replace(/^error: (?:.*\()?(\w+)\)?$/, "error: $1");

/** A failure that is told in a cell instead of an answer. */
export const isToldFailure = (text: string): boolean => /^(?:error: |not finished)/.test(text);
