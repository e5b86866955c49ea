import { expectedOf, isToldFailure, statusOfEmail } from "./answers";
import type { Found } from "./invariants";
import { searchTruth } from "./oracle";
import { hasDied, type World } from "./world";

/** Each company's emails stand in a sheet once, and no others. */
export async function checkEmails(world: World, found: Found): Promise<void> {
  const { addon, list, scenario } = world;
  if (addon.wasDeleted || list.isGone || !list.inputColumn) return;
  const shown = addon.column("email");
  checkOnce(addon, shown, "email", found);
  const there = new Set(shown.map(({ text }) => text));
  const possible = new Set<string>();
  const firstNames = new Map<string, string>();
  for (const text of list.everInputs) {
    const { company } = await expectedOf(scenario, text);
    for (const email of company?.emails ?? []) possible.add(email);
    for (const [email, name] of company?.firstNames ?? []) firstNames.set(email, name);
  }
  const isSpoilt = world.faults.spoiltQuestions.size > 0;
  for (const email of there) {
    if (!possible.has(email) && !addon.ownTexts.has(email) && !isSpoilt)
      found("own emails", `${email} belongs to no company of the list`);
  }
  if (!isSpoilt) checkBeside(world, "email", "first_name", firstNames, (text) => found("own emails", text));
  for (const row of list.rows.values()) {
    if (row.isOverwritten) continue;
    const { company, question } = await expectedOf(scenario, row.shown.get("in") ?? "");
    if (question !== null && world.faults.spoiltQuestions.has(question)) continue;
    for (const email of company?.emails ?? []) {
      if (!there.has(email) && !isMissedByNobody(world, email))
        found("own emails", `${email} of row ${row.at} is missing`);
    }
  }
}

/** Each found email that was verified has its own status, and the search's VALID is taken over. */
export function checkVerified({ addon, scenario, faults }: World, isStrict: boolean, found: Found): void {
  for (const sheetId of addon.ids) {
    const email = addon.columnOf(sheetId, "email");
    const status = addon.columnOf(sheetId, "email_status");
    if (email === null || status === null) continue;
    addon.shows(sheetId).forEach((row, index) => {
      const [text = "", is = ""] = [row[email - 1], row[status - 1]];
      if (index === 0 || addon.ownTexts.has(text)) return;
      if (faults.spoiltQuestions.has(text.trim().toLowerCase())) return;
      const expected = text.trim() === "" ? "" : statusOfEmail(scenario, text.trim());
      // A search's word may be old.
      if (is === "VALID long ago" && expected === "VALID") return;
      if (is === expected || (!isStrict && (is === "" || isToldFailure(is)))) return;
      found("own result", `row ${index + 1} of the found (${text}) says ${is || "nothing"} instead of ${expected}`);
    });
  }
}

/** The companies of all pages stand in the sheet once, each row with its own name, and no others. */
export async function checkCompanies(world: World, found: Found): Promise<void> {
  const { addon, scenario } = world;
  if (addon.wasDeleted || world.faults.spoiltQuestions.size > 0 || scenario.job.appends) return;
  const expected = await searchTruth(scenario.job.filters, scenario.job.pages);
  const shown = addon.column("domain");
  checkOnce(addon, shown, "company", found);
  const there = new Set(shown.map(({ text }) => text));
  for (const domain of expected.keys()) {
    if (!there.has(domain) && !isMissedByNobody(world, domain)) found("own companies", `${domain} is missing`);
  }
  for (const domain of there) {
    if (!expected.has(domain) && !addon.ownTexts.has(domain)) found("own companies", `${domain} was not searched for`);
  }
  checkBeside(world, "domain", "name", expected, (text) => found("own companies", text));
}

/** @param expected the right texts of a field, by those of another one in its row */
function checkBeside(
  { addon, log, counts }: World,
  by: string,
  field: string,
  expected: Map<string, string>,
  found: (text: string) => void,
): void {
  // A row that was written as another column than the hidden one moved looks like a corrected one.
  const mayBeAstray =
    hasDied(log) && log.some((line) => /moves a column of the found|inserts a column of their own/.test(line));
  for (const sheetId of addon.ids) {
    const [known, at] = [addon.columnOf(sheetId, by), addon.columnOf(sheetId, field)];
    if (known === null || at === null) continue;
    for (const row of addon.shows(sheetId)) {
      const [is = "", own] = [row[at - 1], expected.get(row[known - 1] ?? "")];
      if (own === undefined || is === own || addon.ownTexts.has(is) || addon.corrected.has(is)) continue;
      if (mayBeAstray && own !== "" && row.includes(own)) counts.undecided++;
      else found(`${is || "nothing"} stands beside ${row[known - 1]} instead of ${own || "nothing"}`);
    }
  }
}

/** What a write has hit, as somebody inserted a row at that moment, is not put back by an execution that has died. */
function isMissedByNobody({ addon, log, counts }: World, text: string): boolean {
  if (!addon.removed.has(text) && addon.pushed.has(text) && hasDied(log)) {
    addon.removed.add(text);
    counts.undecided++;
  }
  return addon.removed.has(text);
}

function checkOnce(
  { twice }: World["addon"],
  shown: { sheetId: number; text: string }[],
  what: string,
  found: Found,
): void {
  const seen = new Set<string>();
  for (const { sheetId, text } of shown) {
    const name = `${sheetId} ${text}`;
    if (seen.has(name) && !twice.has(text)) found("once", `the ${what} ${text} stands twice in one sheet`);
    seen.add(name);
  }
}
