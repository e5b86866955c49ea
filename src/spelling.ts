/** RFC 3492 5, for domains. */
const BASE = 36;
const [LEAST, MOST, SKEW, DAMP] = [1, 26, 38, 700];
const [FIRST_SIGN, LAST_SIGN, FIRST_BIAS] = [0x80, 0x10ffff, 72];

/** RFC 3492 6.1 */
function nextBias(delta: number, signs: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / signs);
  let bias = 0;
  for (; rest > ((BASE - LEAST) * MOST) / 2; bias += BASE) rest = Math.floor(rest / (BASE - LEAST));
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}

/** RFC 3492 6.2. @param code what follows `xn--` @returns `null` if it stands for nothing */
function decoded(code: string): string | null {
  const end = code.lastIndexOf("-");
  const signs = [...code.slice(0, Math.max(0, end))];
  let [sign, place, bias, at] = [FIRST_SIGN, 0, FIRST_BIAS, end > 0 ? end + 1 : 0];
  while (at < code.length) {
    const before = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      // Letters are the digits from 0 to 25, and figures those from 26 to 35. It is not a number after the end.
      const digit = (Number.parseInt(code.charAt(at++), BASE) + MOST) % BASE;
      if (Number.isNaN(digit)) return null;
      place += digit * weight;
      const threshold = Math.min(MOST, Math.max(LEAST, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = signs.length + 1;
    bias = nextBias(place - before, count, before === 0);
    sign += Math.floor(place / count);
    if (sign > LAST_SIGN) return null;
    place %= count;
    signs.splice(place++, 0, String.fromCodePoint(sign));
  }
  const label = signs.join("");
  // Nobody has these in a domain, and a hidden cell does not keep them.
  return /[\s\p{C}]/u.test(label) ? null : label.toLowerCase();
}

/** Matches a label of a domain, as in `xn--mnchen-3ya.example`, but not what stands before an @. */
const CODED_LABEL = /(?<![^\s.@/:|])xn--([a-z\d-]{0,58}[a-z\d])(?![^\s./:?#|]|[^\s@/]{0,63}@)/g;

/** Gives accents, and the domains that mail programs write in ASCII, one form. Other ASCII text stays as it is. */
export const inOneForm = (text: string): string =>
  text.replace(CODED_LABEL, (label, code) => decoded(code) ?? label).normalize();

/** Equal for all spellings of an address, a domain or a name, in small or capital letters. */
export const oneSpelling = (text: string): string => inOneForm(text.toLowerCase());

/** Ignores letter case and signs: `Location Country` equals `location.country`. */
export const plainHeader = (header: unknown): string =>
  String(header)
    .toLowerCase()
    .normalize()
    .replace(/[\s._-]+/g, " ")
    .trim();
