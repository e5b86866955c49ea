import { RATE_LIMITS } from "../../src/service/limits";
import { atLeast, exactly, type Measured, noted } from "./figures";
import type { Google } from "./google";
import { FORMULA_WAY } from "./other-ways";
import { type BenchWorld, openBenchWorld, refusedCalls, SHEET } from "./world";

const SECOND_MS = 1_000;
const SECONDS_PER_MINUTE = 60;
const STATUS = /^(VALID|CATCH_ALL|INVALID)$/;

/** Types formulas below each other and waits until nothing computes any more; gives the seconds that took. */
async function typeFormulas({ user, clock }: BenchWorld, a1: string, formulas: string[]): Promise<number> {
  const startMs = clock.now();
  user.keyboard.paste(
    SHEET,
    a1,
    formulas.map((formula) => [formula]),
  );
  await clock.idle();
  return (clock.now() - startMs) / SECOND_MS;
}

const column = (count: number, value: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => value(i));

const openEmailWorld = (google: Google, emails: string[], script?: string, seed = 1): Promise<BenchWorld> =>
  openBenchWorld(google, { script, seed, rows: emails.map((email) => [email]) });

const unanswered = ({ user }: BenchWorld, cells: number): number =>
  user.keyboard.shows(SHEET, `B1:B${cells}`).filter(([shown]) => !STATUS.test(shown ?? "")).length;

/** The slowest of the last answers (up to 10 s) decides when all is done: one draw of answering times tells little. */
const SEEDS = [1, 2, 3];

/** A sheet with many single-cell formulas is opened: all of them compute at once. */
export async function openManyCells(google: Google, cells: number, distinct: number): Promise<Measured[]> {
  const emails = column(cells, (i) => `person${i % distinct}@reliable.example`);
  const seeds = google.model === "documented" ? SEEDS : SEEDS.slice(0, 1);
  const opened: OpenedCells[] = [];
  for (const seed of seeds) opened.push(await openCells(google, emails, seed));
  const mean = (pick: (one: OpenedCells) => number) => opened.reduce((sum, one) => sum + pick(one), 0) / opened.length;
  const most = (pick: (one: OpenedCells) => number) => Math.max(...opened.map(pick));
  const permitted = RATE_LIMITS["email-verifier"].callsPerMinute;
  const perMinute = mean(({ asked, seconds }) => (asked / seconds) * SECONDS_PER_MINUTE);
  const promised = google.model === "documented" ? 90 : 85;
  const figures = [
    atLeast(`share of ${permitted} a minute`, (perMinute / permitted) * 100, promised, "%"),
    exactly(
      `calls for ${cells} cells over ${distinct} emails`,
      most(({ calls }) => calls),
      distinct,
    ),
    exactly(
      "refused as too fast (429)",
      most(({ refused }) => refused),
      0,
    ),
    noted(
      "until nothing computes",
      mean(({ seconds }) => seconds),
      "s",
    ),
    noted(
      "cells that Finish formulas had to finish",
      most(({ leftForLater }) => leftForLater),
    ),
    exactly(
      "cells without their answer after it",
      most(({ left }) => left),
      0,
    ),
  ];
  return google.model === "documented" ? [...figures, ...(await openNaiveCells(google, emails))] : figures;
}

interface OpenedCells {
  seconds: number;
  asked: number;
  leftForLater: number;
  /** With those of *Finish formulas*. */
  calls: number;
  refused: number;
  left: number;
}

async function openCells(google: Google, emails: string[], seed: number): Promise<OpenedCells> {
  const world = await openEmailWorld(google, emails, undefined, seed);
  const { clock, service, user } = world;
  const formulas = column(emails.length, (i) => `=VERIFY_EMAIL(A${i + 1})`);
  const seconds = await typeFormulas(world, "B1", formulas);
  const asked = service.controls.calls().length;
  const leftForLater = unanswered(world, emails.length);
  await user.clickMenu("finishFormulas");
  await clock.idle();
  const opened = {
    seconds,
    asked,
    leftForLater,
    calls: service.controls.calls().length,
    refused: refusedCalls(world),
    left: unanswered(world, emails.length),
  };
  await world.close();
  return opened;
}

/**
 * Addresses of a catch-all domain that a domain search has found are verified: through their ids, and typed elsewhere.
 */
export async function verifyFoundEmails(google: Google, count: number): Promise<Measured[]> {
  const credits = ({ service }: BenchWorld) =>
    service.controls
      .ledger()
      .filter(({ operation }) => operation === "email-verifier")
      .reduce((sum, { halves }) => sum + halves / 2, 0);
  const found = await openEmailWorld(google, [""]);
  await typeFormulas(found, "B1", [`=DOMAIN_EMAILS("catch-all.example", ${count})`]);
  await typeFormulas(found, "J2", [`=VERIFY_EMAIL(B2:B${count + 1})`]);
  const emails = found.user.keyboard.shows(SHEET, `B2:B${count + 1}`).map(([email]) => email ?? "");
  const withIds = credits(found);
  await found.close();
  const typed = await openEmailWorld(google, emails);
  await typeFormulas(typed, "B1", [`=VERIFY_EMAIL(A1:A${count})`]);
  const withoutIds = credits(typed);
  await typed.close();
  return [
    exactly(`credits to verify ${count} addresses that =DOMAIN_EMAILS() has found`, withIds, 0),
    noted(`credits to verify the same ${count} addresses, typed`, withoutIds),
  ];
}

async function openNaiveCells(google: Google, emails: string[]): Promise<Measured[]> {
  const world = await openEmailWorld(google, emails, FORMULA_WAY);
  const seconds = await typeFormulas(
    world,
    "B1",
    emails.map((_, i) => `=NAIVE_VERIFY(A${i + 1})`),
  );
  const figures = [
    noted("a call in each cell: calls", world.service.controls.calls().length),
    noted("a call in each cell: refused as too fast (429)", refusedCalls(world)),
    noted("a call in each cell: until nothing computes", seconds, "s"),
    noted("a call in each cell: cells with #ERROR! for good", unanswered(world, emails.length)),
  ];
  await world.close();
  return figures;
}

/** The cost of one formula: first with nothing known, then again beside it with the answer in the cache. */
async function measureFormula(world: BenchWorld, formula: string, row: number): Promise<Measured[]> {
  const figures: Measured[] = [];
  const { calls } = world.service.controls;
  for (const [a1, when] of [
    [`C${row}`, ""],
    [`P${row}`, ", known already"],
  ] as const) {
    const callsBefore = calls().length;
    world.clearCounts();
    const seconds = await typeFormulas(world, a1, [formula]);
    figures.push(
      noted(`${formula}${when}`, seconds, "s"),
      noted(`${formula}${when}: calls to the service`, calls().length - callsBefore),
      noted(`${formula}${when}: calls to Google`, world.counts.calls),
    );
  }
  return figures;
}

/** Time to the answer, calls to the service and calls to Google of each formula, beside the naive one. */
export async function measureFormulas(google: Google): Promise<Measured[]> {
  const figures: Measured[] = [];
  const emails = column(300, (i) => `someone${i}@reliable.example`);
  const formulas = [
    "=VERIFY_EMAIL(A1)",
    "=VERIFY_EMAIL(A2:A31)",
    '=EMAIL_COUNT("reliable.example")',
    '=COMPANY_INFO("three-emails.example")',
    '=DOMAIN_EMAILS("sixty-five.example", 10)',
    '=ACCOUNT_INFO("remaining_credits")',
  ];
  const ours = await openEmailWorld(google, emails);
  for (const [index, formula] of formulas.entries()) {
    figures.push(...(await measureFormula(ours, formula, 1 + 40 * index)));
  }
  await ours.close();
  const naive = await openEmailWorld(google, emails, FORMULA_WAY);
  figures.push(...(await measureFormula(naive, "=NAIVE_VERIFY(A1)", 1)));
  await naive.close();
  return figures;
}
