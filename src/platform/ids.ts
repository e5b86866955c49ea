const ID_CHARACTERS = 6;

/** A short random name of small letters and digits. */
export const newId = (): string => Utilities.getUuid().replace(/-/g, "").slice(0, ID_CHARACTERS);
