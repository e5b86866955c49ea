import { ACTS, type Act, type ActName } from "./acts";
import { BLIPS, FAULTS, type Fault, type FaultName } from "./faults";
import { drawInPlace, type InPlacePlan } from "./in-place";
import { drawJob, type JobChoices } from "./jobs";
import { drawLeftOut } from "./left-out";
import { type CopiesPlan, drawCopies } from "./made-copies";
import { createDraw, type Draw, drawDice } from "./random";
import { drawScenes } from "./scenes";
import { drawSheet, type SheetPlan } from "./sheet-plan";
import type { WatchPlan } from "./watched";

/** The kinds of worlds. */
export const KINDS = ["verify", "find", "enrich", "fill", "formulas"] as const;
export type Kind = (typeof KINDS)[number];

/** The parts of a job's life, as people go through it. */
const STAGES = ["plan", "start", "run", "end", "there", "copies", "in place", "undo"] as const;
export type Stage = (typeof STAGES)[number];

/** Something that happens at one moment. Data only, so that a failing scenario can be made smaller. */
export interface Happening {
  stage: Stage;
  /** Before the host call of this number in the stage; 0 is before the stage. */
  at: number;
  what: ActName | FaultName;
  /** Waits from then on for a call of this name, or `THE_END`: most goes wrong between looking and writing. `null` for any. */
  before: string | null;
  /** The number of calls of that name that go by first. */
  skip: number;
  /** And of calls of any name after it. */
  later: number;
  /** Chooses rows, columns and texts: numbers from 0 to below 1. */
  dice: number[];
}

/** Everything that a seed decides beforehand. */
export interface Scenario {
  seed: number;
  kind: Kind;
  sheet: SheetPlan;
  job: JobChoices;
  /** The time that Google and the service take. */
  google: "instant" | "usual" | "slow";
  service: "instant" | "realistic";
  /** The job is handed to a trigger, and its page closed: somebody goes on with what it leaves. */
  goesOnClosed: boolean;
  /** Every undo is pressed a second time while it goes on. */
  undoesTwice: boolean;
  /** Google speaks another language. */
  isTranslated: boolean;
  /** The colleague has this key; `null` the same as the owner. */
  colleagueKey: string | null;
  /** The share of the addresses that the team has verified before, which are free. */
  knownShare: number;
  /** Formulas ask for single cells, or one for a whole column. */
  isRange: boolean;
  /** People's edits of an older job's results since; `null` when there was none. */
  olderJob: { what: ActName; dice: number[] }[] | null;
  /** Companies that somebody has already; none in most worlds. */
  leftOut: string[];
  /** New rows are checked automatically instead of a first job; `null` in most worlds. */
  watch: WatchPlan | null;
  /** The spreadsheet is somebody else's, who protects parts of it (`protected.ts`). */
  isOthers: boolean;
  /** What is made of the list when it is done; `null` in most worlds. */
  copies: CopiesPlan | null;
  inPlace: InPlacePlan | null;
  happenings: Happening[];
}

/** Edits of a list and its results, day by day. */
const EDITS: ActName[] = [
  ...(["types into a result", "clears results", "edits an input", "adds a row below", "sorts the list"] as const),
  ...(["inserts a row with an input", "deletes rows", "inserts a column", "moves a column", "hides rows"] as const),
];

/** Calls by which something comes into a sheet or goes out of it. */
const WRITING = [
  ...["Range.setValues", "Range.setValues", "Range.setValues", "SpreadsheetApp.flush", "SpreadsheetApp.flush"],
  ...["Sheet.insert", "Sheet.delete"],
];

/** The page's call that tells the end of a job. */
export const THE_END = "the end";
/** The dice with which a page is offline for 24 s. */
const SHORT_DIE = 0.56;

/** Formulas have no page that could be closed, and no job that could be paused. */
const isWithoutPage = (what: string): boolean => !/page|somebody|goes on with it/.test(what);

/** Draws the world that a seed stands for. */
export function drawScenario(kind: Kind, seed: number): Scenario {
  const draw = createDraw(seed, kind);
  const sheet = drawSheet(kind, draw);
  const job = drawJob(kind, draw);
  const drawn: Omit<Scenario, "leftOut" | "copies" | "inPlace"> = {
    seed,
    kind,
    sheet,
    job,
    google: draw.pick(["instant", "usual", "usual", "slow"] as const),
    service: draw.chance(0.7) ? "realistic" : "instant",
    // Drawn apart, so that the worlds of other seeds stay as they are.
    goesOnClosed: kind !== "formulas" && createDraw(seed, `${kind} closed`).chance(0.15),
    undoesTwice: createDraw(seed, `${kind} twice`).chance(0.25),
    watch: null,
    isOthers: false,
    isTranslated: draw.chance(0.12),
    colleagueKey: draw.pick([null, "sandbox-colleague-key", "free-key"]),
    knownShare: draw.pick([0, 0, 0.3]),
    olderJob:
      kind !== "fill" && kind !== "formulas" && draw.chance(0.15)
        ? Array.from({ length: draw.int(0, 4) }, () => ({ what: draw.pick(EDITS), dice: drawDice(draw) }))
        : null,
    ...drawRange(kind, job, draw),
  };
  const { copies, happenings: aroundCopies } = drawCopies(kind, seed);
  const { inPlace, happenings: aroundInPlace } = drawInPlace(kind, seed);
  const ordinary: Scenario = {
    ...{ ...drawn, copies, inPlace, leftOut: drawLeftOut(drawn) },
    happenings: inOrder([...drawn.happenings, ...aroundCopies, ...aroundInPlace]),
  };
  const scenes = drawScenes(kind, seed);
  if (!scenes) return ordinary;
  const { rows = job.rows, google = ordinary.google } = scenes;
  const happenings = inOrder([...scenes.happenings, ...aroundCopies, ...aroundInPlace]);
  return { ...ordinary, job: { ...job, rows }, google, happenings };
}

const inOrder = (happenings: Happening[]): Happening[] =>
  happenings.sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || a.at - b.at);

/** The same document for many small jobs, in peace. */
export function inPeace(scenario: Scenario): Scenario {
  const sheet = { ...scenario.sheet, rows: scenario.sheet.rows.slice(0, 6), features: [] };
  const job = { ...scenario.job, capHalves: null, pages: 2, tries: false };
  return { ...scenario, sheet, job, google: "usual", olderJob: null, copies: null, inPlace: null, happenings: [] };
}

/** Sorting moves the one formula of a column away from its cells, and a second one stands in its way: nobody can mend that. */
const NOT_WITH_RANGES = new Set([
  "sorts the list",
  "types a formula again",
  "adds a row below",
  "inserts a row with an input",
]);

function drawRange(kind: Kind, job: JobChoices, draw: Draw): Pick<Scenario, "isRange" | "happenings"> {
  const happenings = drawHappenings(kind, job, draw);
  const isRange = kind === "formulas" && draw.chance(0.3);
  return { isRange, happenings: isRange ? happenings.filter(({ what }) => !NOT_WITH_RANGES.has(what)) : happenings };
}

/** Something goes wrong for less than half a minute, often when the page tells the end of the job. */
function drawBlip(draw: Draw): Happening {
  const isAtEnd = draw.chance(0.4);
  return {
    stage: "run",
    at: isAtEnd ? 0 : draw.low(1, 200),
    what: draw.pick(BLIPS),
    before: isAtEnd ? THE_END : null,
    skip: 0,
    later: 0,
    // An hour offline is none.
    dice: drawDice(draw).map((die) => Math.min(die, SHORT_DIE)),
  };
}

/** One world in six is left in peace: there everything must be exact. In one more there is a blip, and nothing else. */
function drawHappenings(kind: Kind, { verifiesFound }: JobChoices, draw: Draw): Happening[] {
  if (draw.chance(1 / 6)) return [];
  if (kind !== "formulas" && draw.chance(1 / 6)) return [drawBlip(draw)];
  const possible = Object.entries<Act | Fault>({ ...ACTS, ...FAULTS })
    .filter(([what, { kinds }]) =>
      kinds === undefined ? kind !== "formulas" || isWithoutPage(what) : kinds.includes(kind),
    )
    .map(([what, { weight }]) => ({ what: what as Happening["what"], weight }));
  const count = draw.low(1, 12);
  const happenings = Array.from({ length: count }, (): Happening => {
    const stage = draw.weighted([
      { name: "plan" as const, weight: 1 },
      { name: "start" as const, weight: 3 },
      { name: "run" as const, weight: 9 },
      { name: "end" as const, weight: 1 },
      ...(verifiesFound ? [{ name: "there" as const, weight: 6 }] : []),
      { name: "undo" as const, weight: 4 },
    ]).name;
    const latest = { plan: 12, start: 40, run: 500, end: 12, there: 200, undo: 60 }[stage];
    return {
      stage,
      at: draw.chance(0.1) ? 0 : draw.low(1, latest),
      what: draw.weighted(possible).what,
      before: draw.chance(0.5) ? draw.pick(WRITING) : null,
      skip: draw.low(1, 6) - 1,
      later: 0,
      dice: drawDice(draw),
    };
  });
  return inOrder(happenings);
}
