import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { describe, expect, test } from "@jest/globals";
import Papa from "papaparse";
import { UsageError } from "../../local/command-line";
import { ListError, readCsvFile } from "../../local/lists/csv-file";
import { PROJECT_ROOT } from "../../local/project-root";
import { readTryOptions } from "../../local/try/options";
import { checkOutput, verifyList } from "../../local/try/verify-list";

const LIST = path.join(PROJECT_ROOT, "test/fixtures/lists/contacts-200.csv");

const tryCommand = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/run.mjs", "local/try/main.ts", ...args], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
  });

describe("npm run try", () => {
  test("prints the list with the status of each email beside it @slow", () => {
    const { status, stdout, stderr } = tryCommand(LIST);
    expect(status).toBe(0);
    expect(stderr).toContain("200 of 200 rows");

    const before = Papa.parse<string[]>(readFileSync(LIST, "utf8").slice(1)).data.slice(0, 201);
    const after = Papa.parse<string[]>(stdout.replace(/^\uFEFF/, "")).data.slice(0, 201);
    expect(after.map((row) => row.slice(0, 4))).toEqual(before);
    expect(after[0]?.slice(4)).toEqual(["email_status", "email_sub_status", "type", "disposable"]);

    const statusOf = new Map<string, Set<string>>();
    for (const row of after.slice(1)) {
      const email = (row[2] ?? "").trim().toLowerCase();
      statusOf.set(email, (statusOf.get(email) ?? new Set()).add(row[4] ?? ""));
    }
    expect(statusOf.get("")).toEqual(new Set([""]));
    expect([...(statusOf.get("not-an-email") ?? [])].join()).toMatch(/not an email/i);
    // Repeated addresses have one answer, whatever their letter case and blanks.
    expect([...statusOf.values()].filter((answers) => answers.size > 1)).toEqual([]);
    const verdicts = [...statusOf.values()].filter((answers) =>
      /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test([...answers].join()),
    );
    expect(verdicts.length).toBeGreaterThan(100);
  });

  test("npm run try -- list.csv > out.csv holds the list alone, and the summary goes to the person @slow", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "try-"));
    const list = path.join(folder, "my list.csv");
    writeFileSync(list, "Personal email,Work email\nada@home.example,ada.valid@reliable.example\n");
    const printed = path.join(folder, "out.csv");
    const { stderr } = spawnSync(`npm run try -- "${list}" > "${printed}"`, {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
      shell: true,
    });
    expect(readFileSync(printed, "utf8")).toBe(
      "Personal email,Work email,email_status,email_sub_status,type,disposable\nada@home.example,ada.valid@reliable.example,VALID,,professional,FALSE\n",
    );
    expect(stderr).toContain('Verified "Work email" against the sandbox: 1 VALID.');

    const named = path.join(folder, "named.csv");
    const { stdout, stderr: told } = tryCommand(list, "--out", named, "--column", "personal email");
    expect(stdout).toBe("");
    expect(told).toContain(`Written to ${named}.`);
    expect(readFileSync(named, "utf8")).toMatch(
      /^Personal email,.*\nada@home.example,[^\n]*,(VALID|INVALID|CATCH_ALL|not known: .*),/,
    );
  });

  /** A folder with lists that cannot be used. @returns the arguments with the lists' paths in the places of their names */
  function inFolder(args: string[]): string[] {
    const folder = mkdtempSync(path.join(tmpdir(), "try-"));
    writeFileSync(path.join(folder, "empty.csv"), "");
    writeFileSync(path.join(folder, "towns.csv"), "Name,Town\nAda,Oslo\n");
    writeFileSync(path.join(folder, "header.csv"), "Name,Email\n");
    writeFileSync(path.join(folder, "blank.csv"), "Name,Email\nAda,\nBob, \n");
    const question = "What shall we call you? ".repeat(3);
    writeFileSync(path.join(folder, "form.csv"), `${question}Name,${question}Email\nAda,ada.valid@reliable.example\n`);
    writeFileSync(path.join(folder, "wide.csv"), `Email${",x".repeat(20_000)}\nada.valid@reliable.example\n`);
    writeFileSync(
      path.join(folder, "titles.csv"),
      "My list\nClass,Mail,Note,\nA,ada.valid@reliable.example,B,1\nB,,,\n",
    );
    return args.map((name) => (/^[a-z]+$/.test(name) ? path.join(folder, `${name}.csv`) : name));
  }

  test.each([
    ["an option that there is not", ["--colum", "x"], 2, /^Unknown option '--colum'\.\n\nUsage: npm run try -- /],
    ["a place for the results that is not there", ["titles", "--out", "no/x.csv"], 1, /^There is no folder [^\n]*\n$/],
  ])("says in one sentence what is wrong, and ends so, with %s @slow", (_what, args, exitCode, words) => {
    const { status, stdout, stderr } = tryCommand(...inFolder(args));
    expect({ status, stdout }).toEqual({ status: exitCode, stdout: "" });
    expect(stderr).toMatch(words);
  });

  test("says how it is used, as every command does @slow", () => {
    const { status, stdout, stderr } = tryCommand("--help");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: npm run try -- list\.csv/);
    const { scripts } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "package.json"), "utf8"));
    const entries = Object.values<string>(scripts).flatMap((script) => /run\.mjs (\S+)/.exec(script)?.[1] ?? []);
    const isSilent = (entry: string) =>
      !/^await runCommand\(/m.test(readFileSync(path.join(PROJECT_ROOT, entry), "utf8"));
    expect(entries.length).toBeGreaterThan(9);
    expect(entries.filter(isSilent)).toEqual([]);
  });

  test.each([
    ["titles", "mail", 2, '"Mail"'],
    // Its letter, though a cell below the header and a title hold the same text.
    ["titles", "b", 2, '"Mail"'],
    ["towns", "B", 1, '"Town"'],
    [
      "form",
      `${"What shall we call you? ".repeat(3)}Email`,
      1,
      `"${"What shall we call you? ".repeat(3).slice(0, 60)}"`,
    ],
  ])("takes the column that is meant, of %s %s", async (list, column, headerRow, name) => {
    const { rows } = await readCsvFile(inFolder([list])[0] as string);
    const verified = await verifyList(list, rows, column, () => {});
    expect(verified).toMatchObject({ headerRow, name });
    expect(verified.answers).toHaveLength(rows.length - headerRow);
  });

  test.each([
    ["its header", [`Email ${"h".repeat(40_000)}`, "ada.valid@reliable.example"]],
    ["one cell", ["Email", "é".repeat(9_500), "ada.valid@reliable.example"]],
    [
      "ten cells",
      ["Email", ...Array.from({ length: 10 }, (_, i) => `${i}${"é".repeat(1_001)}`), "ada.valid@reliable.example"],
    ],
  ])("verifies a list of which %s is very long", async (_what, column) => {
    const { answers } = await verifyList(
      "long.csv",
      column.map((text) => [text]),
      undefined,
      () => {},
    );
    expect(answers.at(-1)?.[0]).toBe("VALID");
    expect(new Set(answers.slice(0, -1).map(([status = ""]) => status))).toEqual(
      new Set(column.length > 2 ? ["not an email address"] : []),
    );
  });

  test("makes sure that the results can be written, and leaves the place as it is", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "try-"));
    writeFileSync(path.join(folder, "old.csv"), "old");
    await checkOutput(path.join(folder, "old.csv"));
    await checkOutput(path.join(folder, "new.csv"));
    expect(readdirSync(folder)).toEqual(["old.csv"]);
    expect(readFileSync(path.join(folder, "old.csv"), "utf8")).toBe("old");
    await expect(checkOutput(folder)).rejects.toThrow(new RegExp(`${folder} is a folder\\. Name a file in it`));
    await expect(checkOutput(path.join(folder, "old.csv", "x"))).rejects.toThrow("Name another file with --out.");
  });

  // The same without a process for each, which takes a second to start.
  test.each([
    ["without a file", [], UsageError, "Name the CSV file"],
    [
      "with a column that is not there",
      ["towns", "--column", "Mail"],
      ListError,
      'no column "Mail". Its columns are: Name, Town.',
    ],
    ["with a name that is empty", ["titles", "--column", ""], ListError, 'has no column "". Its columns are: Class'],
    ["with a file that is not there", ["missing.csv"], ListError, "There is no file"],
    ["with an empty file", ["empty"], ListError, "is empty"],
    ["with a list without emails", ["towns"], ListError, "has no column of emails"],
    ["with a header and nothing below", ["header"], ListError, "has one row, and no address in it"],
    ["with a header alone whose column is named", ["header", "--column", "Email"], ListError, "has one row, and no"],
    ["with an email column that is blank", ["blank"], ListError, "put addresses into it"],
    ["with more columns than a sheet has", ["wide"], ListError, "has 20001 columns, and results fit beside at most"],
  ])("says in one sentence what is wrong %s", async (_what, args, Kind, sentence) => {
    const refused = (async () => {
      const { list, column } = readTryOptions(inFolder(args));
      const { rows } = await readCsvFile(list);
      await verifyList(list, rows, column, () => {});
    })();
    await expect(refused).rejects.toBeInstanceOf(Kind);
    const message = String(await refused.catch(({ message }) => message));
    expect(message.trim().split("\n")).toHaveLength(1);
    expect(message).toContain(sentence);
  });
});
