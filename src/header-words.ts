// What columns are called in usual lists, and how headers and cells say that somebody wants no mail: in English, German, French,
// Spanish, Italian, Dutch and Portuguese.

import { plainHeader } from "./spelling";

/** Words stand between blanks; `_` is a blank that may be missing. */
const anyOf = (...words: string[]): string => `(?:${words.join(" ").replace(/ /g, "|").replace(/_/g, "\\s?")})`;
const whole = (...words: string[]): RegExp => new RegExp(`^${anyOf(...words)}$`, "iu");

/** By the field that such a column holds. */
const FIELDS = {
  company:
    "(company|organi[sz]ation|account)(_name)? firm(a|en)?(name)? unternehmen(sname)? ra(ison|gione)_sociale raz[oó]n_social entreprise soci[eé]t[eé] empresa azienda bedrijf(snaam)?",
  website: "(company_)?(website|url) web(_(sites?|adresse|seite))? internetseite site(_web)?",
  homepage: "homepage",
  domain: "(company_|website_)?dom(ains?|aine|äne)",
  name: "name nom nombre nome naam",
  industry: "(company_)?industry sector branche secteur",
  country: "country land pays pa[ií]s",
  city: "city stadt ort ville ciudad citt[àa] plaats",
};
/** These may head numbers as well: how many companies there are. */
const PLURALS =
  "companies organi[sz]ations accounts firms entreprises soci[eé]t[eé]s empresas aziende bedrijven urls sites web_(adressen|seiten)";
const FIELD_WORDS = Object.entries(FIELDS).map(([field, words]) => [field, whole(words)] as const);

/** The name of a column as the fields have it: `website` for *Web-Adresse*. */
export function meantBy(header: unknown): string {
  const plain = plainHeader(header);
  return FIELD_WORDS.find(([, words]) => words.test(plain))?.[0] ?? plain;
}

/** A header that names emails. The cells below tell whether they hold addresses or letters. */
export const EMAIL_HEADER =
  /\be ?mails?(?: ?add?res\w*)?\b|^\W*mails?(?: ?add?res\w*)?\W*$|\b(?:courriel|correo|posta)\b/i;

/** A header that has a word for companies, their websites or their domains. */
export const COMPANY_HEADER = new RegExp(
  `\\b${anyOf(FIELDS.company, FIELDS.website, FIELDS.homepage, FIELDS.domain, PLURALS)}(?![\\p{L}\\p{N}])`,
  "iu",
);

/** These words add nothing beside such a word: `Name der Firma`. */
const NAME_OF = /\b(?:names?|no(?:m|me|mbre)|naam|d(?:e[rls]?|u|ella)|la|[dl](?=['’]))\b/gi;

export const isWholeHeader = (header: RegExp, plain: string): boolean =>
  header.test(plain) &&
  !/\p{L}/u.test(plain.replace(new RegExp(header.source, `g${header.flags}`), "").replace(NAME_OF, ""));

const CUSTOMERS = "(customer|client)_names? customers? clients? kunden? clientes? clienti klant(en)?";
/** Headers of columns of names. */
export const NAME_WORD = whole(FIELDS.name, "names", CUSTOMERS);

const PEOPLE =
  "(first|last|full|contact)s?(_names?(\\P{L}.*)?)? (given|family)_names?(\\P{L}.*)? (vor|nach)name kontakte? pr[ée]nom";
/** Headers of columns of people. */
export const PERSON_WORD = whole(PEOPLE, "persons? given family");

/** A title with such a word tells of a company's people. */
export const PEOPLE_WORD =
  /\b(?:contacts?|people|persons?|employees|e ?mails?|kontakte?|ansprechpartner|mitarbeiter)\b/i;

/** Of two columns of emails, the one without such a word is preferred. */
export const PRIVATE_HEADER = /\b(?:personal|private|priv[ée]e?|home)\b/i;

/** In a row, several of these are a header; a single one may be anything. */
const USUAL_WORD = whole(
  ...Object.values(FIELDS),
  CUSTOMERS,
  PEOPLE,
  "names town address street zip phone role position notes? date status nr id exclusions? excluded",
  "kundenname stra(ß|ss)e plz telefon adresse",
);

/** True for a text that is nothing but a header, as `Company name`. In a cell of its own it may be a company. */
export function isUsualHeader(text: string): boolean {
  const plain = plainHeader(text);
  return [COMPANY_HEADER, EMAIL_HEADER].some((each) => isWholeHeader(each, plain)) || USUAL_WORD.test(plain);
}

/** True for what heads a column in a row of headers: such a word, or a refusal as `Unsubscribed`. */
export const mayHeadColumn = (text: string): boolean => isUsualHeader(text) || isOnlyRefusal(text);

/** `do_not-mail` and the like, with single blanks and without accents. */
const inWords = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\s_]+|(?<=\S)-(?=\S)/g, " ");

const MAIL = "(?:e\\s?)?(?:mails?|courriels?|correos?|posta)";
/** Ways to reach somebody, and what joins them. */
const CHANNEL = `(?:[\\s,/&]|${anyOf(
  "call phone text bulk allow sms fax tel(ephone|efon[oe]?|efonisch|efoon)? post brief courrier carta and und et en y e o(r|u|f|der)? n(or|och|i) p[aeo]r via de",
)})`;
const NOT =
  "(?:never|not?|nicht|nie(?:t|mals)?|nooit|ne[ei]n?|keine?|geen|non|pas|jamais|aucune?|nunca|nao)(?: (?:yet|encore|ancora|se ha))?(?: d['’]| |$)";

/** Without a word behind it: `no contact since 2019` says something else. A cell may mean that there is none. */
const NO_MAIL =
  /(?<!\p{L})(?:no (?:more )?|keine? |geen )(?:contact|kontakt|newsletter|nieuwsbrief|(?:e ?)?mails?)(?!\p{L}| (?!please|bitte|me[eh]r)\p{L})/iu;
/**
 * A cell that says nothing but this is a refusal, whatever its header is. A word that says the opposite must not stand before it:
 * one who has *never bounced* may be written to, and so may a person who must not be called: `do not call, e-mail only`.
 */
const SURE_REFUSAL = new RegExp(
  `(?<!\\p{L}|(?<!\\p{L})(?:${NOT}|telefonisch |s(?:ans|in|em|enza) ))${anyOf(
    `(do_not|don['’]?t|never)${CHANNEL}{1,12}(contact|send|write|e?_mail)s?(?!\\sonly)`,
    "unsub(s|scri(be[ds]?|ptions?))? opt(ed)?_outs? dnc bounce[sd]? (black|block|deny|suppression|exclusion)_list(e[dn]?|s)? suppressed",
    "ab(ge)?meld(ete?|ung(en)?|edatum) abbestell(t|ung(en)?) ausgetragene? gesperrte? (werbe)?widerspr(uche?|ochen)",
    "((werbe|mail|kontakt)_)?sperr(en?|vermerke?|listen?) (keine|geen)_(werbung|reclame|(e_)?mails) robinson_list[ae]n?",
    "desabonn(ee?s?|ements?) des(u|in)scri(p?t[eao]?s?|p?c[aio]\\p{L}*|ptions?) da(d[oa]s?|rse)_de_baja",
    "disiscri(tt[oaie]|zion[ei]) descadastr(ad[oa]s?|os?|amentos?) af(ge)?meld(en|datum|ing(en)?)? uitgeschreven(?!_fac) uitschrij(fdatum|ving(en)?)",
    "(schwarze|zwarte)_li(ste|jst) list[ae]_(negra|nera|noire|robinson|d[ei'’]_(exclu|esclu|suppr|supr|bloque|opposi)\\p{L}*)",
    `ni(cht|et)_(me[eh]r_)?(${CHANNEL}{0,12}${MAIL}${CHANNEL}{1,9})?(kontaktier|anschreib|(an)?mail|contacter|benader|aanschrijv)en`,
    `(ne_(pas|plus)|non?|nao)_(cont(act|att?)|envo?[iy]|invi|e?scri[bv]|escrev|ecr|sollicit|relanc|molest|disturb)[aei]re?(?!\\p{L}|\\s((p[aeo]r|via|de)\\s)?(?!${CHANNEL}{1,12}${MAIL}(?!\\p{L}|\\s(only|seul|uniq|solo)))(tel|sms|fax))(${CHANNEL}|${MAIL}){0,12}`,
  )}(?!\\p{L})`,
  "giu",
);
const REFUSALS = [SURE_REFUSAL, NO_MAIL];

export const refusesMail = (text: string): boolean => REFUSALS.some((refusal) => inWords(text).search(refusal) >= 0);

/** These may stand beside a refusal that is the only one: `abgemeldet am 30.11.2026`, `désabonné le 3 mai 2020`. */
const FILLERS =
  /(?<!\p{L})(?:please|bitte|me[eh]r|on|since|am|seit|le|depuis|merci|de|e?l|desde|dal?|op|sinds|em|piu|mas|mais|p[oe]r favore?|dat[eua]m?|fecha)(?!\p{L})|(?<=\d\.?\s(?:de\s)?)\p{L}{3,10}\.?(?=\s(?:de\s)?\d{4})/giu;

/** In characters. A longer cell has other words, and is not searched. */
const MAX_ONLY_REFUSAL = 80;

/** True for `unsubscribed!`, and false if there are other words, as in any longer text. `No email` may mean that there is none. */
export function isOnlyRefusal(cell: string): boolean {
  if (cell.length > MAX_ONLY_REFUSAL) return false;
  const text = inWords(cell);
  const rest = text.replace(SURE_REFUSAL, "");
  return rest !== text && !/\p{L}/u.test(rest.replace(FILLERS, ""));
}

/** Below such a header, `yes` is no refusal: `Unsubscribe token`, `I agree. You can opt out at any time`. */
const TELLS_NO_WISH = /\b(?:tokens?|hash|rates?|ta(?:ux|sa|sso|xa)|motif|agree|can|any ?time|jederzeit)\b/i;
/** Who must not be called may be written to. */
const OF_CALLS = /\b(?:fax|sms|mobile|tel|(?:tele)?phone|telefo\p{L}*|calls?|anrufe?|appels?)(?!\p{L})/iu;
const OF_MAIL = /mail|letter|contact|courriel|correo|\ball\b/i;
/** Only as a header: in a cell, `baja` usually means low. */
const REFUSAL_HEADER = whole("(fecha_(de_)?)?bajas?");
/** In characters. A longer header says something else besides. */
const MAX_REFUSAL_HEADER = 50;

/** True for a header below which everything that does not say no is a refusal; `null` if it tells of calls only. */
export function isRefusalHeader(header: string): boolean | null {
  const words = inWords(header).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  if (OF_CALLS.test(words) && !OF_MAIL.test(words)) return null;
  const isNamed = REFUSAL_HEADER.test(words) || refusesMail(words);
  return isNamed && words.length <= MAX_REFUSAL_HEADER && !TELLS_NO_WISH.test(words);
}

/** A link is there for everybody. `0000-00-00` is the blank date of a database. */
const NO =
  /^(?:[-–—\s0.:/☐]*|n|none|null|n\/?a|false|falsch|faux|fals[oe]|allow(?:ed)?|subscribed|a(?:ng|ang)emeldet?|ingeschreven|abonnee?|i(?:n?s|ns)crit+[eoa]?|suscrit[oa]|alta|opt(?:ed)?[\s-]?in|https?:.*)$/i;
const STARTS_WITH_NOT = new RegExp(`^(?:noch |nog |aun |todavia |ainda |non )?${NOT}`, "iu");

/** True for `no` and `not opted out`, and false for `not allowed`. */
export function saysNo(cell: string): boolean {
  const words = inWords(cell.trim());
  const rest = words.replace(STARTS_WITH_NOT, "");
  if (NO.test(words) || rest === words) return NO.test(words);
  // `Not bounced, unsubscribed` is no `no`.
  const refusals = (rest.match(SURE_REFUSAL)?.length ?? 0) + Number(NO_MAIL.test(rest));
  return rest === "" || (refusals === 1 && REFUSALS.some((refusal) => rest.search(refusal) === 0));
}
