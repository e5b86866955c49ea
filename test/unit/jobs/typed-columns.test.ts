import { expect, test } from "@jest/globals";
import { typedColumns } from "../../../src/jobs/kinds/typed-columns";

const FIELDS = [
  "name",
  "website",
  "domain",
  "industry",
  "size",
  "location.country",
  "location.city",
  "linkedin",
  "founded_in",
];

test("a domain goes among websites where no website does, and nothing under a name that may mean anything", () => {
  const header = ["Website", "Type"];
  expect([...typedColumns(header, [["https://acme.example", "Customer"]], ["type", "domain"])]).toEqual([
    ["domain", 1],
  ]);
  expect([...typedColumns(header, [], ["domain", "website"])]).toEqual([["website", 1]]);
});

const matched = (header: string[], below: string[][] = []): Record<string, number> =>
  Object.fromEntries(typedColumns(header, below, FIELDS));

test.each([
  [
    "the names that people use",
    ["Company", "Website", "Industry", "Country"],
    [],
    { name: 1, website: 2, industry: 3, "location.country": 4 },
  ],
  [
    "more names that people use",
    ["Account name", "Employees", "LinkedIn URL", "Year Founded"],
    [["Acme", "11-50", "https://linkedin.example/acme", "1999"]],
    { name: 1, size: 2, linkedin: 3, founded_in: 4 },
  ],
  [
    "German names",
    ["Firmenname", "Webseite", "Branche", "Land", "Stadt"],
    [],
    { name: 1, website: 2, industry: 3, "location.country": 4, "location.city": 5 },
  ],
  [
    "French names",
    ["Socie\u0301te\u0301", "Site web", "Secteur", "Pays", "Ville"],
    [],
    { name: 1, website: 2, industry: 3, "location.country": 4, "location.city": 5 },
  ],
  ["a French person's name", ["Nom", "Prénom", "Domaine"], [], { domain: 3 }],
  ["any letter case and signs", ["COMPANY_NAME", "web-site"], [], { name: 1, website: 2 }],
  ["a name beside a company's", ["Name", "Company"], [], { name: 2 }],
  ["a name alone", ["Name", "Domain"], [["Acme", "acme.example"]], { name: 1, domain: 2 }],
  ["a list of people", ["Name", "Email", "Country", "LinkedIn", "Company", "Website"], [], { name: 5, website: 6 }],
  [
    "a person's list that says what is the company's",
    ["Email", "Company country", "Company city"],
    [],
    { "location.country": 2, "location.city": 3 },
  ],
  ["other content", ["Company", "Domain", "Owner"], [["acme.example", "Finance", "12"]], {}],
  ["two columns of one name", ["Company", "Company", "Website", "URL"], [], {}],
  ["numbers for ranges", ["Employees"], [["12"], ["250"]], {}],
  ["codes for names", ["Country"], [["NO"], ["SE"]], {}],
])("of %s, columns that are surely meant are taken", (_, header, below, expected) => {
  expect(matched(header, below)).toEqual(expected);
});
