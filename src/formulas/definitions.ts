import { ServiceError } from "../service/errors";
import { type Cell, FOUND_EMAIL_FIELDS, USUAL_COMPANY_FIELDS, VERIFICATION_FIELDS } from "../service/fields";
import { FAILURE_PREFIX } from "../service/input-problems";
import { VERDICT_FIELDS, verdictOf } from "../service/verdict";
import type { FormulaEnvironment } from "./ask";
import {
  type Argument,
  ArgumentError,
  answerCells,
  pick,
  readColumns,
  readEmailType,
  readLimit,
  readSingle,
  unfinishedText,
} from "./cells";
import {
  ACCOUNT_COLUMNS,
  COMPANY_COLUMNS,
  EMAIL_COUNT,
  type QuestionKind,
  searchQuestion,
  VERIFICATION,
} from "./questions";
import { listEmails, showAccount } from "./table";

/**
 * A formula. *Finish formulas* and *Turn formulas into values* know formulas by these names and shapes. Tests
 * compare the README's table and the help with them.
 */
export interface Formula {
  /** Names of the arguments, optional ones in brackets. The first one is what the formula is about. */
  args: readonly string[];
  example: string;
  /** `cells`: a value or row for each cell of the first argument; `table`: a header row and rows below it. */
  shape: "cells" | "table";
  columns: readonly string[];
  usualColumns: readonly string[];
  /** @throws ArgumentError when an argument is wrong, ServiceError when nothing can be answered: both say what to do */
  answer(environment: FormulaEnvironment, args: unknown[]): Cell | Cell[][];
}

export type FormulaName = keyof typeof FORMULAS;

const COMPANY_EXAMPLE = '=DOMAIN_EMAILS("acme.example", 20, "professional")';
const ofCompany = (name: string): Argument => ({ name, example: COMPANY_EXAMPLE });

const ACCOUNT_EXAMPLE = '=ACCOUNT_INFO("remaining_credits")';

/** The id is last, so that older sheets keep their columns in place. */
const USUAL_EMAIL_COLUMNS = ["email", "first_name", "last_name", "email_type", "verification.status", "email_anon_id"];

/** Details of a company come with a search; the smallest one costs at most 1 credit. */
const SMALLEST_SEARCH = searchQuestion(1, "all");

export const FORMULAS = {
  VERIFY_EMAIL: cellFormula({
    args: ["emails", "[columns]"],
    example: '=VERIFY_EMAIL(A2:A50, "email_status, type")',
    kind: VERIFICATION,
    columns: [...VERIFICATION_FIELDS, ...VERDICT_FIELDS],
    usualColumns: ["email_status"],
    row: (known, wanted, environment) => [
      ...known,
      ...(VERDICT_FIELDS.some((field) => wanted.includes(field)) ? verdictCells(known, environment) : []),
    ],
  }),
  EMAIL_COUNT: cellFormula({
    args: ["domains"],
    example: "=EMAIL_COUNT(A2:A50)",
    kind: EMAIL_COUNT,
    columns: ["count"],
    usualColumns: ["count"],
    row: (known) => known,
  }),
  COMPANY_INFO: cellFormula({
    args: ["companies", "[columns]"],
    example: '=COMPANY_INFO(A2:A50, "name, industry, size")',
    kind: SMALLEST_SEARCH,
    columns: COMPANY_COLUMNS,
    usualColumns: USUAL_COMPANY_FIELDS,
    row: ({ company }) => company,
  }),
  DOMAIN_EMAILS: {
    args: ["company", "[limit]", "[type]", "[columns]"],
    example: COMPANY_EXAMPLE,
    shape: "table",
    columns: FOUND_EMAIL_FIELDS,
    usualColumns: USUAL_EMAIL_COLUMNS,
    answer(environment, [company, limit, type, columns]) {
      const named = { name: "columns", example: '=DOMAIN_EMAILS("acme.example", 20, "all", "email, first_name")' };
      const wanted = readColumns(named, columns, FOUND_EMAIL_FIELDS, USUAL_EMAIL_COLUMNS);
      return listEmails(
        environment,
        readSingle(ofCompany("company"), company),
        readLimit(ofCompany("limit"), limit),
        readEmailType(ofCompany("type"), type),
        wanted,
      );
    },
  },
  ACCOUNT_INFO: {
    args: ["[field]"],
    example: ACCOUNT_EXAMPLE,
    shape: "table",
    columns: ACCOUNT_COLUMNS,
    usualColumns: ACCOUNT_COLUMNS,
    answer(environment, [field]) {
      const named = { name: "field", example: ACCOUNT_EXAMPLE };
      readSingle(named, field, "field");
      return showAccount(environment, readColumns(named, field, ACCOUNT_COLUMNS, ACCOUNT_COLUMNS));
    },
  },
} satisfies Record<string, Formula>;

interface CellFormula<Resource, Known> extends Omit<Formula, "shape" | "answer"> {
  kind: QuestionKind<Resource, Known>;
  /** A row of `columns`. @param wanted the columns that are shown */
  row(known: Known, wanted: readonly string[], environment: FormulaEnvironment): Cell[];
}

function verdictCells(row: Cell[], environment: FormulaEnvironment): Cell[] {
  const facts = Object.fromEntries(VERIFICATION_FIELDS.map((field, i) => [field, row[i]]));
  const { verdict, reason } = verdictOf(facts, environment.verdictSwitches());
  return [verdict, reason];
}

function cellFormula<Resource, Known>({ kind, row, ...formula }: CellFormula<Resource, Known>): Formula {
  const { args, example, columns, usualColumns } = formula;
  const argument = (index: number): Argument => ({ name: (args[index] ?? "").replace(/[[\]]/g, ""), example });
  return {
    ...formula,
    shape: "cells",
    answer(environment, [value, named]) {
      const wanted = args.length > 1 ? readColumns(argument(1), named, columns, usualColumns) : usualColumns;
      const cellsOf = (known: Known) => pick(row(known, wanted, environment), columns, wanted);
      return answerCells(environment, argument(0), value, kind, wanted.length, cellsOf);
    },
  };
}

const tooMany = ({ args: { length }, args }: Formula, given: number): string =>
  `It takes ${length === 1 ? "1 argument" : `at most ${length} arguments`} (${args.join(", ").replace(/[[\]]/g, "")}), not ${given}.`;

/**
 * Answers a formula. Its errors stand in its cell as text, because Sheets adds the line of the script to an error that
 * is thrown (google.custom-function-results).
 */
export function answerFormula(environment: FormulaEnvironment, name: FormulaName, args: unknown[]): Cell | Cell[][] {
  const formula: Formula = FORMULAS[name];
  const [first = ""] = formula.args;
  try {
    // A missing argument is undefined; a blank cell is an empty text.
    if (args[0] === undefined && !first.startsWith("[")) {
      throw new ArgumentError({ name: first, example: formula.example }, "Give a cell, a range or a text.");
    }
    if (args.length > formula.args.length)
      throw new ArgumentError({ name, example: formula.example }, tooMany(formula, args.length));
    return formula.answer(environment, args);
  } catch (thrown) {
    if (thrown instanceof ServiceError) return unfinishedText(thrown);
    if (thrown instanceof ArgumentError) return FAILURE_PREFIX + thrown.message;
    throw thrown;
  }
}
