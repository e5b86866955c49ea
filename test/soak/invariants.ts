import { contentOf } from "./addon-sheets";
import { type Expected, expectedOf, isToldFailure, plainFailure, STATUS_FIELD, statusOfEmail } from "./answers";
import { dressOf } from "./fill-list";
import { checkCompanies, checkEmails, checkVerified } from "./found";
import { takeLost } from "./hit-cells";
import { noteTaken } from "./list-typing";
import { companyTruth } from "./oracle";
import { HIDDEN_HEADERS, RESULT_FIELDS } from "./people";
import { resultPlaces, type Shown, shownOf } from "./shown";
import { differences, isKeptInNote, snapshotOf } from "./snapshot";
import { hasDied, type World } from "./world";

/** An invariant that does not hold. */
export interface Violation {
  invariant: string;
  text: string;
}

export type Found = (invariant: string, text: string) => void;

/** Features by which cells may refuse what scripts write. */
const REFUSING = new Set([
  "merged-cells",
  "validated-texts",
  "validated-inputs",
  "protected-row",
  "table",
  "typed-table",
]);

/** A cell that only failed for a while has refused nothing: its result comes when it is written again. */
function checkRefusals(world: World, found: Found): void {
  const { list, workbook, scenario, log } = world;
  if (list.isGone || scenario.isOthers || scenario.sheet.features.some((feature) => REFUSING.has(feature))) return;
  if (log.some((line) => /makes a table|merges cells/.test(line))) return;
  for (const { at: column } of list.addonColumns) {
    for (const { at: row } of list.rows.values()) {
      const [[note = null] = []] = workbook.readNotes(list.sheetId, { row, column, rows: 1, columns: 1 });
      if (note?.includes("does not accept"))
        found("own result", `row ${row}, column ${column} refuses nothing, and has the note ${note}`);
    }
  }
}

/**
 * Each row has the result of its own input, or says that it failed.
 * @param isStrict also rows that were edited meanwhile
 * @param mayFail failures that the service does not mean are results
 */
export async function checkResults(
  world: World,
  isStrict: boolean,
  mayBeBlank: boolean,
  found: Found,
  mayFail = !isStrict,
): Promise<void> {
  const { list, scenario } = world;
  if (list.isGone || !list.inputColumn || STATUS_FIELD[scenario.kind] === "") return;
  // Without a header nothing tells which of the columns has come anew.
  if (scenario.sheet.layout !== "header" && !world.isWhole()) return;
  noteTaken(world);
  const shown = shownOf(world);
  const places = resultPlaces(world, shown);
  const spoilt = new Set(world.faults.spoiltQuestions);
  // A company's answer is also that of others who name it differently.
  if (scenario.kind === "find" || scenario.kind === "enrich")
    for (const text of world.faults.spoiltQuestions)
      spoilt.add((await companyTruth(text, scenario.job.emailType)).domain || text);
  const status = places.get(STATUS_FIELD[scenario.kind]);
  for (const row of list.rows.values()) {
    if (row.isOverwritten || row.isCovered || (row.isEdited && !isStrict)) continue;
    const input = row.shown.get("in") ?? "";
    // A blank input, which its own rule refuses, is not asked.
    const { at: column } = list.inputColumn;
    if (shown.at(row.at, column) === "" && isKeptInNote(world, row.at, column, input)) continue;
    const { cells, question, company }: Expected = await expectedOf(scenario, input);
    if (question !== null && spoilt.has(question)) continue;
    if (company && spoilt.has(company.domain)) continue;
    const text = status === undefined ? "" : shown.at(row.at, status);
    const told = `row ${row.at} (${input})`;
    if (cells === null) {
      // No later job asks such a row, so it keeps what it came back with.
      if (text === "" || row.isEdited || row.stale?.has(text)) continue;
      if (input.trim() === "" && mayBeCleared(world)) world.counts.undecided++;
      else found("own result", `${told} is not to be asked and says ${text}`);
      continue;
    }
    if (text === "" && (mayBeBlank || (row.isBack && !isStrict) || isNoted(world, row.at, status))) continue;
    if (isToldFailure(text) && mayFail) continue;
    for (const [field, expected] of Object.entries(cells)) {
      const place = places.get(field);
      const is = place === undefined ? "" : plainFailure(shown.at(row.at, place));
      // Nobody wants a column of results that they delete: it is not made again for rows that are done.
      if (is === "" && !world.isWhole()) continue;
      // A row that a cap has left, or whose input was away meanwhile, has the fewer columns of last week's job.
      if (is === "" && scenario.olderJob && (scenario.job.capHalves !== null || row.isEdited)) continue;
      if (is === expected || (place !== undefined && isNoted(world, row.at, place))) continue;
      found("own result", `${told} says ${field} ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`);
      break;
    }
  }
}

/** The rows that can be seen, by their tags. */
export function visibleRows({ list, workbook }: World): Set<string> {
  if (list.isGone) return new Set();
  const hidden = workbook.hidden(list.sheetId, "rows");
  for (const row of workbook.filter(list.sheetId)?.hiddenRows ?? []) hidden.add(row);
  return new Set([...list.rows.values()].filter(({ at }) => !hidden.has(at)).map(({ tag }) => tag));
}

/** A job of the visible rows that has finished has done them: nobody has moved anything meanwhile. */
export async function checkVisible(world: World, visible: Set<string>, found: Found): Promise<void> {
  const { list, scenario, counts } = world;
  if (STATUS_FIELD[scenario.kind] === "") return;
  const isLeft = scenario.job.rows !== "visible" || scenario.job.tries || scenario.job.capHalves !== null;
  if (isLeft || list.isGone || counts.acts > 0 || scenario.sheet.layout !== "header") return;
  const shown = shownOf(world);
  const status = resultPlaces(world, shown).get(STATUS_FIELD[scenario.kind]);
  for (const row of list.rows.values()) {
    const { cells } = await expectedOf(scenario, row.shown.get("in") ?? "");
    const is = status === undefined ? "" : shown.at(row.at, status);
    if (visible.has(row.tag) && cells !== null && is === "" && !row.isCovered && !isNoted(world, row.at, status))
      found("own result", `row ${row.at} could be seen, the job has finished, and it has no result`);
  }
}

function isNoted({ workbook, list }: World, row: number, column: number | undefined): boolean {
  if (column === undefined) return false;
  const [[note] = []] = workbook.readNotes(list.sheetId, { row, column, rows: 1, columns: 1 });
  return note != null;
}

/** The whole list was done in a copy of the document, or undone there. */
export async function checkInCopy(world: World, found: Found, isUndone = false): Promise<void> {
  // Cells that were about to be put back in the other document at the moment of copying stay here.
  const tell: Found = (invariant, text) =>
    /beside no row/.test(text) || found("copy", `in the copy: ${invariant}: ${text}`);
  if (!isUndone) await checkResults(world, true, false, tell);
  checkNothingElse(world, true, tell);
}

/**
 * Google deletes columns by their numbers: when somebody moves one in that very moment, the wrong one goes, and its
 * content has to be put back. How it looked, and formulas elsewhere that pointed to it, nobody can save.
 */
export function findPutBack(world: World): void {
  const { list } = world;
  if (list.missing.length === 0 || list.isGone) return;
  const shown = shownOf(world);
  const rows = [...list.rows.values()];
  list.missing = list.missing.filter((column) => {
    const own = new Set([...list.columns.values()].map(({ at }) => at));
    for (let at = 1; at <= shown.columns; at++) {
      if (own.has(at) || rows.some((row) => shown.at(row.at, at) !== list.expected(row, column))) continue;
      list.columns.set(column.id, { ...column, at });
      list.addonColumns = list.addonColumns.filter((place) => place.at !== at);
      for (const row of rows) row.dress.delete(column.id);
      return false;
    }
    return true;
  });
}

/** Nothing of what people have put into the document is gone or different, and nothing has come that nobody knows. */
export function checkNothingElse(world: World, mayHaveResults: boolean, found: Found): void {
  const { list, workbook, addon } = world;
  noteTaken(world);
  findPutBack(world);
  for (const { at, id } of list.missing) found("nothing else", `a script has deleted column ${at} (${id})`);
  for (const lost of [...list.lost, ...addon.lost]) found("nothing else", `a script has deleted ${lost}`);
  for (const trespass of world.trespasses) found("nothing else", `a script has done ${trespass}`);
  const texts = addon.allTexts();
  for (const own of addon.ownTexts) {
    const times = texts.filter((text) => text === own).length;
    if (times !== 1 && !(times === 0 && addon.doubtful.has(own)))
      found("nothing else", `${own}, which somebody has typed among the found, stands there ${times} times`);
  }
  if (list.isGone) return;
  const shown = shownOf(world);
  takeLost(world, shown.at);
  for (const row of list.rows.values()) {
    for (const column of list.columns.values()) {
      if (column.role === "ask") continue;
      const is = shown.at(row.at, column.at);
      const expected = list.expected(row, column);
      const place = `row ${row.at}, column ${column.at} (${column.id})`;
      if (is === "" && isKeptInNote(world, row.at, column.at, expected)) continue;
      if (is !== expected && !(column.role === "formula" && !list.inputColumn))
        found("nothing else", `${place} shows ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`);
      const dress = row.dress.get(column.id);
      const looks = dressOf(workbook, list.sheetId, row.at, column.at);
      // A note keeps what somebody has typed into the hidden column, below what it says already.
      const looksElse = looks.replace(/(?:\\n)?Sheetscout's hidden column held [^"]*/, "").replace('""', "null");
      if (dress !== undefined && looks !== dress && looksElse !== dress)
        found("nothing else", `${place} looks like ${looks} instead of ${dress}`);
    }
  }
  checkHeaders(world, shown, found);
  // Nobody here colours by rules.
  for (const { sheetId, areas } of world.document.conditionalFormats()) {
    const isOver = ({ at }: { at: number }): boolean =>
      sheetId === list.sheetId && areas.some(({ column, columns }) => at >= column && at < column + columns);
    for (const column of [...list.columns.values()].filter(isOver))
      found("nothing else", `a rule colours column ${column.at} (${column.id})`);
  }
  checkTheRest(world, shown, mayHaveResults, found);
}

/**
 * What an execution has written beside a row without an input, as rows came meanwhile, and died, looks like a result
 * whose input somebody has cleared.
 */
const mayBeCleared = ({ log }: World): boolean =>
  hasDied(log) && log.some((line) => /inserts (?:blank rows|a row while)|deletes rows/.test(line));

function checkHeaders({ list, counts, log }: World, shown: Shown, found: Found): void {
  const header = list.otherRows.get("header")?.at;
  if (header === undefined) return;
  // Whoever has written a name over another, as somebody moved columns, may have died before it put that back, or
  // somebody has deleted that column just then, which comes back with it.
  const mayLackRepair = hasDied(log) || log.some((line) => line.includes("takes back the deletion"));
  const isLost = mayLackRepair && log.some((line) => /(moves|inserts|deletes) a column/.test(line));
  for (const column of list.columns.values()) {
    const is = shown.at(header, column.at);
    if (isLost && is !== column.header && RESULT_FIELDS.has(is)) {
      column.header = is;
      counts.undecided++;
    }
    // In a table a new column is named at once.
    if (is !== column.header && !(column.header === "" && /^Column \d+$/.test(is)))
      found(
        "nothing else",
        `the header of column ${column.at} is ${JSON.stringify(is)} instead of ${JSON.stringify(column.header)}`,
      );
  }
}

/** Cells that are no person's: results beside rows, their headers, and nothing after an undo. */
function checkTheRest(world: World, shown: Shown, mayHaveResults: boolean, found: Found): void {
  const { list, scenario, workbook } = world;
  const rows = new Set([...list.rows.values()].map(({ at }) => at));
  // The hidden column is the add-on's own affair, until it is to be gone.
  const hidden = workbook.hidden(list.sheetId, "columns");
  const own = new Map([...list.columns.values()].map((column) => [column.at, column]));
  const { layout } = scenario.sheet;
  if (layout === "titles") for (const { at } of list.otherRows.values()) rows.add(at);
  const staleAt = new Map([...list.otherRows.values()].map(({ at, stale }) => [at, stale]));
  const names = new Set<string>([...RESULT_FIELDS.keys(), ...HIDDEN_HEADERS]);
  // Rows that undoing has told to leave: their inputs were edited since, and the columns stay with their names.
  const edited = new Set([...list.rows.values()].flatMap((row) => (row.isEdited ? [row.at] : [])));
  // Nobody knows what their hidden cells have held: undoing tells how many cells it leaves.
  const unread = new Set([...list.rows.values()].flatMap((row) => (row.isUnread ? [row.at] : [])));
  const left = new Set<number>();
  const isLeft = (row: number, text: string): boolean => {
    if (world.unfitRows === 0) return false;
    if (!edited.has(row)) return names.has(text);
    left.add(row);
    return left.size <= world.unfitRows;
  };
  // Where others insert blank columns and move some, nothing tells which of the blank ones is the add-on's: all stay.
  const mayBeTheirs =
    world.log.some((line) => / inserts a column/.test(line)) &&
    world.log.some((line) => /(moves|deletes) a column/.test(line));
  let { taken } = list;
  const isBlankColumn = (column: number, but: number): boolean =>
    Array.from({ length: shown.rows }, (_, i) => i + 1).every((row) => row === but || shown.at(row, column) === "");
  const isBlank = (row: number): boolean => [...list.columns.values()].every(({ at }) => shown.at(row, at) === "");
  for (let row = 1; row <= shown.rows; row++) {
    for (let column = 1; column <= shown.columns; column++) {
      const text = shown.at(row, column);
      if (text === "") continue;
      const place = `row ${row}, column ${column}`;
      if (own.has(column)) {
        const { id = "", header = "" } = own.get(column) ?? {};
        // In a table a new column is named at once.
        if (id.startsWith("extra") && !rows.has(row) && text !== header && !/^Column \d+$/.test(text))
          found("nothing else", `${place} of somebody's new column shows ${JSON.stringify(text)}`);
      } else if (!mayHaveResults) {
        if (isLeft(row, text)) continue;
        if (/^Column \d+$/.test(text) && isBlankColumn(column, row) && (mayBeTheirs || taken-- > 0)) {
          world.counts.undecided++;
          continue;
        }
        if (world.hasLeft && unread.has(row)) world.counts.undecided++;
        else found("undo", `${place} still shows ${JSON.stringify(text)}`);
      } else if (
        !rows.has(row) &&
        !hidden.has(column) &&
        !names.has(text) &&
        !staleAt.get(row)?.has(text) &&
        !/^not an? /.test(text) &&
        // A column of a Table that is being made, or was when somebody made a copy of the document.
        !/^Column \d+$/.test(text) &&
        scenario.kind !== "fill"
      ) {
        // What went astray in a moving row was protected before it could be taken out again: then it stays.
        const isStuck = scenario.isOthers && world.counts.acts > 0;
        if ((mayBeCleared(world) || isStuck) && isBlank(row)) world.counts.undecided++;
        else found("nothing else", `${place} shows ${JSON.stringify(text)} beside no row of the list`);
      }
    }
  }
}

/**
 * The service has refused nothing as too fast by itself. A document knows nothing of its copy, whose formulas ask with
 * the same key as soon as it is made.
 */
export function checkPace({ service, isShared, copy, paysElsewhere }: World, found: Found): void {
  if (copy && paysElsewhere) return;
  for (const call of service.controls.calls()) {
    if (call.errorCode === "RATE_LIMIT_EXCEEDED" && call.fault === null && !isShared)
      found("pace", `a call at ${call.at} is over the limits`);
  }
}

/** Nobody has paid for what was not in the list, nor more than is least. */
async function checkCredits(world: World, found: Found): Promise<void> {
  const { list, service, scenario } = world;
  checkPace(world, found);
  if (scenario.kind === "fill" || scenario.kind === "formulas") return;
  /** The most that each may cost a team, in halves. */
  const least = new Map<string, number>();
  for (const text of list.everInputs) {
    const { question, company } = await expectedOf(scenario, text);
    if (question === null) continue;
    if (scenario.kind === "verify") least.set(question, 1);
    else if (company && company.code === null) {
      const isEnriched = scenario.kind === "enrich";
      const all = await companyTruth(text.trim(), isEnriched ? "all" : scenario.job.emailType);
      const limit = isEnriched ? 1 : scenario.job.limit;
      least.set(all.domain, 2 * Math.ceil(Math.min(limit, all.emails.length) / 50));
    }
  }
  // Through its id a found email costs something only when it is VALID. People lose ids, and the service garbles them.
  const mayLackIds = world.counts.acts > 0 || world.faults.spoiltQuestions.size > 0;
  for (const { text } of world.scenario.job.verifiesFound ? world.addon.column("email") : [])
    if (mayLackIds || statusOfEmail(scenario, text) === "VALID") least.set(text, 1);
  const paid = new Map<string, number>();
  for (const { teamId, subject, halves } of service.controls.ledger()) {
    const sum = (paid.get(`${teamId} ${subject}`) ?? 0) + halves;
    paid.set(`${teamId} ${subject}`, sum);
    const most = least.get(subject);
    // People may have taken it out since.
    if (most === undefined && scenario.job.verifiesFound && subject.includes("@") && world.counts.acts > 0) continue;
    if (most === undefined) found("credits", `${subject} was paid for, and never stood among the inputs`);
    else if (sum > most) found("credits", `${sum} halves were paid for ${subject} where ${most} are enough`);
  }
}

/** Checks a job that has ended the first time, with everything still wrong that was wrong then. */
export async function checkAtEnd(world: World, end: string, found: Found): Promise<void> {
  const { scenario, list } = world;
  const { capHalves } = scenario.job;
  checkRefusals(world, found);
  await checkResults(world, false, end !== "finished" || scenario.job.rows === "visible", found);
  checkNothingElse(world, true, found);
  await checkCredits(world, found);
  const spent = spentIn(world);
  if (capHalves !== null && spent > capHalves && !world.paysElsewhere)
    found("credits", `${spent} halves were spent, ${capHalves} were allowed`);
  const isEdited = [...list.rows.values()].some((row) => row.isEdited);
  const wasDisturbed = scenario.happenings.some(({ stage }) => stage === "plan" || stage === "start");
  if (
    world.planned?.maxHalves != null &&
    !isEdited &&
    !wasDisturbed &&
    !world.isShared &&
    !world.paysElsewhere &&
    spent > world.planned.maxHalves
  )
    found("credits", `${spent} halves were spent, at most ${world.planned.maxHalves} were told`);
}

/** In halves of a credit. */
export const spentIn = ({ service, paidBefore }: World): number =>
  service.controls
    .ledger()
    .slice(paidBefore)
    .reduce((sum, { halves }) => sum + halves, 0);

/** After everything was done again in peace. */
export async function checkEverything(world: World, found: Found): Promise<void> {
  checkRefusals(world, found);
  await checkResults(world, true, false, found);
  checkNothingElse(world, true, found);
  await checkCredits(world, found);
  if (world.scenario.kind === "find") await checkEmails(world, found);
  if (world.scenario.job.verifiesFound) checkVerified(world, true, found);
  if (world.scenario.kind === "fill") await checkCompanies(world, found);
}

/** After everything was undone. */
export function checkUndone(world: World, found: Found): void {
  const { list, document, before, addon, workbook, counts } = world;
  // Results of a row that has lost its tag to a merge count as somebody's, and undoing says so.
  const hasMerged = world.hasLeft && world.log.some((line) => /: merges cells/.test(line));
  const isTouched =
    (world.scenario.isOthers && world.hasLeft && world.counts.undecided > 0) ||
    [...list.rows.values()].some((row) => row.isOverwritten || (hasMerged && row.isCovered));
  if (!list.inputColumn && world.scenario.kind !== "fill") return;
  // They are back, without the metadata by which the add-on knew them; or the hidden column is gone, which undoing tells.
  if (
    world.log.some((line) =>
      /deletes the inputs|(?:takes back|undoes by keyboard:?) the deletion of results|undoJob: UNDO_UNKNOWN/.test(line),
    )
  )
    return;
  checkNothingElse(world, isTouched, found);
  // Each looks like a row that somebody has corrected, and undoing has told that it leaves such cells.
  const misplaced = new Set(world.hasLeft ? addon.misplaced : []);
  for (const sheetId of addon.ids) {
    const name = addon.nameOf(sheetId);
    const [, ...rows] = addon.shows(sheetId);
    const isKept = (row: string[]): boolean =>
      row.some((text) => addon.ownTexts.has(text) || addon.corrected.has(text)) || misplaced.delete(contentOf(row));
    const known = misplaced.size;
    const kept = rows.filter(isKept);
    if (misplaced.size < known) counts.undecided++;
    const left = rows.flatMap((row) => (kept.includes(row) ? [] : row.filter((text) => text !== "")));
    // The only sheet of a document cannot be deleted.
    const isOnly = workbook.sheets().length === 1;
    if (!addon.isTouched && !isOnly && kept.length === 0) found("undo", `the sheet ${name} is still there`);
    else if (left.length > 0) found("undo", `the sheet ${name} still shows ${JSON.stringify(left[0])}`);
  }
  // Those of copies that people have made are theirs.
  const formats = document
    .conditionalFormats()
    .filter(({ sheetId }) => sheetId === list.sheetId || addon.ids.has(sheetId)).length;
  // A column that holds something of others stays, with its colours.
  if (formats > 0 && !list.isGone && !isTouched && world.unfitRows === 0)
    found("undo", `${formats} conditional formats are left`);
  // People have changed nothing, and are told of nothing that was left: all is as it was.
  if (!before || world.counts.acts > 0 || world.hasLeft || world.isShared) return;
  for (const { name, text } of differences(before, snapshotOf(document)))
    found(name.startsWith("metadata") ? "leftovers" : "undo", text);
}
