/** A well-mixed 32-bit number made of a text: FNV-1a with MurmurHash3's final mixing. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A number from 0 up to 1 that is always the same for the same question about the same subject. */
export function chance(question: string, subject: string): number {
  return hash(`${question}\n${subject}`) / 2 ** 32;
}

/** One of the options, always the same for the same question about the same subject. */
export function pick<Option>(options: readonly Option[], question: string, subject: string): Option {
  const option = options[Math.floor(chance(question, subject) * options.length)];
  if (option === undefined) throw new Error("There is nothing to pick from.");
  return option;
}

/** The most answers of each kind that are kept. */
const MAX_KEPT = 10_000;

/**
 * Keeps the answers of a computation that always gives the same for a text: making people and their addresses takes
 * longest.
 */
export function remembered<Answer>(compute: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const answer = compute(text);
    if (known.size >= MAX_KEPT) known.clear();
    known.set(text, answer);
    return answer;
  };
}
