import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { MINUTE_MS } from "./bounds";
import { a1 } from "./letters";
import { KEY, OWNER, type World } from "./world";

/** Types the list as its owner has it. */
export function fillSheet(world: World): void {
  const { owner, list, scenario } = world;
  const { name, layout, columns, rows, features } = scenario.sheet;
  const { keyboard } = owner;
  const top = { header: 2, titles: 4, headless: 1 }[layout];
  columns.forEach((column, index) => {
    list.columns.set(column.id, { ...column, at: index + 1 });
  });
  if (layout === "titles") {
    keyboard.type(name, "A1", "Our list of the year");
    list.otherRows.set("title", { at: 1 });
    list.otherRows.set("gap", { at: 2 });
  }
  if (layout !== "headless") {
    keyboard.paste(name, `A${top - 1}`, [columns.map(({ header }) => header)]);
    list.otherRows.set("header", { at: top - 1 });
    // Below a title it is a row like any other, unless the add-on finds out.
    if (layout === "titles") list.everInputs.add(list.inputColumn?.header ?? "");
  }
  rows.forEach(({ tag }, index) => {
    const fresh = { shown: new Map(), dress: new Map(), isEdited: false, isOverwritten: false };
    list.rows.set(tag, { tag, at: top + index, ...fresh });
  });
  keyboard.paste(
    name,
    `A${top}`,
    rows.map(({ tag, input }, index) =>
      columns.map((column) => {
        if (column.role === "tag") return tag;
        if (column.role === "input") return input;
        if (column.role === "ask") return "";
        if (column.role === "formula") return list.formulaAt(list.row(tag));
        return column.role === "number" ? String(1_000 + index) : `${column.id}-${tag}`;
      }),
    ),
  );
  dress(world, features, top);
  noteShown(world, [...list.rows.keys()]);
}

/**
 * Takes note of what somebody's cells show and how they look, after they were typed.
 * @param onlyColumn leaves the others as they were noted: what scripts have done to them is to be found
 */
export function noteShown({ list, workbook, owner, listName }: World, tags: string[], onlyColumn?: string): void {
  for (const tag of tags) {
    const row = list.row(tag);
    for (const column of list.columns.values()) {
      if (onlyColumn !== undefined && column.id !== onlyColumn) continue;
      row.dress.set(column.id, dressOf(workbook, list.sheetId, row.at, column.at));
      if (column.role === "tag" || column.role === "ask") continue;
      const [[text = ""] = []] = owner.keyboard.shows(listName(), a1(row.at, column.at));
      row.shown.set(column.id, text);
      if (column.id === "in") list.everInputs.add(text);
    }
  }
}

/** The format and the note of a cell. */
export function dressOf(workbook: Workbook, sheetId: number, row: number, column: number): string {
  const area = { row, column, rows: 1, columns: 1 };
  const [[style = {}] = []] = workbook.readStyles(sheetId, area);
  const [[note = null] = []] = workbook.readNotes(sheetId, area);
  const set = Object.entries(style).filter(([, value]) => value != null);
  return JSON.stringify([Object.fromEntries(set.sort()), note]);
}

/**
 * Takes note of what formulas show: people's doing is theirs. What a write has put in the place of one is not, nor what one
 * shows of an input that a write has just hit.
 */
export function noteFormulas(world: World): void {
  const { list, owner, listName, workbook, hitCells } = world;
  const { inputColumn } = list;
  if (list.isGone) return;
  const shows = (row: number, column: number): string =>
    owner.keyboard.shows(listName(), a1(row, column))[0]?.[0] ?? "";
  for (const column of [...list.columns.values()].filter(({ role }) => role === "formula")) {
    for (const row of list.rows.values()) {
      const place = { row: row.at, column: column.at, rows: 1, columns: 1 };
      const [[cell] = []] = workbook.read(list.sheetId, place);
      if (cell?.formula === undefined) continue;
      if (inputColumn && hitCells.isHit(row, inputColumn, shows(row.at, inputColumn.at))) continue;
      row.shown.set(column.id, shows(row.at, column.at));
    }
  }
}

/** Puts over the cells what people put there. */
function dress(world: World, features: readonly string[], top: number): void {
  const { owner, workbook, list, scenario } = world;
  const { name, columns, rows } = scenario.sheet;
  const { keyboard } = owner;
  const person = { kind: "person" as const, user: OWNER };
  const sheetId = list.sheetId;
  const has = (feature: string): boolean => features.includes(feature);
  const input = list.inputColumn?.at ?? 1;
  merge(world, top, has);
  if (has("hidden-rows") && rows.length > 4) keyboard.hide(name, "rows", top + 2, 2);
  if (has("filter"))
    keyboard.filter(name, a1(top - 1 || 1, 1, rows.length, columns.length), (row) => String(row[0]).length !== 3);
  if (has("notes"))
    workbook.apply([{ type: "setNotes", sheetId, row: top, column: input, notes: [["call first"]] }], person);
  if (has("colours"))
    workbook.apply(
      [
        {
          type: "setStyle",
          sheetId,
          area: { row: top, column: 1, rows: 2, columns: columns.length },
          style: { background: "#ffeeaa" },
        },
      ],
      person,
    );
  if (has("frozen")) workbook.apply([{ type: "setFrozen", sheetId, rows: top - 1, columns: 1 }], person);
  const hiddenColumn = [...list.columns.values()].find(({ role }) => role === "text" || role === "number");
  if (has("hidden-column") && hiddenColumn) keyboard.hide(name, "columns", hiddenColumn.at);
  if (has("protected-elsewhere")) keyboard.protect(name, "P1:P3", []);
  if (has("protected-row")) keyboard.protect(name, a1(top + rows.length - 1, 1, 1, columns.length + 6), []);
  if (has("filter-view"))
    keyboard.filterView(name, a1(top - 1 || 1, 1, rows.length, columns.length), (row) => String(row[0]).length !== 4);
  const quoted = `'${name.replaceAll("'", "''")}'`;
  if (has("formulas-elsewhere")) {
    keyboard.addSheet("Figures");
    keyboard.type("Figures", "A1", `=COUNTA(${quoted}!${a1(top, input, rows.length)})`);
    keyboard.type("Figures", "A2", `=${quoted}!${a1(top + 1, input)}&"/"&${quoted}!${a1(top + 1, 1)}`);
  }
  if (has("formulas-that-ask") && scenario.kind === "verify") {
    keyboard.addSheet("Asked");
    for (let row = 1; row <= 3; row++)
      keyboard.type("Asked", `A${row}`, `=VERIFY_EMAIL(${quoted}!${a1(top + row, input)})`);
  }
  if (has("another-list")) {
    keyboard.addSheet("Another list");
    keyboard.paste("Another list", "A1", [
      ["Email", "email_status"],
      ["person1@company1.example", "VALID"],
      ["x", ""],
    ]);
  }
  // Below a gap: the first of the columns is nobody's input.
  if (has("total-below")) {
    const at = top + rows.length + 1;
    const tag = list.columns.get("tag")?.at ?? 1;
    list.otherRows.set("total", { at });
    keyboard.type(name, a1(at, tag), `=COUNTA(${a1(top, tag, rows.length)})`);
  }
  restrict(world, top, has);
  if (has("column-at-a-distance")) {
    const at = columns.length + 4;
    const column = { id: "far", role: "text" as const, header: "Mine", at };
    list.columns.set("far", column);
    keyboard.paste(
      name,
      a1(top, at),
      rows.map(({ tag }) => [`far-${tag}`]),
    );
    if (top > 1) keyboard.type(name, a1(top - 1, at), column.header);
  }
}

/** Merges cells as people do: a title over all columns, some of one row, a column for several rows. Tables take none. */
function merge({ owner, list, scenario }: World, top: number, has: (feature: string) => boolean): void {
  const { name, layout, columns, rows } = scenario.sheet;
  if (has("table") || has("typed-table")) return;
  const { keyboard } = owner;
  if (has("merged-title") && layout === "titles") keyboard.merge(name, a1(1, 1, 1, columns.length + 2));
  if (rows.length < 5) return;
  const own = [...list.columns.values()]
    .filter(({ id }) => id !== "tag" && id !== "far" && id !== "ask")
    .sort((a, b) => a.at - b.at);
  const [across] = own.filter((column) => own.some(({ at, role }) => at === column.at + 1 && role !== "input"));
  if (has("merged-cells") && across) {
    keyboard.merge(name, a1(top + 1, across.at, 1, 2));
    // Results that come between the two find no place.
    const row = [...list.rows.values()].find(({ at }) => at === top + 1);
    if (row) row.isCovered = true;
  }
  const [text] = own.filter(({ role }) => role === "text" || role === "number");
  if (has("merged-group") && text) keyboard.merge(name, a1(top + 2, text.at, 3));
  if (has("merged-inputs") && !has("merged-cells")) keyboard.merge(name, a1(top + 2, list.inputColumn?.at ?? 1, 2));
}

/** Rules that people's own texts keep, and results do not: inserted columns inherit them. Tables need a header. */
function restrict({ owner, list, scenario }: World, top: number, has: (feature: string) => boolean): void {
  const { name, columns, rows } = scenario.sheet;
  const { keyboard } = owner;
  const mustContain = (text: string) => ({
    criteria: "TEXT_CONTAINS",
    values: [text],
    allowInvalid: false,
    helpText: null,
  });
  for (const { role, at } of list.columns.values()) {
    const cells = a1(top, at, rows.length);
    if (role === "text" && has("validated-texts")) keyboard.restrict(name, cells, mustContain("-"));
    if (role === "input" && has("validated-inputs")) keyboard.restrict(name, cells, mustContain("."));
  }
  if (top === 1 || !(has("table") || has("typed-table"))) return;
  const types = columns.map(({ role }) => (has("typed-table") && role === "number" ? ("number" as const) : null));
  keyboard.makeTable(name, a1(top - 1, 1, rows.length + 1, columns.length), types);
}

/** Verifies some of the addresses as the team has done elsewhere, before anything. */
export async function payForKnown(world: World): Promise<void> {
  const { scenario, list, service } = world;
  if (scenario.kind !== "verify") return;
  const emails = [...list.everInputs]
    .map((text) => text.trim().toLowerCase())
    .filter((text) => /^[^\s@,]+@[^\s@]+$/.test(text));
  for (const email of emails.slice(0, Math.round(emails.length * scenario.knownShare))) {
    const headers = { "X-KEY": KEY, "Content-Type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify({ email }) };
    await service.fetch(new Request("https://service.example/email-verifier", request));
    service.controls.moveClock(MINUTE_MS / 60);
  }
  service.controls.moveClock(MINUTE_MS);
  world.paidBefore = service.controls.ledger().length;
}
