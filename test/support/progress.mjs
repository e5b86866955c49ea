import process from "node:process";

/** Tells of each test as it ends: one file of them takes minutes. */
export default class Progress {
  #ended = 0;

  onTestCaseResult(_test, { fullName, status, duration }) {
    const seconds = ((duration ?? 0) / 1_000).toFixed(0);
    if (status !== "pending") process.stdout.write(`${++this.#ended}. ${status} (${seconds} s): ${fullName}\n`);
  }
}
