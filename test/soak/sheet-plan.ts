import type { Draw } from "./random";
import type { Kind } from "./scenario";

/** A column that somebody has before the add-on comes. */
export interface PlannedColumn {
  id: string;
  header: string;
  /** `tag` names its row; `formula` shows the length of the input, and its row; `ask` asks the service. */
  role: "tag" | "input" | "text" | "number" | "formula" | "ask";
}

export interface PlannedRow {
  tag: string;
  /** As it is typed. */
  input: string;
}

/** Things that lie over the cells. */
const FEATURES = [
  "hidden-rows",
  "hidden-column",
  "filter",
  "filter-view",
  "notes",
  "colours",
  "validated-texts",
  "validated-inputs",
  "frozen",
  "protected-elsewhere",
  "protected-row",
  "formulas-elsewhere",
  "formulas-that-ask",
  "another-list",
  "total-below",
  "column-at-a-distance",
  "merged-title",
  "merged-cells",
  "merged-group",
  "merged-inputs",
  "table",
  "typed-table",
] as const;
export type Feature = (typeof FEATURES)[number];

/** The sheet of somebody who has a list. */
export interface SheetPlan {
  name: string;
  /** The header is in the first row, below a title, or there is none. */
  layout: "header" | "titles" | "headless";
  columns: PlannedColumn[];
  rows: PlannedRow[];
  features: Feature[];
}

const SHEET_NAMES = ["Leads", "Q3 leads (new)", "Müller & Söhne's list", "2030", "Sheet1"];
const EMAIL_HEADERS = ["Email", "E-mail", "email address", "Contact", "Work email"];
const COMPANY_HEADERS = ["Website", "Company", "domain", "Account", "Homepage"];

/** Draws rows and columns, and what lies over them. */
export function drawSheet(kind: Kind, draw: Draw): SheetPlan {
  const isList = kind !== "fill";
  const isLong = draw.chance(0.01);
  const count = isList ? (isLong ? draw.low(300, 3_000) : draw.low(5, 60)) : draw.low(3, 20);
  const layout = draw.weighted([
    { weight: 7, layout: "header" as const },
    { weight: 1, layout: "titles" as const },
    { weight: 2, layout: "headless" as const },
  ]).layout;
  const others = Array.from({ length: draw.int(0, 3) }, (_, index): PlannedColumn => {
    const role = draw.pick(["text", "text", "number", "formula"] as const);
    return { id: `c${index}`, role, header: `${draw.pick(["Note", "Owner", "Phone", "Status"])} c${index}` };
  });
  const input: PlannedColumn = {
    id: "in",
    role: "input",
    header: draw.pick(asksEmails(kind) ? EMAIL_HEADERS : COMPANY_HEADERS),
  };
  const columns = [...others];
  columns.splice(draw.int(0, others.length), 0, input);
  columns.splice(draw.chance(0.7) ? 0 : columns.length, 0, { id: "tag", role: "tag", header: "Row" });
  if (kind === "formulas") columns.push({ id: "ask", role: "ask", header: "Status" });
  const inputs = drawInputs(kind, draw, count);
  return {
    name: draw.pick(SHEET_NAMES),
    layout,
    columns,
    rows: inputs.map((text, index) => ({ tag: tagOf(index), input: text })),
    features: FEATURES.filter(() => draw.chance(0.12)),
  };
}

const asksEmails = (kind: Kind): boolean => kind === "verify" || kind === "formulas";

const tagOf = (index: number): string => `t${String(index).padStart(4, "0")}`;

/** The n-th address or company of a world; many stand several times. */
export function inputOf(kind: Kind, number: number): string {
  if (asksEmails(kind)) return `person${number}@company${number % 7}.example`;
  return `firm${number}.example`;
}

function drawInputs(kind: Kind, draw: Draw, count: number): string[] {
  const distinct = Math.max(1, Math.round(count * draw.pick([1, 1, 0.9, 0.5])));
  const oddShare = draw.pick([0, 0.1, 0.4]);
  const odd = asksEmails(kind) ? ODD_EMAILS : ODD_COMPANIES;
  return Array.from({ length: count }, (_, index) => {
    if (draw.chance(oddShare)) return draw.pick(odd);
    const text = inputOf(kind, index < distinct ? index : draw.int(0, distinct - 1));
    if (!draw.chance(oddShare)) return text;
    return draw.pick([text.toUpperCase(), ` ${text}`, `${text}  `, text.replace(/^p/, "P")]);
  });
}

const ODD_EMAILS = [
  "",
  "  ",
  "not an address",
  "12345",
  "TRUE",
  "1/2/2026",
  "#N/A",
  "Loading...",
  "ada.valid@reliable.example",
  "ADA.Valid@reliable.example ",
  "bob.gone@reliable.example",
  "anyone@catch-all.example",
  "anyone@no-mx.example",
  '="formula"&"@reliable.example"',
  '=LOWER("BIG@RELIABLE.EXAMPLE")',
  "two@reliable@example",
];

const ODD_COMPANIES = [
  "",
  "  ",
  "ab",
  "12345",
  "#N/A",
  "Loading...",
  "three-emails.example",
  "https://www.Three-Emails.example/about",
  "no-emails.example",
  "no-mx.example",
  "webmail.example",
  "Twins Trading",
  "Reliable Tools",
  "sixty-five.example",
  '="three-emails"&".example"',
];
