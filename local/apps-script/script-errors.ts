/** A refusal by one of Google's services; reaches the script as an `Exception` with this message. */
export class ServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Exception";
  }
}

/** An error that a script threw, or the reason why Google ended it, as the caller of an execution gets it. */
export class ScriptError extends Error {
  /** The line of the script that threw, 0 when unknown. */
  readonly line: number;
  /** True when Google ended the execution: time over, or a crash. */
  readonly isKilled: boolean;

  constructor(name: string, message: string, options: { line?: number; stack?: string; isKilled?: boolean } = {}) {
    super(message);
    this.name = name;
    this.line = options.line ?? 0;
    this.isKilled = options.isKilled ?? false;
    if (options.stack !== undefined && options.stack !== "") this.stack = options.stack;
  }
}
