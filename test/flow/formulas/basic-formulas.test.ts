import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";

let sheet: FormulaDocument;
beforeEach(async () => {
  sheet = await openFormulaDocument();
});
afterEach(() => sheet.close());

describe("the built formulas in a sheet", () => {
  test("compute for cells, ranges and columns, each distinct thing by one call", async () => {
    await sheet.type("A1", ["x@no-mx.example", "no address", "", "X@no-mx.example", "x@catch-all.example"]);
    await sheet.type("B1", ["=VERIFY_EMAIL(A1:A5)"]);
    await sheet.type("D1", ['=VERIFY_EMAIL(A1, "email_status, email_sub_status, mx_record_present")']);
    await sheet.type("G1", ["=EMAIL_COUNT(A9)"]);
    await sheet.type("H1", ['=EMAIL_COUNT("https://reliable.example/about")']);
    await sheet.type("I1", ['=ACCOUNT_INFO("remaining_credits")']);
    expect(sheet.column("B1:B5")).toEqual(["INVALID", "not an email address", "", "INVALID", "CATCH_ALL"]);
    expect(sheet.shows("D1:I1")).toEqual([["INVALID", "no_mx_records", "FALSE", "", "24", "9999"]]);
    expect(sheet.calls.map(({ operation }) => operation).sort()).toEqual([
      "account-information",
      "email-count",
      "email-verifier",
      "email-verifier",
    ]);
  });

  test("list the emails of a company, and show the company without another call", async () => {
    await sheet.type("A1", ['=DOMAIN_EMAILS("reliable.example", 3, "professional", "email, first_name")']);
    await sheet.type("D1", ['=DOMAIN_EMAILS("reliable.example", 30)']);
    await sheet.type("J1", ['=COMPANY_INFO("reliable.example", "name, total_emails")']);
    const [header, ...rows] = sheet.shows("A1:B5");
    expect(header).toEqual(["email", "first_name"]);
    expect(rows.filter(([email]) => email?.endsWith("@reliable.example"))).toHaveLength(3);
    expect(sheet.column("D1:D40").filter((text) => text.includes("@"))).toHaveLength(24);
    expect(sheet.shows("J1:K1")).toEqual([["Reliable Tools", "24"]]);
    expect(sheet.calls).toHaveLength(2);
  });

  test("say in the cell what to do without a key", async () => {
    await sheet.close();
    sheet = await openFormulaDocument({ apiKey: "no-such-key" });
    await sheet.type("A1", ['=VERIFY_EMAIL("x@reliable.example")']);
    expect(sheet.column("A1:A1")).toEqual([expect.stringMatching(/^not finished: The API key was refused\./)]);
    const shown = JSON.stringify(await sheet.user.callFormula("VERIFY_EMAIL", ["y@reliable.example"]));
    expect(shown).toContain(
      "The API key was refused. Choose Extensions ▸ Sheetscout ▸ Settings and paste it again; formulas use the key of this spreadsheet's owner. Then choose",
    );
    expect(shown).not.toContain("no-such-key");
  });

  test("say in the cell what is wrong with an argument, without a line of the script", async () => {
    const wrong = [
      "=VERIFY_EMAIL()",
      '=VERIFY_EMAIL("x@reliable.example","nonsense")',
      "=DOMAIN_EMAILS()",
      "=EMAIL_COUNT()",
    ];
    await sheet.type("A1", [...wrong, "=VERIFY_EMAIL(Z9)"]);
    expect(sheet.column("A1:A5")).toEqual([
      'error: emails: Give a cell, a range or a text. Example: =VERIFY_EMAIL(A2:A50, "email_status, type")',
      expect.stringMatching(/^error: columns: There is no "nonsense"\. Choose from: /),
      expect.stringMatching(/^error: company: Give a cell, a range or a text\. Example: =DOMAIN_EMAILS\(/),
      "error: domains: Give a cell, a range or a text. Example: =EMAIL_COUNT(A2:A50)",
      "",
    ]);
  });

  test("say how many arguments they take when there are more, and ask nothing", async () => {
    await sheet.type("A1", [
      '=VERIFY_EMAIL("x@reliable.example", "type", TRUE)',
      '=EMAIL_COUNT("reliable.example", 3)',
    ]);
    expect(sheet.column("A1:A2")).toEqual([
      'error: VERIFY_EMAIL: It takes at most 2 arguments (emails, columns), not 3. Example: =VERIFY_EMAIL(A2:A50, "email_status, type")',
      "error: EMAIL_COUNT: It takes 1 argument (domains), not 2. Example: =EMAIL_COUNT(A2:A50)",
    ]);
    expect(sheet.calls).toEqual([]);
  });

  test("menu functions do nothing when they are called from a cell", async () => {
    await sheet.type("A1", ["=finishFormulas()", "=turnFormulasIntoValues()"]);
    expect(sheet.column("A1:A2")).toEqual(["#ERROR!", "#ERROR!"]);
  });

  test("the menu is there before the add-on may do anything in the document", async () => {
    await sheet.user.open("NONE");
    const captions = JSON.stringify(sheet.user.menus());
    expect(captions).toContain("Finish formulas");
    expect(captions).toContain("Turn formulas into values");
  });
});
