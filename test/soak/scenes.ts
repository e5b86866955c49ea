import type { ActName } from "./acts";
import type { FaultName } from "./faults";
import type { JobChoices } from "./jobs";
import { createDraw, type Draw, drawDice } from "./random";
import type { Happening, Kind, Scenario, Stage } from "./scenario";

/** The weight of acts and faults that only scenes let happen. */
export const ONLY_IN_SCENES = 0;

/** A moment in which many things happen at once. Where they are drawn over a whole life, it is hardly ever hit. */
interface Scene {
  kinds: Kind[];
  stages: Stage[];
  /** It is near when one of these calls comes: the first, or one of the next. */
  after: string[];
  /** The most of those that go by first. */
  skip: number;
  /** The most calls from there on. */
  within: number;
  what: (ActName | FaultName)[];
  /** The number of things that happen. */
  times: [from: number, to: number];
  google?: Scenario["google"];
  rows?: JobChoices["rows"];
}

const BESIDE: Kind[] = ["verify", "find", "enrich"];
const APPENDING: Kind[] = ["find", "fill"];
const ALL: Kind[] = ["verify", "find", "enrich", "fill"];

const MOVE_COLUMNS = [
  ...(["inserts a column", "moves a column", "deletes a column of its own", "inserts a column"] as const),
  ...(["inserts a row above the header", "types into a result", "sorts the list"] as const),
];
const MOVE_FOUND_COLUMNS = [
  ...(["moves a column of the found", "inserts a column of their own among the found"] as const),
  ...(["moves a column of the found", "inserts a blank row among the found"] as const),
];
const MOVE_ROWS = [
  ...(["inserts blank rows", "inserts a row with an input", "deletes rows", "moves rows", "sorts the list"] as const),
  ...(["inserts a row while somebody else deletes one", "inserts a row above the header"] as const),
];
const MOVE_FOUND = [
  ...(["inserts a blank row among the found", "sorts the found", "deletes a row of the found"] as const),
  ...(["types a row of their own below the found", "moves a column of the found"] as const),
];
const TAKE_OVER = [
  ...(["a colleague goes on with it", "a second page goes on with it", "the page is reloaded"] as const),
  ...(["a colleague goes on with it", "a colleague starts the same", "takes more than six minutes"] as const),
];
const DEATHS = ["dies-before", "dies-after"] as const;
const GOOGLE_FAILS = [
  ...(["Google is away for seconds", "Google fails at changing columns", "Google fails at a flush"] as const),
  ...(["Google fails at a sheet", "Google fails after a sheet call"] as const),
];
const MAKING = ["DeveloperMetadata.add", "Sheet.insert", "Spreadsheet.insertSheet"];
const NAMING = ["Sheet.setHidden", "Range.setNotes", "Range.clear"];
const TAKING_OUT = ["Sheet.setSheetHidden", "DeveloperMetadata.remove", "Sheet.delete", "Spreadsheet.deleteSheet"];

const SCENES: Record<string, Scene> = {
  "people move columns while ours are made": {
    ...{ kinds: BESIDE, stages: ["run"], after: [...MAKING, ...NAMING], skip: 3, within: 40 },
    ...{ what: MOVE_COLUMNS, times: [2, 5] },
  },
  "people move columns while those of a list are made": {
    ...{ kinds: APPENDING, stages: ["run"], after: [...MAKING, ...NAMING], skip: 3, within: 60 },
    ...{ what: MOVE_FOUND_COLUMNS, times: [2, 6] },
  },
  "people move rows before a write and again after it": {
    ...{ kinds: BESIDE, stages: ["run"], after: ["Range.setValues"], skip: 8, within: 20 },
    ...{ what: MOVE_ROWS, times: [2, 6] },
  },
  "people move what was found before a write and again after it": {
    ...{ kinds: APPENDING, stages: ["run"], after: ["Range.setValues"], skip: 8, within: 20 },
    ...{ what: MOVE_FOUND, times: [2, 6] },
  },
  "others go on while a slow Google writes": {
    ...{ kinds: ALL, stages: ["run"], after: [...MAKING, "Range.setValues"], skip: 4, within: 60 },
    ...{ what: TAKE_OVER, times: [1, 4], google: "slow" },
  },
  "Google fails, or an execution dies, in a start": {
    ...{ kinds: ALL, stages: ["start", "run"], after: [...MAKING, ...NAMING, "DeveloperMetadata.remove"] },
    ...{ skip: 3, within: 40, what: [...GOOGLE_FAILS, ...GOOGLE_FAILS, ...DEATHS], times: [1, 4] },
  },
  "Google fails, or an execution dies, in an undo": {
    ...{ kinds: ALL, stages: ["undo"], after: [...TAKING_OUT, "SpreadsheetApp.flush"] },
    ...{ skip: 3, within: 12, what: [...GOOGLE_FAILS, ...GOOGLE_FAILS, ...DEATHS], times: [1, 4] },
  },
  "the visible rows are looked for": {
    ...{
      kinds: BESIDE,
      stages: ["plan", "start"],
      after: ["Spreadsheet.insertSheet", "Range.setFormulas", "SpreadsheetApp.flush"],
    },
    ...{ skip: 1, within: 40, what: [...DEATHS, ...DEATHS, ...GOOGLE_FAILS], times: [1, 2], rows: "visible" },
  },
  "people correct what was found": {
    ...{ kinds: APPENDING, stages: ["run", "end"], after: ["Range.setValues", "Sheet.getExtent"], skip: 6, within: 30 },
    ...{ what: ["corrects a cell of the found", "corrects a cell of the found", "sorts the found"], times: [1, 4] },
  },
  "cells fail by chance": {
    ...{ kinds: ALL, stages: ["run"], after: ["Range.setValues", "SpreadsheetApp.flush"], skip: 10, within: 10 },
    ...{ what: ["Google fails at a flush", "Google fails at a flush", "Google is away for seconds"], times: [1, 4] },
  },
};

/** The share of the worlds in which scenes are played, and nothing else happens. */
const PLAYED = 0.4;

/** @returns what differs from the world that the seed would otherwise be; `null` in worlds without scenes */
export function drawScenes(
  kind: Kind,
  seed: number,
):
  | (Partial<Pick<Scenario, "google">> & {
      happenings: Happening[];
      rows?: JobChoices["rows"];
    })
  | null {
  const draw = createDraw(seed, `${kind} scenes`);
  const possible = Object.values(SCENES).filter(({ kinds }) => kinds.includes(kind));
  if (possible.length === 0 || !draw.chance(PLAYED)) return null;
  const played = Array.from({ length: draw.low(1, 3) }, () => draw.pick(possible));
  const happenings = played.flatMap((scene) =>
    Array.from({ length: draw.int(...scene.times) }, () => drawIn(scene, draw)),
  );
  const [google] = played.flatMap((scene) => scene.google ?? []);
  const [rows] = played.flatMap((scene) => scene.rows ?? []);
  return { happenings, ...(google && { google }), ...(rows && { rows }) };
}

function drawIn({ stages, after, skip, within, what }: Scene, draw: Draw): Happening {
  return {
    stage: draw.pick(stages),
    at: 1,
    what: draw.pick(what),
    before: draw.pick(after),
    skip: draw.low(1, skip + 1) - 1,
    later: draw.low(1, within + 1) - 1,
    dice: drawDice(draw),
  };
}
