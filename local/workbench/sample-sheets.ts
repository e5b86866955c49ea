import type { CellInput, CellStyle } from "../apps-script/workbook/cell";
import { SAMPLE_DOMAINS, SAMPLE_EMAILS } from "../service/samples/samples";
import type { SheetContent } from "./univer/new-workbook";

type Row = (CellInput | null)[];

const HEADER: CellStyle = { fontWeight: "bold", background: "#e6f4ea" };
const HEADING: CellStyle = { fontWeight: "bold", fontColor: "#188038" };
const EXPLANATION: CellStyle = { fontColor: "#5f6368" };

const EMAIL_WIDTH_PX = 240;
const PERSON_EMAIL_WIDTH_PX = 300;
const NARROW_PX = 110;
const STATUS_WIDTH_PX = 170;
const GAP_PX = 30;
const TEXT_WIDTH_PX = 440;

const text = (value: string): CellInput => ({ value });
const formula = (value: string): CellInput => ({ formula: value });

/** Puts explanations beside a table, one line a row from the first, after a free column. */
function explain(table: Row[], columns: number, lines: string[]): Row[] {
  return Array.from({ length: Math.max(table.length, lines.length) }, (_, index) => {
    const line = lines[index];
    const cells = Array.from({ length: columns + 1 }, (__, column) => table[index]?.[column] ?? null);
    return line === undefined ? cells : [...cells, text(line)];
  });
}

function styles(columns: number, lines: number): NonNullable<SheetContent["styles"]> {
  return [
    { row: 1, column: 1, rows: 1, columns, style: HEADER },
    { row: 1, column: columns + 2, rows: 1, columns: 1, style: HEADING },
    { row: 2, column: columns + 2, rows: lines, columns: 1, style: EXPLANATION },
  ];
}

function sheet(name: string, table: Row[], widthsPx: number[], lines: string[]): SheetContent {
  const columns = widthsPx.length;
  return {
    name,
    rows: explain(table, columns, lines),
    columnWidthsPx: [...widthsPx, GAP_PX, TEXT_WIDTH_PX],
    styles: styles(columns, lines.length),
    frozenRows: 1,
  };
}

function verifyEmails(): SheetContent {
  const last = SAMPLE_EMAILS.length + 1;
  const rows = SAMPLE_EMAILS.map(({ email }, index): Row => {
    const whole = index === 0 ? formula(`=VERIFY_EMAIL(A2:A${last})`) : null;
    return [text(email), formula(`=VERIFY_EMAIL(A${index + 2})`), whole];
  });
  const header = [text("Email"), text("Status"), text("One formula for all")];
  return sheet(
    "Verify emails",
    [header, ...rows],
    [EMAIL_WIDTH_PX, STATUS_WIDTH_PX, STATUS_WIDTH_PX],
    [
      "Does an email address exist?",
      "Column B asks for each address: =VERIFY_EMAIL(A2).",
      `Column C is one formula for the whole list: =VERIFY_EMAIL(A2:A${last}).`,
      "Change an address, or add a row with a formula of your own.",
      "For long lists open Extensions ▸ Sheetscout.",
      "",
      "The API key is set already: sandbox-key, with 10,000 credits.",
      "The service behind it runs on this machine; its people and",
      "companies are made up, and nothing leaves this computer.",
    ],
  );
}

function emailCount(): SheetContent {
  const domains = SAMPLE_DOMAINS.filter(({ company }) => company !== undefined).slice(0, 9);
  const rows = domains.map(({ domain }, index): Row => {
    const column = index === 0 ? formula("=EMAIL_COUNT(A2:A)") : null;
    return [text(domain), formula(`=EMAIL_COUNT(A${index + 2})`), column];
  });
  return sheet(
    "Email count",
    [[text("Domain"), text("Emails"), text("One formula")], ...rows],
    [EMAIL_WIDTH_PX, NARROW_PX, NARROW_PX],
    [
      "How many emails does the service know of a company?",
      "=EMAIL_COUNT(A2) is free, so ask it before you search.",
      "Column C is one formula, for as many rows as the list gets: =EMAIL_COUNT(A2:A).",
    ],
  );
}

function domainEmails(): SheetContent {
  const explanation = "The table is one formula, in A3: =DOMAIN_EMAILS(B1, 20). Try another company in B1.";
  const verified =
    "G4 verifies them, =VERIFY_EMAIL(A4:A23): through their ids, so only those that are VALID cost anything.";
  return {
    name: "Domain emails",
    rows: [
      [text("Company"), text("reliable.example"), null, text(explanation)],
      [null, null, null, text(verified)],
      [formula("=DOMAIN_EMAILS(B1, 20)"), null, null, null, null, null, text("verified")],
      [null, null, null, null, null, null, formula("=VERIFY_EMAIL(A4:A23)")],
    ],
    columnWidthsPx: [PERSON_EMAIL_WIDTH_PX, ...new Array<number>(6).fill(STATUS_WIDTH_PX)],
    styles: [
      { row: 1, column: 1, rows: 1, columns: 2, style: HEADER },
      { row: 1, column: 4, rows: 2, columns: 1, style: EXPLANATION },
      { row: 3, column: 1, rows: 1, columns: 7, style: HEADER },
    ],
    frozenRows: 3,
  };
}

const QUESTION_WIDTH_PX = 330;
const FORMULA_WIDTH_PX = 440;

/** The first sheet: every formula with its result, and every job with where to try it. */
function startHere(): SheetContent {
  const line = (question: string, shown: string): Row => [text(question), text(shown), formula(shown)];
  const formulas = [
    line("Does an address exist?", '=VERIFY_EMAIL("ada.valid@reliable.example")'),
    line("How many emails are known? Free.", '=EMAIL_COUNT("reliable.example")'),
    line("Who is behind a domain?", '=COMPANY_INFO("reliable.example", "name, industry, size")'),
    line("What is left to spend?", '=ACCOUNT_INFO("remaining_credits")'),
    line("Whom can I write to there?", '=DOMAIN_EMAILS("three-emails.example", 3)'),
  ];
  const jobs: Row[] = [
    [
      "Verify emails in this column",
      "In the sheet Verify emails: click a cell of column A, choose the item, press Verify.",
    ],
    ["Find emails for this column of companies", "The same in the sheet Find emails."],
    ["Find companies", "Choose the item, open Industry, type Banking, press Preview, then Add to sheet."],
  ].map(([job = "", how = ""]) => [text(job), text(how)]);
  const title: Row = [text("Formulas"), text("Typed like this"), text("Result")];
  const jobTitle: Row = [text("Jobs: Extensions ▸ Sheetscout"), text("How to try it")];
  // The last formula's table has a header and three rows.
  const room: Row[] = [[], [], [], []];
  const own: Row = [
    text("Your own list"),
    text("File ▸ Open a CSV file. Nothing leaves this computer; credits buy nothing."),
  ];
  const rows = [title, ...formulas, ...room, jobTitle, ...jobs, own];
  const second = rows.indexOf(jobTitle) + 1;
  return {
    name: "Start here",
    rows,
    columnWidthsPx: [QUESTION_WIDTH_PX, FORMULA_WIDTH_PX, EMAIL_WIDTH_PX, STATUS_WIDTH_PX, STATUS_WIDTH_PX],
    styles: [1, second].map((row) => ({ row, column: 1, rows: 1, columns: 3, style: HEADER })),
    frozenRows: 1,
  };
}

/** Six companies, named in the ways in which lists name them. */
function findEmails(): SheetContent {
  const companies = ["reliable.example", "https://thirty-five.example/about", "Trio Partners", "sixty-five.example"];
  const rows = [...companies, "no-mx.example", "Nobody Knows Us"].map((company): Row => [text(company)]);
  return sheet(
    "Find emails",
    [[text("Company")], ...rows],
    [EMAIL_WIDTH_PX],
    [
      "Who works there?",
      "Extensions ▸ Sheetscout ▸ Find emails for this column of companies.",
      "It takes domains, websites and names, and says beforehand what it can cost.",
      "The emails go to a sheet of their own, each beside its company.",
    ],
  );
}

/** Each formula on addresses whose answers the sandbox promises. */
export function sampleSheets(): SheetContent[] {
  return [verifyEmails(), emailCount(), domainEmails()];
}

/** The sheets of a new workbook. */
export function firstSheets(): SheetContent[] {
  const [verify, ...others] = sampleSheets();
  return [startHere(), ...(verify ? [verify] : []), findEmails(), ...others];
}
