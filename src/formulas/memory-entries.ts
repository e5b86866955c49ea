/** An answer and when it came. */
export type Kept<Known> = [atMs: number, known: Known];

/** Every entry begins with the generation it was written in: *forget cached answers* starts a new one. */
export const GENERATION_KEY = "generation";

/** The generation while nothing has been forgotten. */
export const FIRST_GENERATION = "0";

/** The name of an answer that is kept on its own; `digest` is of what was asked. */
export const answerName = (topicName: string, digest: string): string => `${topicName}:${digest}`;

/** A generation is named after the time it began. */
export const generationAt = (ms: number): string => ms.toString(36);

/** When a generation began; 0 for the first. */
export const generationMs = (generation: string): number => Number.parseInt(generation, 36);

/** A value has at most 100 KB (facts 2.4); entries are ASCII, so characters are bytes. */
export const MAX_ENTRY_CHARACTERS = 100_000;

/** Writes an entry. */
export function writeEntry(generation: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${generation}\n${json}`;
}

/** Reads an entry; `null` when it is missing, damaged, or of an earlier generation. */
export function readEntry<Value>(text: string | undefined, generation: string): Value | null {
  if (text === undefined || !text.startsWith(`${generation}\n`)) return null;
  try {
    return JSON.parse(text.slice(generation.length + 1)) as Value;
  } catch {
    return null;
  }
}
