import { beforeAll, describe, expect, test } from "@jest/globals";
import type { EndpointName } from "../../sidebar/server";
import { FORMULAS } from "../../src/formulas/definitions";
import * as server from "../../src/globals";
import type { JobView } from "../../src/jobs/views";
import { fillChoices } from "./companies/fill-document";
import { findChoices } from "./jobs/find-document";
import { type JobDocument, jobWorld } from "./jobs/job-document";
import { dataOf, OWNER, type ServerCall, SHEET } from "./support/flow-world";

// Two people with keys of different accounts work in one spreadsheet. Each of them calls every function that a page can
// call, with everything that belongs to the other, who does nothing meanwhile.

interface Person {
  email: string;
  key: string;
  /** The sandbox's key that stands for it: those are public, and shown in the settings. */
  account: string;
  team: string;
  plan: string;
}

const ANN: Person = {
  email: OWNER,
  key: "anns-own-secret-0451",
  account: "sandbox-key",
  team: "sandbox-team",
  plan: "ENTERPRISE",
};
const BOB: Person = {
  email: "bob@company.example",
  key: "bobs-own-secret-9921",
  account: "free-key",
  team: "free-team",
  plan: "FREE",
};

/** Of the other's jobs, in half credits. */
const CAP = 6;
const FILTERS = { company: { names: { include: ["Acme"] } } };
const SEARCH = "kept by the other";
/** The other's jobs, as they were kept at the beginning. */
type Jobs = Record<"verify" | "find" | "companies", JobView>;

interface Scene {
  document: JobDocument;
  self: Person;
  call: ServerCall;
  callOther: ServerCall;
  /** The other's, all paused. */
  jobs: Jobs;
}

const world = jobWorld();
beforeAll(() => {
  world.service.fetch = (request) => {
    const headers = new Headers(request.headers);
    const own = [ANN, BOB].find(({ key }) => key === headers.get("X-KEY"));
    if (own) headers.set("X-KEY", own.account);
    return world.fetchOfService(new Request(request, { headers }));
  };
});

const LIST = [
  ["Name", "Email", "Note"],
  ["Ann", "ann@reliable.example", "reliable.example"],
  ["Bob", "bob@three-emails.example", "three-emails.example"],
];

/** A spreadsheet in which the other has begun a job of each kind, kept a search and set a limit for formulas. */
async function openScene(self: Person, other: Person): Promise<Scene> {
  const document = world.open(LIST);
  const call = document.callAs(self.email);
  const callOther = document.callAs(other.email);
  dataOf(await call("checkAndSaveKey", self.key));
  dataOf(await callOther("checkAndSaveKey", other.key));
  const begin = async (choices: Parameters<(typeof server)["startJob"]>[0]): Promise<JobView> => {
    const { job } = dataOf(await callOther("startJob", { ...choices, capHalves: CAP }));
    return dataOf(
      await callOther("endJob", { jobId: job.id, epoch: job.epoch, state: "paused", reason: "", hasLanded: true }),
    );
  };
  const verify = await begin(verifyChoices(document));
  const find = await begin(findChoices(document, { column: 3 }));
  const companies = await begin(fillChoices({ filters: FILTERS, pages: 2 }));
  // A person's own properties outlive a spreadsheet.
  dataOf(await call("deleteSearch", SEARCH));
  dataOf(await callOther("saveSearch", { name: SEARCH, filters: FILTERS, replaces: true }));
  dataOf(await callOther("keepSearchHints", SEARCH));
  await call("keepSearchHints", "");
  const options = { theme: "dark" as const, warnBelowCredits: 7, callsPerMinute: {}, formulaCreditsADay: null };
  dataOf(await call("saveOptions", options));
  dataOf(await callOther("saveOptions", { ...options, formulaCreditsADay: 3 }));
  return { document, self, call, callOther, jobs: { verify, find, companies } };
}

const verifyChoices = ({ sheetId }: JobDocument) => ({
  kind: "verify" as const,
  sheetId,
  column: 2,
  header: null,
  sample: [],
  headerRow: 1,
  rows: { kind: "todo" as const },
  fields: ["email_status"],
  alsoFoundValid: false,
  toAsk: null,
  capHalves: null,
});

const COLUMN = {
  sheetId: null,
  column: 3,
  headerRow: 1,
  rows: { kind: "todo" as const },
  fields: ["emails_found"],
  alsoFoundValid: false,
};
const FIND = { limit: 50, emailType: "all" as const, enrichment: [] };

const each = async (jobs: Jobs, work: (job: JobView) => Promise<void>): Promise<void> => {
  for (const job of Object.values(jobs)) await work(job);
};

/** For each function, the part of its answer that is the other person's. A function without a line fails the test below. */
const LINES: { [Name in EndpointName]: (scene: Scene) => Promise<void> } = {
  async readSettings({ call }) {
    expect(dataOf(await call("readSettings")).options).toMatchObject({ formulaCreditsADay: null });
  },
  async readAccount({ call, self }) {
    expect(dataOf(await call("readAccount")).plan).toBe(self.plan);
  },
  async checkAndSaveKey({ call, self }) {
    expect(dataOf(await call("checkAndSaveKey", self.key)).account.plan).toBe(self.plan);
  },
  async removeKey({ call }) {
    dataOf(await call("removeKey"));
  },
  async saveOptions({ call }) {
    dataOf(
      await call("saveOptions", { theme: "light", warnBelowCredits: 0, callsPerMinute: {}, formulaCreditsADay: 0 }),
    );
  },
  async forgetAnswers({ call }) {
    expect(await call("forgetAnswers")).toEqual({ ok: true, data: null });
  },
  async readTabPage({ call }) {
    expect(await call("readTabPage", "../Code" as never)).toMatchObject({ ok: false, code: "BAD_REQUEST" });
  },
  async planJob({ call }) {
    dataOf(await call("planJob", { kind: "find", ...COLUMN, ...FIND }));
  },
  async lookAtSheet({ call, document }) {
    dataOf(await call("lookAtSheet", { sheetId: document.sheetId }));
  },
  async listSheets({ call }) {
    const sheets = dataOf(await call("listSheets"));
    expect(new Set(sheets.flatMap((sheet) => Object.keys(sheet)))).toEqual(new Set(["id", "name"]));
  },
  async bringForward({ call, document }) {
    expect(await call("bringForward", { sheetId: document.sheetId, column: 2 })).toEqual({ ok: true, data: null });
  },
  async listDomains({ call }) {
    dataOf(await call("listDomains", { kind: "find", ...COLUMN, ...FIND }));
  },
  async countEmails({ call }) {
    dataOf(await call("countEmails", ["reliable.example"]));
  },
  // A job of one's own over the other's column, and into the other's list: one's own cap and credits.
  async startJob({ call, document, jobs }) {
    const sheetId = jobs.find.list?.sheetId ?? 0;
    for (const choices of [
      verifyChoices(document),
      findChoices(document, { column: 3 }, { target: { kind: "append", sheetId } }),
    ]) {
      const { job } = dataOf(await call("startJob", { ...choices, capHalves: null }));
      expect(job).toMatchObject({ isYourKey: true, capHalves: null });
    }
  },
  // The other's job asks with nobody's key but the other's; what is said to have come is written, as by hand.
  async stepJob({ call, callOther, jobs }) {
    await each(jobs, async ({ id, epoch, kind }) => {
      const key = kind === "companies" ? "0.1" : "reliable.example";
      const questions = [{ key, text: key, anonId: "", attempts: 0 }];
      for (const claimed of [epoch - 1, epoch, epoch + 1]) {
        const asked = await call("stepJob", {
          do: "ask",
          jobId: id,
          epoch: claimed,
          kind,
          lane: 0,
          questions,
          waitMs: 0,
        });
        expect(asked).toMatchObject({ ok: false, code: "JOB_PAUSED" });
      }
      const { job } = dataOf(await callOther("resumeJob", { jobId: id, withOwnKey: false }));
      const running = { do: "ask" as const, jobId: id, epoch: job.epoch, kind, lane: 1, questions, waitMs: 0 };
      expect(await call("stepJob", running)).toMatchObject({ ok: false, code: "OTHER_KEY" });
      const made = { key, cells: ["=1+1"], rows: [2] };
      const page = {
        companies: [],
        totals: { companies: 1_000_000_000, pages: 1_000_000_000 },
        isFree: true,
      };
      const entries = [kind === "companies" ? { ...made, page } : made];
      await call("stepJob", { do: "write", jobId: id, epoch, entries, isFresh: true, waitMs: 0 });
    });
  },
  // Anybody may stop a job, whatever figures are sent along.
  async endJob({ call, jobs }) {
    await each(jobs, async ({ id: jobId, epoch }) => {
      const lies = { reason: "x".repeat(50_000), hasLanded: true, capHalves: null, spent: { halves: 0 } };
      const late = await call("endJob", { jobId, epoch: epoch - 1, state: "finished", ...lies } as never);
      expect(late).toMatchObject({ ok: true, data: { state: "paused" } });
      const ended = dataOf(await call("endJob", { jobId, epoch, state: "stopped", ...lies } as never));
      expect(ended).toMatchObject({ state: "stopped", capHalves: CAP });
      expect(ended.reason.length).toBeLessThanOrEqual(500);
    });
  },
  // If the other's key is to pay, it is refused; if one's own is, all calls are one's own.
  async resumeJob({ call, document, jobs, self }) {
    await each(jobs, async ({ id: jobId }) => {
      for (const capHalves of [undefined, null, 0, 1_000]) {
        const refused = await call("resumeJob", {
          jobId,
          withOwnKey: false,
          ...(capHalves === undefined ? {} : { capHalves }),
        });
        expect(refused).toMatchObject({ ok: false, code: "OTHER_KEY" });
      }
    });
    const { id: jobId } = jobs.verify;
    const resumed = dataOf(await call("resumeJob", { jobId, withOwnKey: true, capHalves: CAP }));
    expect(resumed.job).toMatchObject({ isYourKey: true, capHalves: CAP });
    const ledger = world.service.controls.ledger().length;
    const calls = {
      step: (request: Parameters<(typeof server)["stepJob"]>[0]) => call("stepJob", request),
      end: (request: Parameters<(typeof server)["endJob"]>[0]) => call("endJob", request),
    };
    expect(await document.drive(resumed, { calls })).toMatchObject({ state: "finished" });
    expect(
      world.service.controls
        .ledger()
        .slice(ledger)
        .filter(({ teamId }) => teamId !== self.team),
    ).toEqual([]);
  },
  // All jobs of the spreadsheet are everybody's to see, without anything by which a key could be known.
  async unattendedJobs({ call }) {
    expect(dataOf(await call("unattendedJobs", { do: "look" })).jobs).toEqual([]);
  },
  async readWatchLog({ call, jobs }) {
    await each(jobs, async ({ id }) => expect(dataOf(await call("readWatchLog", { jobId: id }))).toEqual([]));
  },
  async listJobs({ call, jobs }) {
    const listed = dataOf(await call("listJobs"));
    expect(listed.map(({ id, isYourKey }) => [id, isYourKey])).toEqual(
      [jobs.companies, jobs.find, jobs.verify].map(({ id }) => [id, false]),
    );
    expect(JSON.stringify(listed)).not.toContain("ingerprint");
  },
  async summariseJob({ call, jobs }) {
    await each(jobs, async ({ id }) => {
      expect(dataOf(await call("summariseJob", { jobId: id })).job.isYourKey).toBe(false);
    });
  },
  async insertJobChart({ call, jobs }) {
    dataOf(await call("insertJobChart", { jobId: jobs.verify.id }));
  },
  // Whoever may edit the sheet may take results out of it; the inputs stay.
  async undoJob({ call, document, jobs }) {
    await each(jobs, async ({ id: jobId }) => {
      dataOf(await call("undoJob", { jobId, do: "undo", others: "keep" }));
    });
    expect(document.rows().map(({ Name, Email, Note }) => [Name, Email, Note])).toEqual(LIST.slice(1));
  },
  // A copy of what everybody sees; only a sheet that holds exactly what was made goes again.
  async planCleanList({ call, document }) {
    expect(await call("planCleanList", { sheetId: document.sheetId, column: 2, leaveOut: null })).toMatchObject({
      ok: false,
      code: "NOTHING_VERIFIED",
    });
  },
  async makeCleanList({ call, document }) {
    const request = { sheetId: document.sheetId, name: "Clean list", mark: "", take: [], leaveOut: null };
    expect(await call("makeCleanList", request)).toMatchObject({ ok: false, code: "NOTHING_VERIFIED" });
  },
  async showOnly({ call, document }) {
    const request = { sheetId: document.sheetId, mark: "", text: "VALID" };
    expect(await call("showOnly", request)).toMatchObject({ ok: false, code: "NOTHING_VERIFIED" });
  },
  async selectDuplicates({ call, document }) {
    const request = { sheetId: document.sheetId, mark: "" };
    expect(await call("selectDuplicates", request)).toMatchObject({ ok: false, code: "NOTHING_VERIFIED" });
  },
  async splitRows({ call, document }) {
    const column = { sheetId: document.sheetId, column: 2, header: null, sample: [], headerRow: 1 };
    expect(await call("splitRows", { ...column, name: "Split" })).toMatchObject({
      ok: false,
      code: "NOTHING_TO_SPLIT",
    });
  },
  async listPastJobs({ call }) {
    expect(dataOf(await call("listPastJobs"))).toMatchObject([]);
  },
  async writePastJobs({ call }) {
    expect(await call("writePastJobs")).toMatchObject({ ok: false, code: "JOB_GONE" });
  },
  async readChoices({ call }) {
    expect(await call("readChoices", { jobId: "none" })).toMatchObject({ ok: false, code: "JOB_GONE" });
  },
  async changePresets({ call }) {
    expect(dataOf(await call("changePresets", { do: "list", kind: "verify" }))).toEqual([]);
  },
  async loadPreset({ call }) {
    const preset = { kind: "verify", name: "Weekly", isShared: false } as const;
    expect(await call("loadPreset", preset)).toMatchObject({ ok: false, code: "PRESET_GONE" });
  },
  async undoCopy({ call, document }) {
    expect(await call("undoCopy", { sheetId: document.sheetId, check: 1 })).toMatchObject({ ok: false });
    expect(document.rows()).toHaveLength(LIST.length - 1);
  },
  async previewSearch({ call }) {
    dataOf(await call("previewSearch", FILTERS));
  },
  async countSearch({ call }) {
    dataOf(await call("countSearch", FILTERS));
  },
  async suggestLocations({ call }) {
    dataOf(await call("suggestLocations", "Ber"));
  },
  async readListColumn({ call }) {
    dataOf(await call("readListColumn", { sheetId: null, column: 2, wanted: "texts" }));
  },
  async readSavedSearches({ call }) {
    expect(dataOf(await call("readSavedSearches")).names).not.toContain(SEARCH);
  },
  async forgetLastSearch({ call }) {
    dataOf(await call("forgetLastSearch"));
  },
  async saveSearch({ call }) {
    const names = dataOf(
      await call("saveSearch", { name: SEARCH, filters: { company_type: "Public" }, replaces: false }),
    ).names;
    expect(names.filter((name) => name === SEARCH)).toHaveLength(1);
    dataOf(await call("deleteSearch", SEARCH));
  },
  async loadSearch({ call }) {
    expect(await call("loadSearch", SEARCH)).toMatchObject({ ok: false, code: "SEARCH_GONE" });
  },
  async openGuide({ call }) {
    dataOf(await call("openGuide"));
  },
  async keepSearchHints({ call }) {
    const before = dataOf(await call("readSavedSearches")).hints;
    expect(before).not.toContain(SEARCH);
    expect(dataOf(await call("keepSearchHints", before)).hints).toBe(before);
  },
  async deleteSearch({ call }) {
    dataOf(await call("deleteSearch", SEARCH));
  },
};

/** Public functions that a page cannot call for an answer: formulas, menu items and what Google calls. */
const NO_ENDPOINTS = [
  ...Object.keys(FORMULAS),
  ...["onOpen", "onInstall", "finishFormulas", "turnFormulasIntoValues"],
  ...["showSidebar", "showSettings", "verifyColumn", "showCleanList"],
  ...["findEmails", "addCompanyDetails", "showCompanies"],
  "showGuide",
  ...["allowWorkWhileClosed", "workWhileClosed"],
];

test("every public function is tried here or is no endpoint", () => {
  expect([...Object.keys(LINES), ...NO_ENDPOINTS].sort()).toEqual(Object.keys(server).sort());
});

describe.each([
  ["an editor", BOB, ANN],
  ["the owner (@slow)", ANN, BOB],
])("%s", (_, self, other) => {
  test.each(Object.entries(LINES))("cannot reach by %s what is the other's alone", async (_name, line) => {
    const scene = await openScene(self, other);
    const { document, jobs } = scene;
    const told: string[] = [];
    const call: ServerCall = async (name, ...args) => {
      const result = await scene.call(name, ...args);
      told.push(JSON.stringify(result));
      return result;
    };
    const kept = () => world.host.save().userProperties[other.email];
    const keptBefore = JSON.stringify(kept());
    const paidBefore = world.service.controls.ledger().length;

    await line({ ...scene, call });

    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((text) => text.includes(other.key) || text.includes(self.key))).toEqual([]);
    expect(JSON.stringify(kept())).toBe(keptBefore);
    const { controls } = world.service;
    expect(
      controls
        .ledger()
        .slice(paidBefore)
        .filter(({ teamId }) => teamId === other.team),
    ).toEqual([]);
    const left = dataOf(await document.callAs(other.email)("listJobs"));
    for (const { id } of Object.values(jobs)) {
      const job = left.find((each) => each.id === id);
      expect(job?.capHalves ?? CAP).toBeLessThanOrEqual(CAP);
      expect(job?.capHalves).not.toBe(null);
    }
  });
});

test("formulas that an editor types spend up to the owner's limit, which the editor cannot raise", async () => {
  const document = world.open(LIST);
  const [ann, bob] = [ANN, BOB].map(({ email }) => document.callAs(email)) as [ServerCall, ServerCall];
  dataOf(await ann("checkAndSaveKey", ANN.key));
  dataOf(await bob("checkAndSaveKey", BOB.key));
  const options = { theme: "sheet" as const, warnBelowCredits: 0, callsPerMinute: {} };
  dataOf(await ann("saveOptions", { ...options, formulaCreditsADay: 1 }));
  dataOf(await bob("saveOptions", { ...options, formulaCreditsADay: 1_000 }));
  const { keyboard } = document.document.as(BOB.email);
  const type = async (a1: string, address: string): Promise<string> => {
    keyboard.paste(SHEET, a1, [[`=VERIFY_EMAIL("${address}")`]]);
    await world.clock.idle();
    return keyboard.shows(SHEET, a1)[0]?.[0] ?? "";
  };
  const shown = [];
  for (const [i, address] of ["a", "b", "c"].entries())
    shown.push(await type(`E${i + 2}`, `${address}@capped.example`));
  const spent = /^not finished: This could exceed .* in a day\. .*\(1 credit a day\)\. Then choose .*\.$/;
  expect(shown).toEqual([
    expect.stringMatching(/^[A-Z_]+$/),
    expect.stringMatching(/^[A-Z_]+$/),
    expect.stringMatching(spent),
  ]);
  dataOf(await bob("forgetAnswers"));
  expect(await type("E5", "d@capped.example")).toMatch(spent);
  expect(dataOf(await ann("readAccount"))).toMatchObject({
    formulaKey: "yours",
    formulasToday: { yours: 1, others: 0 },
  });
  expect(dataOf(await bob("readAccount"))).toMatchObject({
    formulaKey: "another",
    formulasToday: { yours: 0, others: 1 },
  });
});
