import providers from "./providers.json";

const generic = new Set(providers.genericLocalParts);

/** Whether the part before the @ names a role instead of a person. */
export function isGeneric(localPart: string): boolean {
  return generic.has(localPart.split("+")[0] ?? localPart);
}

/** Whether the part before the @ looks like random characters: long runs without a vowel, or letters mixed with digits. */
export function isGibberish(localPart: string): boolean {
  const words = localPart.split(/[._+-]/);
  return words.some((word) => {
    if (word.length < 6) return false;
    const changes = word.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0;
    return /[bcdfghjklmnpqrstvwxz]{6}/.test(word) || changes >= 3;
  });
}
