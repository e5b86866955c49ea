import { describe, expect, test } from "@jest/globals";
import { COMPANY_HEADER, isUsualHeader, mayHeadColumn, meantBy } from "../../src/header-words";
import { refusalBelow, unwantedIn } from "../../src/service/read-cell";

test.each([
  ...[
    "Company",
    "Firmenname",
    "Raison sociale",
    "Razón social",
    "Ragione sociale",
    "Empresa",
    "Azienda",
    "Bedrijf",
  ].map((header) => [header, "company"]),
  ...["Web-Adresse", "Web seite", "Internetseite", "site_web", "company.url"].map((header) => [header, "website"]),
  ...["Domains", "Domaine", "Domäne", "Website domain"].map((header) => [header, "domain"]),
])("the header %s means the field %s, names companies and is a usual header", (header, field) => {
  expect([meantBy(header), isUsualHeader(header), COMPANY_HEADER.test(header)]).toEqual([field, true, true]);
});

test.each([
  ...["Sector", "Branche", "Secteur"].map((header) => [header, "industry"]),
  ...["Pays", "País", "Land"].map((header) => [header, "country"]),
  ...["Ort", "Ciudad", "Citta\u0300", "Plaats"].map((header) => [header, "city"]),
  ...["Nombre", "Nome", "Naam"].map((header) => [header, "name"]),
])("the header %s means the field %s and is a usual header", (header, field) => {
  expect([meantBy(header), isUsualHeader(header), COMPANY_HEADER.test(header)]).toEqual([field, true, false]);
});

test.each(["Companies", "Accounts", "Empresas", "Aziende", "Sites", "Names"])(
  "below %s, a usual header, numbers of them may stand",
  (header) => {
    expect([isUsualHeader(header), ["company", "website", "name"].includes(meantBy(header))]).toEqual([true, false]);
  },
);

test.each(["Bounce", "Suppressed", "Blacklist", "Family", "Person"])(
  "the first cell of companies may be %s",
  (name) => {
    expect(isUsualHeader(name)).toBe(false);
  },
);

test("any other header means what it says", () => {
  expect(["Customer since", "Land area"].map(meantBy)).toEqual(["customer since", "land area"]);
});

const NEGATED_ONCE = ["no bounce, opted out 3 May", "not bounced, unsubscribed", "kein Bounce, abgemeldet"];

describe("people who said no", () => {
  test.each([
    ...["Abmeldungen", "Sperrliste", "Blacklist", "Blockliste", "Schwarze Liste", "Robinsonliste", "Abgemeldete"],
    ...["Suppression list", "Unsubscribes", "Unsubscriptions", "Opt-outs", "Suppressed", "Blocklist", "Deny list"],
    ...["De\u0301sinscriptions", "Désabonnements", "Liste d'exclusion"],
    ...["Dado de baja", "Dados de baja", "Desuscritos", "Desuscripción", "No contactar", "No molestar", "Lista negra"],
    ...["Disiscritto", "Disiscritti", "Disiscrizione", "Non contattare", "Lista nera"],
    ...["Afgemeld", "Uitgeschreven", "Uitschrijvingen", "Niet meer mailen", "Niet benaderen", "Zwarte lijst"],
    ...["Descadastrado", "Descadastrados", "Não contactar", "Na\u0303o enviar", "Desinscrições"],
  ])("stand below %s, which is a usual header", (header) => {
    const isRefusal = refusalBelow(header);
    expect([isRefusal("x"), isRefusal("sí"), isRefusal("nee"), isRefusal("não")]).toEqual([true, true, false, false]);
    expect(mayHeadColumn(header)).toBe(true);
  });

  test.each(["Baja", "Bajas", "Fecha de baja", "FECHA_BAJA"])("stand below %s", (header) => {
    expect(["Sí", "30/11/2026", "alta", "no", "nunca"].filter(refusalBelow(header))).toEqual(["Sí", "30/11/2026"]);
  });

  test.each([
    ...[
      "dado de baja",
      "dada de baja el 3 de mayo de 2020",
      "no contactar más",
      "por favor no contactar",
      "desuscrita",
    ],
    ...["disiscritta", "non contattare", "per favore non contattare più", "disiscritto dal 3 maggio 2020"],
    ...["afgemeld", "uitgeschreven op 30-11-2026", "niet meer mailen", "geen mails meer", "niet contacteren"],
    ...["descadastrado", "não contatar", "não enviar mais"],
    ...["ne pas contacter par téléphone, mail ou courrier", "ne plus contacter par téléphone ni par e-mail"],
    ...["Merci de ne pas contacter par téléphone, mail ou courrier", "ne pas envoyer de mails"],
    ...["nicht per Telefon oder E-Mail kontaktieren", "no contactar por teléfono ni correo"],
    ...["non contattare per telefono o mail", "niet per post of e-mail benaderen"],
  ])("say so in any cell: %s", (cell) => {
    expect(refusalBelow("Notes")(cell)).toBe(true);
    expect(unwantedIn(`ann@acme.example (${cell})`)).toContain("ann@acme.example");
  });

  test.each([
    ...[
      "baja",
      "Baja",
      "alta",
      "bassa",
      "laag",
      "baixa",
      "low",
      "de baja calidad",
      "baja laboral",
      "baja del contrato",
    ],
    ...["contrato cancelado", "Cancelación", "fin de contrato", "contrato rescindido", "no dado de baja"],
    ...["disdetta", "contratto scaduto", "recesso", "disdetto", "non disiscritto"],
    ...["opgezegd", "opzegtermijn", "contract afgelopen", "geannuleerd", "niet afgemeld", "uitgeschreven factuur"],
    ...["rescindido", "rescisão", "contrato cancelado", "não descadastrado", "aviso prévio"],
    ...["no contactar por teléfono", "non contattare telefonicamente", "não enviar sms", "niet bellen"],
    ...["ne pas contacter par téléphone, mail uniquement", "nicht per Telefon kontaktieren", "no", "non", "niet"],
  ])("do not say %s", (cell) => {
    expect(["Notes", "Prioridad", ""].filter((header) => refusalBelow(header)(cell))).toEqual([]);
    expect(unwantedIn(`ann@acme.example (${cell})`)).toEqual([]);
  });

  test.each([
    ...["Prioridad", "Prioridad baja", "Baja laboral", "Contrato cancelado", "Fecha de contrato", "Bajada", "Alta"],
    ...["Disdetta", "Data disdetta", "Contratto scaduto", "Recesso", "Non contattare per telefono"],
    ...["Opgezegd", "Opzegtermijn", "Contract afgelopen", "Geen e-mailadres", "Niet bellen", "Uitgeschreven facturen"],
    ...["Rescisão", "Contrato encerrado", "Prazo de rescisão", "Baixa", "Não enviar SMS", "Tasa de bajas"],
    ...["Kündigungsfrist", "Vertrag abgelaufen", "Sperrigkeit", "Sperrgut"],
  ])("do not stand below %s", (header) => {
    expect(["yes", "x", "sí", "1", "baja"].filter(refusalBelow(header))).toEqual([]);
  });

  test.each([
    ...["nee", "nooit", "niet afgemeld", "nog niet", "nog niet uitgeschreven", "geen afmelding", "ingeschreven"],
    ...["não", "nunca", "ainda não", "não descadastrado", "inscrito", "falso", "non ancora", "iscritta"],
    ...["aún no", "no dado de baja", "no se ha dado de baja", "suscrito", "never unsubscribed"],
    ...["NA", "n/a", "n", "optin", "Opted-in", "not bounced"],
  ])("have no %s below their header", (cell) => expect(refusalBelow("Opt-outs")(cell)).toBe(false));

  test.each([
    "no contactar",
    "non contattare",
    "niet meer",
    "não enviar",
    "no mails",
    "no - unsubscribed",
    ...NEGATED_ONCE,
  ])("have such a %s below their header", (cell) => expect(refusalBelow("Opt-outs")(cell)).toBe(true));
});
