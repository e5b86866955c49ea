/** So many hold 41 bits: two of a few hundred questions are as good as never the same. */
const ID_CHARACTERS = 8;

/** A short name for a question among the claims of a document. */
export function questionId(topic: string, key: string): string {
  const text = `${topic}:${key}`;
  const { imul } = Math;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = imul(high ^ unit, 2654435761);
    low = imul(low ^ unit, 1597334677);
  }
  high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
  low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).slice(-ID_CHARACTERS).padStart(ID_CHARACTERS, "0");
}
