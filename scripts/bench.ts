import process from "node:process";
import { bundleSizes } from "./bench/bundle-sizes";
import { type Figure, printFigures } from "./bench/figures";
import { fillManyPages, fillThroughFaults } from "./bench/fill-companies";
import { findEmails } from "./bench/find-emails";
import { measureFormulas, openManyCells } from "./bench/formulas";
import { LATENCIES } from "./bench/latencies";
import { compareSlices, verifyByModels, verifyDistinct, verifyRepeated } from "./bench/verify-column";
import { prepareLocal } from "./build/prepare-local";

/** The measurements, by the names that the command takes: `npm run bench -- repeated slices`. */
const SECTIONS: Record<string, { title: string; measure(): Promise<Figure[]> }> = {
  verify: { title: "Verify emails in this column: 10,000 different emails", measure: () => verifyDistinct(10_000) },
  repeated: { title: "Emails that repeat", measure: () => verifyRepeated(10_000, 4_000) },
  slices: { title: "One slice", measure: () => compareSlices(1_000, 50_000, 360) },
  find: { title: "Find emails for this column of companies: 5,000 domains", measure: () => findEmails(5_000) },
  limits: {
    title: "3,000 emails, however the service counts calls",
    measure: () => verifyByModels(3_000),
  },
  formulas: { title: "One formula: nothing known, then known", measure: measureFormulas },
  cells: { title: "1,000 cells with a formula, opened at once", measure: () => openManyCells(1_000, 700) },
  fill: { title: "Fill a company list: 1,000 pages into one sheet", measure: fillManyPages },
  faults: { title: "1,000 pages while 30 % of all calls fail", measure: fillThroughFaults },
  sizes: { title: "Bundles", measure: bundleSizes },
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}". Choose from: ${Object.keys(SECTIONS).join(", ")}.`);
  process.exit(2);
}

console.log("Virtual time; the service answers as its specification says (8.4), and Google takes:");
for (const [name, { fromMs, toMs, source }] of Object.entries(LATENCIES)) {
  console.log(`  ${name.padEnd(14)} ${`${fromMs}–${toMs} ms`.padEnd(12)} ${source}`);
}
await prepareLocal();
let missed = 0;
for (const [name, { title, measure }] of Object.entries(SECTIONS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const figures = await measure();
  printFigures(title, figures);
  missed += figures.filter(({ isKept }) => !isKept).length;
}
console.log(missed === 0 ? "\nAll figures are kept." : `\n${missed} of the figures are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
