import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { cachedDataVersionTag } from "node:v8";
import { PROJECT_ROOT } from "../../project-root";
import { type CompiledCode, LARGE_CHARACTERS } from "../protocol";

// Checking a bundle takes half a second, compiling it 15 ms in every thread, and tests make processes and threads by
// the thousand: what one has made of a text is kept for all of them.

function placeOf(folder: string, key: string): string {
  return path.join(PROJECT_ROOT, ".build", folder, createHash("sha256").update(key).digest("hex"));
}

function read(place: string): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

function write(place: string, data: string | Uint8Array): void {
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(`${place}.${process.pid}`, data);
  renameSync(`${place}.${process.pid}`, place);
}

/** Checks the text of a key once for all processes; a check that throws is not kept. */
export function checkedOnce<Result>(key: string, check: () => Result): Result {
  const place = placeOf("checked", key);
  const known = read(place);
  if (known !== undefined) return JSON.parse(known.toString("utf8")) as Result;
  const found = check();
  write(place, JSON.stringify(found));
  return found;
}

const compiledPlace = (source: string): string => placeOf("compiled", `${cachedDataVersionTag()} ${source}`);

/** Gives the code that this engine has compiled of large texts before. */
export function readCompiled(texts: { runtime: string; script: string }): CompiledCode {
  const of = (source: string) => (source.length < LARGE_CHARACTERS ? undefined : read(compiledPlace(source)));
  return { runtime: of(texts.runtime), script: of(texts.script) };
}

export function keepCompiled(texts: { runtime: string; script: string }, compiled: CompiledCode): void {
  for (const name of ["runtime", "script"] as const) {
    const data = compiled[name];
    if (data !== undefined && texts[name].length >= LARGE_CHARACTERS) write(compiledPlace(texts[name]), data);
  }
}
