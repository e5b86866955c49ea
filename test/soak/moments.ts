import { callClass } from "../../local/apps-script/faults";
import { ACTS, type Act } from "./acts";
import { FAULTS, type Fault } from "./faults";
import { noteFormulas } from "./fill-list";
import { undoLast } from "./keyboard-undo";
import { type Happening, type Stage, THE_END } from "./scenario";
import { noteTrouble, type World } from "./world";

/** Lets things happen between the calls that the add-on makes to Google. */
export interface Moments {
  /** Begins a stage: events that were to come before it happen now. */
  enter(stage: Stage): Promise<void>;
  /** Says that the page is about to do what events of this name wait for. */
  reaches(name: string): void;
  /** Ends a stage: people do now what they still wanted to do in it; machines that were to die have not. */
  leave(): void;
  /**
   * Goes on with what a person has just begun, some calls later and not while the same execution goes on: what it has
   * misplaced in that moment it may still be putting right.
   */
  soon(act: () => void): void;
  /** Ends everything: nothing happens any more. */
  end(): void;
  /** True if something has happened in the stage. */
  hasHappened(): boolean;
}

/** More than any world needs that ends: two watches that look every ten minutes make some 30,000 calls a day. */
export const MAX_CALLS = 120_000;

/** The fewest calls between two things that a person does. */
const CALLS_BETWEEN = 20;

/** The share of what people can take back that they do take back, a second later. */
const REGRETTED = 0.2;

const isDeath = (what: string): boolean => what.startsWith("dies-");
const isAct = (what: string): boolean => what in ACTS;

export function createMoments(world: World): Moments {
  const { host, scenario, counts } = world;
  const callsOf = new Map<number, number>();
  let waiting: Happening[] = [];
  let stage: Stage | null = null;
  let calls = 0;
  let happened = 0;
  let begun: { at: number; during: number; act: () => void }[] = [];
  /** Executions that go on, and the one that made the last call. */
  const going = new Set<number>();
  let calling = 0;
  /** Only one thing at a time: acts call nothing that would let others in. */
  let isBusy = false;

  /** To be asked once for each call, as the calls of the name that is waited for are counted. */
  function isDue(each: Happening, name: string): boolean {
    if (each.at > calls) return false;
    if (each.before === null) return true;
    if (each.before !== name || each.skip-- > 0) return false;
    if (each.later === 0) return true;
    each.before = null;
    each.at = calls + each.later;
    return false;
  }

  function takeBack(): void {
    const told = undoLast(world);
    if (told === null) return;
    noteFormulas(world);
    world.note(`takes back ${told}`);
  }

  function happen({ what, dice }: Happening): void {
    happened++;
    const undoable = world.undoable.length;
    const act: Act | undefined = ACTS[what as keyof typeof ACTS];
    const fault: Fault | undefined = FAULTS[what as keyof typeof FAULTS];
    isBusy = true;
    try {
      const told = (act ? act.do(world, dice) : fault?.strike(world, dice)) ?? null;
      if (told === null) return;
      if (act) noteFormulas(world);
      counts[act ? "acts" : "faults"]++;
      world.note(`${what}${told ? `: ${told}` : ""}`);
      const isRegretted = world.undoable.length > undoable && (dice.at(-1) ?? 1) < REGRETTED;
      if (isRegretted) soon(takeBack);
    } finally {
      isBusy = false;
    }
  }

  host.onTrace(({ event, executionId, detail }) => {
    if (event === "start") going.add(executionId);
    if (event === "end" || event === "error" || event === "killed") going.delete(executionId);
    if (event !== "call") return;
    calling = executionId;
    if (++counts.calls > MAX_CALLS) world.onTooManyCalls();
    calls++;
    callsOf.set(executionId, (callsOf.get(executionId) ?? 0) + 1);
    const crash = waiting.find((each) => isDeath(each.what) && isDue(each, detail));
    if (!crash || host.settings.crash) return;
    waiting = waiting.filter((each) => each !== crash);
    counts.crashes++;
    happened++;
    world.note(`${crash.what} ${detail}`);
    const when = crash.what === "dies-before" ? "before" : "after";
    host.settings.crash = { executionId, callIndex: callsOf.get(executionId) ?? 0, when };
  });

  function soon(act: () => void): void {
    begun.push({ at: counts.calls + CALLS_BETWEEN, during: going.has(calling) ? calling : 0, act });
  }

  function goOn(isDue: (each: { at: number; during: number }) => boolean): void {
    const due = begun.filter(isDue);
    begun = begun.filter((each) => !due.includes(each));
    isBusy = true;
    for (const { act } of due) act();
    isBusy = false;
  }

  function reaches(name: string): void {
    const due = waiting.filter((each) => !isDeath(each.what) && isDue(each, name));
    waiting = waiting.filter((each) => !due.includes(each));
    for (const each of due) happen(each);
  }

  host.settings.betweenCalls = (_index, name) => {
    if (isBusy) return;
    world.nextCall = name;
    goOn(({ at, during }) => at <= counts.calls && !going.has(during));
    reaches(name);
    world.addon.meets(name);
    // What was read once and is sent anew to be read again has shown that somebody moves rows: it is looked at anew.
    if (/[sg]etValues|flush/.test(name)) world.isUnseen = !name.endsWith("getValues");
    const { google } = world.faults;
    if (!google || !(google.of === callClass(name) || google.of === name)) return;
    if (google.untilMs === undefined) google.left--;
    if (google.left <= 0 || world.clock.now() > (google.untilMs ?? Infinity)) world.faults.google = null;
    if (world.clock.now() > (google.untilMs ?? Infinity)) return;
    noteTrouble(world);
    const error = new Error(google.message);
    error.name = "Exception";
    throw error;
  };

  return {
    reaches,
    async enter(next) {
      stage = next;
      calls = 0;
      happened = 0;
      waiting = scenario.happenings.filter((each) => each.stage === next).map((each) => ({ ...each }));
      const first = waiting.filter(({ at, what, before }) => at === 0 && before !== THE_END && !isDeath(what));
      waiting = waiting.filter((each) => !first.includes(each));
      for (const each of first) happen(each);
    },
    leave() {
      for (const each of waiting.filter(({ what }) => isAct(what))) happen(each);
      goOn(() => true);
      waiting = [];
      host.settings.crash = null;
    },
    soon,
    end() {
      goOn(() => true);
      waiting = [];
      stage = null;
      host.settings.crash = null;
    },
    hasHappened: () => happened > 0 && stage !== undefined,
  };
}
