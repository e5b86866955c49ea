import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { ADDON_FOLDER } from "../local/addon/read-built-addon";
import { LATENCIES, type Latencies } from "../local/apps-script/google-times";
import { type AccountKind, DAILY_QUOTAS } from "../local/apps-script/stores/daily-quota";
import { parseOptions, runCommand, typedIn, UsageError } from "../local/command-line";
import { SERVICE_TIMES } from "../local/service/latency/latency";
import {
  compareLengths,
  findEmails,
  findVisibleRows,
  verifyByLimits,
  verifyDistinct,
  verifyRepeated,
} from "./bench/columns";
import { atMost, exactly, type Figure, figureOf, type Measured, printFigures } from "./bench/figures";
import { fillManyPages, fillThroughFaults } from "./bench/fill";
import { measureFormulas, openManyCells, verifyFoundEmails } from "./bench/formulas";
import { type Google, MODELS, type Model, readMeasured } from "./bench/google";
import { measureStart } from "./bench/start";
import { measureSteps } from "./bench/steps";
import { verifyWhileClosed } from "./bench/unattended";
import { SIZE_LIMITS } from "./build/build-settings";
import { prepareLocal } from "./build/prepare-local";

interface Section {
  title: string;
  /** The models of Google it is measured on when none is asked for; none where Google plays no part. */
  models: readonly Model[];
  measure(google: Google): Promise<Measured[]>;
}

/** The measurements, by the names that the command takes: `npm run bench -- repeated long`. */
const SECTIONS: Record<string, Section> = {
  verify: {
    title: "Verify emails in this column: 10,000 different emails",
    models: MODELS,
    measure: (google) => verifyDistinct(google, 10_000),
  },
  repeated: {
    title: "Emails that repeat",
    models: ["documented"],
    measure: (google) => verifyRepeated(google, 10_000, 4_000),
  },
  long: {
    title: "A short and a long list",
    models: ["documented"],
    measure: (google) => compareLengths(google, [1_000, 50_000], 360),
  },
  visible: {
    title: "The visible rows of a filtered list",
    models: ["documented"],
    measure: (google) => findVisibleRows(google, 2_000),
  },
  find: {
    title: "Find emails for this column of companies: 5,000 domains",
    models: MODELS,
    measure: (google) => findEmails(google, 5_000),
  },
  limits: {
    title: "3,000 emails, however the service counts calls",
    models: ["documented"],
    measure: (google) => verifyByLimits(google, 3_000),
  },
  formulas: {
    title: "One formula: nothing known, then known",
    models: ["documented"],
    measure: measureFormulas,
  },
  cells: {
    title: "1,000 cells with a formula, opened at once",
    models: MODELS,
    measure: (google) => openManyCells(google, 1_000, 700),
  },
  ids: {
    title: "Addresses that a domain search has found",
    models: ["documented"],
    measure: (google) => verifyFoundEmails(google, 10),
  },
  fill: { title: "Find companies: 1,000 pages into one sheet", models: MODELS, measure: fillManyPages },
  faults: { title: "1,000 pages while 30 % of all calls fail", models: ["documented"], measure: fillThroughFaults },
  closed: {
    title: "3,000 emails, the sidebar closed after the first minute",
    models: ["documented"],
    measure: (google) => verifyWhileClosed(google, 3_000),
  },
  steps: {
    title: "What the sheet costs at each step of a job",
    models: ["documented"],
    measure: measureSteps,
  },
  sizes: { title: "Bundles", models: [], measure: bundleSizes },
  start: { title: "What the size of Code.js costs each execution", models: [], measure: measureStart },
  unmeasured: { title: "Promised, and not measured here", models: [], measure: async () => UNMEASURED },
};

const KILOBYTE = 1_000;

/** The files that every execution parses and every opening of the sidebar loads. */
async function bundleSizes(): Promise<Measured[]> {
  const measure = async (title: string, name: keyof typeof SIZE_LIMITS): Promise<Measured> =>
    atMost(title, (await stat(path.join(ADDON_FOLDER, name))).size / KILOBYTE, SIZE_LIMITS[name] / KILOBYTE, "kB");
  return [await measure("server bundle, unminified", "Code.js"), await measure("sidebar", "sidebar.html")];
}

const UNMEASURED: Measured[] = [
  exactly("crash points and moments of a person in between that fail (npm test)", null, 0),
  atMost("npm test on two cores, alone", null, 5, "min"),
];

const USAGE = `Usage: npm run bench -- [SECTION…] [--model ${MODELS.join("|")}|FILE] [--account consumer|workspace] [--json]
Sections: ${Object.keys(SECTIONS).join(", ")}; all of them when none is named.
--model    this model of Google instead of all that a section has; or a file with the times that the live check prints
--account  whose daily quotas hold; consumer when not given
--json     one object a line instead of tables: section, name, model, value, unit, goal, kept`;

interface Options {
  sections: string[];
  model: Model | null;
  times: Latencies;
  account: AccountKind;
  json: boolean;
}

/** @throws UsageError */
async function readOptions(args: string[]): Promise<Options> {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      model: { type: "string" },
      account: { type: "string", default: "consumer" },
      json: { type: "boolean", default: false },
    },
  });
  const { account, json } = values;
  const unknown = positionals.find((name) => !(name in SECTIONS));
  if (unknown !== undefined) throw new UsageError(`There is no section "${unknown}".`);
  const { model, times } = await readModel(values.model);
  if (account !== "consumer" && account !== "workspace") throw new UsageError(`There is no account "${account}".`);
  const sections = Object.keys(SECTIONS).filter((name) => positionals.length === 0 || positionals.includes(name));
  return { sections, model, times, account, json };
}

/** @throws UsageError */
async function readModel(wanted: string | undefined): Promise<Pick<Options, "model" | "times">> {
  const model = MODELS.find((each) => each === wanted) ?? null;
  if (wanted === undefined || model !== null) return { model, times: LATENCIES };
  const text = await readFile(path.resolve(typedIn(), wanted), "utf8").catch(() => null);
  if (text === null) throw new UsageError(`There is no model and no file "${wanted}".`);
  try {
    return { model: "measured", times: readMeasured(text) };
  } catch {
    throw new UsageError(`${wanted} does not hold the line "Times (ms): {…}" that the live check prints.`);
  }
}

function printParameters({ account, times }: Options): void {
  console.log("Virtual time. The service takes, on average (lognormal, cut off at the longest):");
  for (const [name, { meanMs, longestMs, source }] of Object.entries(SERVICE_TIMES)) {
    console.log(`  ${name.padEnd(14)} ${`${meanMs} ms, ≤ ${longestMs} ms`.padEnd(20)} ${source}`);
  }
  console.log("Google takes, drawn evenly for each call (slow: sheet, lock and property calls 3 times as long;");
  console.log("serialised: slow, and the sheet calls of a document wait for each other):");
  for (const [name, { fromMs, toMs, source }] of Object.entries(times)) {
    console.log(`  ${name.padEnd(14)} ${`${fromMs}–${toMs} ms`.padEnd(20)} ${source}`);
  }
  const { fetchesPerDay, propertyCallsPerDay } = DAILY_QUOTAS[account];
  console.log(`Daily quotas (${account}): ${fetchesPerDay} fetches, ${propertyCallsPerDay} Properties calls.`);
}

async function measureSection(name: string, { model, times, account, json }: Options): Promise<Figure[]> {
  const { title, models, measure } = SECTIONS[name] as Section;
  const asked = model === null ? models : [model];
  const figures: Figure[] = [];
  for (const each of models.length === 0 ? [null] : asked) {
    const measured = await measure({ model: each ?? "documented", times, account });
    figures.push(...measured.map((one) => figureOf(name, each, one)));
  }
  if (json) for (const figure of figures) console.log(JSON.stringify(figure));
  else printFigures(title, figures);
  return figures;
}

await runCommand(USAGE, async (args) => {
  const options = await readOptions(args);
  if (!options.json) printParameters(options);
  await prepareLocal();
  let missed = 0;
  for (const name of options.sections) {
    const figures = await measureSection(name, options);
    missed += figures.filter(({ kept }) => kept === false).length;
  }
  if (!options.json) console.log(missed === 0 ? "\nAll goals are kept." : `\n${missed} of the goals are missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
});
