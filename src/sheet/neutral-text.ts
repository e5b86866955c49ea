/** Begins a formula, or would be taken away as an apostrophe: `=IMPORTXML(…)` in a company's name must stay text. */
const DANGEROUS_START = /^[=+\-@'\t\r\n]/;

const BOOLEAN = /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i;

/**
 * Digits with signs, currencies and at most two short words: what a sheet reads as a number, date, time or amount in
 * one language or another (`11-50`, `1/2`, `007`, `5 May`, `12:30 pm`, `10 €`). An address with an @ is none of these.
 */
const PERHAPS_A_NUMBER = /^(?=.*\d)[\d\s\p{P}\p{S}]*(?:\p{L}{1,10}[\d\s\p{P}\p{S}]*){0,2}$/u;

/**
 * Makes a text from elsewhere harmless before it is written into a cell: it stays the text it is (facts 5.3). Formula
 * results need no such care, Google never parses them again.
 */
export function neutralText(text: string): string {
  const mayBeRead =
    DANGEROUS_START.test(text) || BOOLEAN.test(text) || (!text.includes("@") && PERHAPS_A_NUMBER.test(text));
  return mayBeRead ? `'${text}` : text;
}
