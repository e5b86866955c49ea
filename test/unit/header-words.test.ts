import { expect, test } from "@jest/globals";
import { COMPANY_HEADER, isUsualHeader, meantBy } from "../../src/header-words";

test.each([
  ...[
    "Company",
    "Firmenname",
    "Raison sociale",
    "Razón social",
    "Ragione sociale",
    "Empresas",
    "Aziende",
    "Bedrijf",
  ].map((header) => [header, "company"]),
  ...["Web-Adresse", "Web seiten", "Internetseite", "site_web", "company.url"].map((header) => [header, "website"]),
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

test("any other header means what it says", () => {
  expect(["Customer since", "Land area"].map(meantBy)).toEqual(["customer since", "land area"]);
});
