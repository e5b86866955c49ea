import { MESSAGES } from "../messages";
import type { Schedule, TriggerInfo } from "../triggers";
import { toInt } from "./arguments";
import { call, exception, nowMs } from "./bridge";
import { javaEnum, printAsClass } from "./java-enum";

export const EventType = javaEnum(["CLOCK", "ON_OPEN", "ON_EDIT", "ON_FORM_SUBMIT", "ON_CHANGE", "ON_EVENT_UPDATED"]);
export const TriggerSource = javaEnum(["SPREADSHEETS", "CLOCK", "FORMS", "DOCUMENTS", "CALENDAR"]);

const MINUTE_MS = 60_000;
const MINUTES = [1, 5, 10, 15, 30];

export class Trigger {
  readonly #info: TriggerInfo;

  constructor(info: TriggerInfo) {
    this.#info = info;
  }
  getUniqueId = (): string => this.#info.uid;
  getHandlerFunction = (): string => this.#info.functionName;
  getEventType = () => EventType.CLOCK;
  getTriggerSource = () => TriggerSource.CLOCK;
  /** A clock has none (google.trigger-lists). */
  getTriggerSourceId = (): null => null;
}

/** A trigger that is still to be given a time. */
export class ClockTriggerBuilder {
  readonly #functionName: string;
  #schedule: Schedule | null = null;

  constructor(functionName: string) {
    this.#functionName = functionName;
  }
  everyMinutes(n: unknown): this {
    const minutes = toInt(n);
    if (!MINUTES.includes(minutes)) throw exception(MESSAGES.minutesOfTrigger());
    return this.#every(minutes);
  }
  everyHours(n: unknown): this {
    return this.#every(toInt(n) * 60);
  }
  everyDays(n: unknown): this {
    return this.#every(toInt(n) * 60 * 24);
  }
  /** The least time from now. */
  after(durationMilliseconds: unknown): this {
    this.#schedule = { atMs: nowMs() + toInt(durationMilliseconds) };
    return this;
  }
  at(date: Date): this {
    this.#schedule = { atMs: date.getTime() };
    return this;
  }
  create(): Trigger {
    if (this.#schedule === null) throw exception(MESSAGES.triggerWithoutTime());
    return new Trigger(call("ScriptApp.createTrigger", this.#functionName, this.#schedule));
  }
  #every(minutes: number): this {
    this.#schedule = { everyMs: minutes * MINUTE_MS };
    return this;
  }
}

export class TriggerBuilder {
  readonly #functionName: string;

  constructor(functionName: string) {
    this.#functionName = functionName;
  }
  timeBased = (): ClockTriggerBuilder => new ClockTriggerBuilder(this.#functionName);
}

printAsClass({ Trigger, TriggerBuilder, ClockTriggerBuilder });

export const newTrigger = (functionName: unknown): TriggerBuilder => new TriggerBuilder(String(functionName));

export const listTriggers = (from: "getProjectTriggers" | "getUserTriggers"): Trigger[] =>
  call<TriggerInfo[]>(`ScriptApp.${from}`).map((info) => new Trigger(info));

export const deleteTrigger = (trigger: Trigger): null => call("ScriptApp.deleteTrigger", trigger.getUniqueId());
