import {
  createFillDriver,
  type FillCalls,
  type FillDriver,
  type FillDriverParts,
  type FillEnd,
} from "../../../sidebar/driver/fill-driver";
import type { Result } from "../../../src/result";
import type { FillView, FillWish } from "../../../src/runs/companies/views";
import { dataOf, type FlowDocument, type FlowWorld, type ServerCall } from "../support/flow-world";

/** A spreadsheet that is filled with companies. */
export interface FillDocument extends FlowDocument {
  tryStart(wish?: Partial<FillWish>): Promise<Result<FillView>>;
  startFill(wish?: Partial<FillWish>): Promise<FillView>;
  createFiller(fill: Pick<FillView, "id">, parts?: Partial<FillDriverParts>): FillDriver;
  driveFill(fill: Pick<FillView, "id">, parts?: Partial<FillDriverParts>): Promise<FillEnd>;
  /** Pauses it when so many pages are in the sheet. */
  driveUntil(fill: Pick<FillView, "id">, pages: number): Promise<FillEnd>;
  /** Starts and drives. */
  fill(wish?: Partial<FillWish>, parts?: Partial<FillDriverParts>): Promise<FillEnd>;
  /** Resumes and drives. */
  goOn(fillId: string, parts?: Partial<FillDriverParts>): Promise<FillEnd>;
  /** Pages asked for, with what became of them. */
  pagesAsked(): { page: number; status: number }[];
  /** The names in the column `name`, from above, without blanks. */
  names(sheet?: string): string[];
}

export const COLUMNS = ["name", "domain", "headcount", "location.country", "funding.last_funding_date"];
export const TECHNOLOGY = { company_type: "Private" };

let drivers = 0;

export const fillCalls = (call: ServerCall): FillCalls => ({
  fillPages: (request) => call("fillPages", request),
  endFill: (request) => call("endFill", request),
});

export function openFillDocument(
  world: FlowWorld,
  list: string[][] = [["Notes"]],
  options: Parameters<FlowWorld["open"]>[1] = {},
): FillDocument {
  const document = world.open(list, options);
  const { call, clock, asked } = document;

  const tryStart: FillDocument["tryStart"] = (wish = {}) =>
    call("startFill", {
      filters: TECHNOLOGY,
      totals: null,
      pages: 5,
      columns: COLUMNS,
      capHalves: null,
      target: { kind: "new", sheetName: "Companies" },
      ...wish,
    });
  const startFill: FillDocument["startFill"] = async (wish) => dataOf(await tryStart(wish));
  const createFiller: FillDocument["createFiller"] = ({ id }, parts = {}) =>
    createFillDriver({
      nowMs: () => clock.now(),
      fillId: id,
      driverId: `filler${drivers++}`,
      calls: fillCalls(call),
      ...parts,
    });
  const driveFill: FillDocument["driveFill"] = (fill, parts) => createFiller(fill, parts).run();
  const driveUntil: FillDocument["driveUntil"] = (fill, pages) => {
    const driver = createFiller(fill, {
      onProgress: (progress) => {
        if (progress.fill.pagesDone >= pages) driver.pause();
      },
    });
    return driver.run();
  };
  return {
    ...document,
    tryStart,
    startFill,
    createFiller,
    driveFill,
    driveUntil,
    fill: async (wish, parts) => driveFill(await startFill(wish), parts),
    goOn: async (fillId, parts) => driveFill(dataOf(await call("resumeFill", fillId, false)), parts),
    pagesAsked: () => asked("search-company").map(({ request, status }) => ({ page: Number(request.page), status })),
    names: (sheet = "Companies") =>
      document
        .rows(sheet)
        .map(({ name }) => name ?? "")
        .filter((name) => name !== ""),
  };
}
