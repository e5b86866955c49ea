import { a1 } from "./letters";
import { OWNER, type World } from "./world";

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
    list.rows.set(tag, { tag, at: top + index, shown: new Map(), isEdited: false, isOverwritten: false });
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
  noteShown(world, [...list.rows.keys()]);
  dress(world, features, top);
}

/** Takes note of what somebody's cells show, after they were typed. */
export function noteShown({ list, owner, listName }: World, tags: string[]): void {
  for (const tag of tags) {
    const row = list.row(tag);
    for (const column of list.columns.values()) {
      if (column.role === "tag" || column.role === "ask") continue;
      const [[text = ""] = []] = owner.keyboard.shows(listName(), a1(row.at, column.at));
      row.shown.set(column.id, text);
      if (column.id === "in") list.everInputs.add(text);
    }
  }
}

/** Takes note of what formulas show: people's doing is theirs. */
export function noteFormulas(world: World): void {
  const { list, owner, listName } = world;
  if (list.isGone) return;
  for (const column of [...list.columns.values()].filter(({ role }) => role === "formula")) {
    for (const row of list.rows.values())
      row.shown.set(column.id, owner.keyboard.shows(listName(), a1(row.at, column.at))[0]?.[0] ?? "");
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
  if (has("protected-elsewhere")) keyboard.protect(name, "P1:P3", []);
  if (has("formulas-elsewhere")) {
    keyboard.addSheet("Figures");
    const quoted = `'${name.replaceAll("'", "''")}'`;
    keyboard.type("Figures", "A1", `=COUNTA(${quoted}!${a1(top, input, rows.length)})`);
  }
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
    noteShown(world, [...list.rows.keys()]);
  }
}
