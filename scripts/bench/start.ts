import { execFileSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { ADDON_FOLDER } from "../../local/addon/read-built-addon";
import { SIZE_LIMITS } from "../build/build-settings";
import { atMost, type Measured, noted } from "./figures";

/** What an execution's start takes on Google, reported by developers: `LATENCIES` parts it into the call and the script. */
const START_MS = { shortest: 500, longest: 1_000 };

/** The share of the shortest start that our own code may take. */
const SHARE_PERCENT = 5;

/** A new process has no compiled code of an earlier one; the fastest is the one that other programs disturbed least. */
const PROCESSES = 20;

/** Reads a script, compiles it without a cache of code, and runs its top level. Prints milliseconds of processor time. */
const COLD_START = `
  const vm = require("node:vm");
  const code = require("node:fs").readFileSync(process.argv[1], "utf8");
  const context = vm.createContext();
  new vm.Script("0").runInContext(context);
  const usedMs = (before) => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const beforeCompile = process.cpuUsage();
  const script = new vm.Script(code);
  const compileMs = usedMs(beforeCompile);
  const beforeRun = process.cpuUsage();
  script.runInContext(context);
  console.log(JSON.stringify({ bytes: Buffer.byteLength(code), compileMs, runMs: usedMs(beforeRun) }));
`;

interface ColdStart {
  bytes: number;
  compileMs: number;
  runMs: number;
}

/** What the size of Code.js costs each execution, in Node's V8 on this machine. */
export async function measureStart(): Promise<Measured[]> {
  const file = path.join(ADDON_FOLDER, "Code.js");
  const starts = Array.from({ length: PROCESSES }, (): ColdStart => {
    return JSON.parse(execFileSync(process.execPath, ["-e", COLD_START, file], { encoding: "utf8" }));
  });
  const totalMs = ({ compileMs, runMs }: ColdStart): number => compileMs + runMs;
  const fastest = starts.reduce((best, next) => (totalMs(next) < totalMs(best) ? next : best));
  const kilobyteMs = (totalMs(fastest) / fastest.bytes) * 1_000;
  const atLimitMs = (kilobyteMs * SIZE_LIMITS["Code.js"]) / 1_000;
  const percent = (ms: number, startMs: number): number => (ms / startMs) * 100;
  return [
    noted("compile Code.js, cold", fastest.compileMs, "ms"),
    noted("run its top level, cold", fastest.runMs, "ms"),
    noted("one kilobyte of it", kilobyteMs * 1_000, "µs"),
    noted("Code.js, share of a start of 1 s", percent(totalMs(fastest), START_MS.longest), "%"),
    noted("Code.js, share of a start of 0.5 s", percent(totalMs(fastest), START_MS.shortest), "%"),
    atMost(
      "Code.js at its limit, share of a start of 0.5 s",
      percent(atLimitMs, START_MS.shortest),
      SHARE_PERCENT,
      "%",
    ),
  ];
}
