import type { HostDocument } from "../../local/apps-script/host-document";
import type { Change } from "../../local/apps-script/workbook/change";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { AddonSheets } from "./addon-sheets";
import { aside } from "./bounds";
import { checkInCopy, type Found } from "./invariants";
import type { ListModel } from "./model";
import { openPage } from "./people";
import { COLLEAGUE, OWNER, type World } from "./world";

/** A copy of the document, as *File > Make a copy* leaves it. */
export interface DocumentCopy {
  document: HostDocument;
  workbook: Workbook;
  list: ListModel;
}

/** A workbook that can be copied. */
export interface Recorded {
  sheets: { name: string; rows: number; columns: number }[];
  changes: Change[];
}

export function copyDocument({ recorded, document, list }: World): DocumentCopy {
  const workbook = createMemoryWorkbook({ sheets: recorded.sheets });
  workbook.apply(recorded.changes, { kind: "person", user: OWNER });
  const copy = document.copyDocument({ workbook, owner: OWNER, id: "copy" });
  return { document: copy, workbook, list: list.copy(workbook) };
}

/** Somebody does the whole list once more in the copy, in peace. */
export async function liveInCopy(
  world: World,
  { document, workbook, list }: DocumentCopy,
  found: Found,
): Promise<void> {
  const owner = document.as(OWNER);
  const copy: World = {
    ...world,
    ...{ document, workbook, list, owner },
    colleague: document.as(COLLEAGUE),
    addon: new AddonSheets(workbook, owner),
    listName: () => workbook.sheets().find(({ sheetId }) => sheetId === list.sheetId)?.name ?? "",
  };
  const page = openPage(copy, owner);
  const jobs = await page.jobs();
  if (jobs.ok && jobs.data.length > 0) found("copy", "the copy of the document knows jobs of the other one");
  const planned = await page.plan("all");
  if (!planned.ok) return found("copy", `planning is refused: ${planned.code}`);
  if (planned.data.toAsk === 0) return;
  const started = await page.start(planned.data, null);
  if (!started.ok) return found("copy", `the start is refused: ${started.code}`);
  const end = await page.drive(started.data, null).end;
  if (end.state !== "finished") found("copy", `the job is ${end.state} ${end.stop?.code ?? ""}`);
  await aside(world, () => checkInCopy(copy, found));
  const undone = await page.undo(started.data.id, true);
  if (!undone.ok) found("copy", `undoing is refused: ${undone.code}`);
  await aside(world, () => checkInCopy(copy, found, true));
  page.close();
  list.close();
}
