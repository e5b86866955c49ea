import { local } from "./bridge";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const b = bytes[index + 1];
    const c = bytes[index + 2];
    const bits = ((bytes[index] ?? 0) << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += `${ALPHABET[bits >> 18]}${ALPHABET[(bits >> 12) & 63]}`;
    text += b === undefined ? "==" : `${ALPHABET[(bits >> 6) & 63]}${c === undefined ? "=" : ALPHABET[bits & 63]}`;
  }
  return text;
}

/** The bytes of base64 text, blanks and padding ignored, or `null` when it is none. */
export function fromBase64(text: string): Uint8Array | null {
  const letters = text.replace(/\s/g, "").replace(/=+$/, "");
  if (letters.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let index = 0;
  for (const letter of letters) {
    const value = VALUES.get(letter);
    if (value === undefined) return null;
    bits = (bits << 6) | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[index++] = (bits >> held) & 255;
    }
  }
  return bytes;
}

export function utf8Base64(text: string): string {
  return local("encode", text, "utf8");
}

export function utf8(text: string): Uint8Array {
  return fromBase64(utf8Base64(text)) as Uint8Array;
}

/** US-ASCII as Google encodes when no charset is named: `?` for every other code point (google.digest-charset). */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => ((letter.codePointAt(0) ?? 0) < 128 ? letter.charCodeAt(0) : 63));
}

/** Text in the named charset; Java's names are understood. */
export function decodeText(bytes: Uint8Array, charset = "UTF-8"): string {
  return decodeBase64Text(toBase64(bytes), charset);
}

export function decodeBase64Text(base64: string, charset = "UTF-8"): string {
  return local("decode", base64, charset.replace("_", "-"));
}
