import { userLocale } from "./locale";
import { writeCount } from "./numbers";

/** A whole number as the user writes it. */
export const write = (count: number): string => writeCount(count, userLocale());

/** "1 email", "1,200 emails" */
export const many = (count: number, one: string, several = `${one}s`): string =>
  `${write(count)} ${count === 1 ? one : several}`;
