// What columns are called in usual lists, in English, German, French, Spanish, Italian and Dutch.

import { plainHeader } from "./spelling";

/** Words stand between blanks; `_` is a blank that may be missing. */
const anyOf = (...words: string[]): string => `(?:${words.join(" ").replace(/ /g, "|").replace(/_/g, " ?")})`;
const whole = (words: string): RegExp => new RegExp(`^${words}$`, "iu");

/** By the field that such a column holds. */
const FIELDS = {
  company: anyOf(
    "(compan(y|ies)|organi[sz]ations?|accounts?)(_name)? firm(a|en|s)?(name)? unternehmen(sname)? raison_sociale",
    "ragione_sociale raz[oó]n_social entreprises? soci[eé]t[eé]s? empresas? aziend[ae] bedrij(f|ven|fsnaam)",
  ),
  website: anyOf("(company_)?(web_?sites?|urls?) web(_(adressen?|seiten?))? internetseite sites?(_web)?"),
  homepage: anyOf("homepage"),
  domain: anyOf("(company_|website_)?dom(ains?|aine|äne)"),
  name: anyOf("names? nom nombre nome naam"),
  industry: anyOf("(company_)?industry sector branche secteur"),
  country: anyOf("country land pays pa[ií]s"),
  city: anyOf("city stadt ort ville ciudad citt[àa] plaats"),
};
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
  `\\b(?:${FIELDS.company}|${FIELDS.website}|homepage|${FIELDS.domain})(?![\\p{L}\\p{N}])`,
  "iu",
);

/** These words add nothing beside such a word: `Name der Firma`. */
const NAME_OF = /\b(?:names?|no(?:m|me|mbre)|naam|d(?:e[rls]?|u|ella)|la|[dl](?=['’]))\b/gi;

export const isWholeHeader = (header: RegExp, plain: string): boolean =>
  header.test(plain) &&
  !/\p{L}/u.test(plain.replace(new RegExp(header.source, `g${header.flags}`), "").replace(NAME_OF, ""));

/** Headers of columns of names. */
export const NAME_WORD = whole(
  anyOf(FIELDS.name, "(customer|client)_names? customers? clients? kunden? clientes? clienti klant(en)?"),
);

/** A title with such a word tells of a company's people. */
export const PEOPLE_WORD =
  /\b(?:contacts?|people|persons?|employees|e ?mails?|kontakte?|ansprechpartner|mitarbeiter)\b/i;

/** Of two columns of emails, the one without such a word is preferred. */
export const PRIVATE_HEADER = /\b(?:personal|private|priv[ée]e?|home)\b/i;

/** Headers of columns of people. */
export const PERSON_WORD = whole(
  anyOf("(first|last|full|given|family|contact)s?(_names?(\\P{L}.*)?)? persons? (vor|nach)name kontakte? pr[ée]nom"),
);

/** Usual headers of other columns. In a row, several of them are a header; a single one may be anything. */
const OTHER_WORD = whole(
  anyOf(
    "town address street zip phone role position notes? date status nr id exclusions? excluded block_list unsubscribed",
    "kundenname stra(ß|ss)e plz telefon adresse",
  ),
);

/** True for a text that is nothing but a header, as `Company name`. In a cell of its own it may be a company. */
export function isUsualHeader(text: string): boolean {
  const plain = plainHeader(text);
  return (
    [COMPANY_HEADER, EMAIL_HEADER].some((each) => isWholeHeader(each, plain)) ||
    [...FIELD_WORDS.map(([, words]) => words), NAME_WORD, PERSON_WORD, OTHER_WORD].some((words) => words.test(plain))
  );
}
