import { type BenchWorld, openBenchWorld, SHEET } from "./bench-world";
import { exactly, type Figure, noted, write } from "./figures";
import { NAIVE_FORMULA } from "./naive-formula";

const SECOND_MS = 1_000;
const STATUS = /^(VALID|CATCH_ALL|INVALID)$/;

const refusedCalls = ({ service }: BenchWorld): number =>
  service.controls.calls().filter(({ status }) => status === 429).length;

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

async function openList(emails: string[], script?: string): Promise<BenchWorld> {
  return openBenchWorld({ script, rows: emails.map((email) => [email]) });
}

/** A sheet with many single-cell formulas is opened: all of them compute at once. */
export async function openManyCells(cells: number, distinct: number): Promise<Figure[]> {
  const emails = column(cells, (i) => `person${i % distinct}@reliable.example`);
  const unanswered = (world: BenchWorld): number =>
    world.user.keyboard.shows(SHEET, `B1:B${cells}`).filter(([shown]) => !STATUS.test(shown ?? "")).length;

  const ours = await openList(emails);
  const ourSeconds = await typeFormulas(
    ours,
    "B1",
    column(cells, (i) => `=VERIFY_EMAIL(A${i + 1})`),
  );
  const leftForLater = unanswered(ours);
  await ours.user.clickMenu("finishFormulas");
  await ours.clock.idle();
  const figures = [
    exactly(
      `calls for ${write(cells)} cells over ${write(distinct)} emails`,
      ours.service.controls.calls().length,
      distinct,
    ),
    exactly("refused as too fast (429)", refusedCalls(ours), 0),
    noted("seconds until nothing computes", write(ourSeconds)),
    noted("cells that Finish formulas had to finish", write(leftForLater)),
    exactly("cells without their answer after it", unanswered(ours), 0),
  ];
  await ours.close();

  const naive = await openList(emails, NAIVE_FORMULA);
  const naiveSeconds = await typeFormulas(
    naive,
    "B1",
    column(cells, (i) => `=NAIVE_VERIFY(A${i + 1})`),
  );
  figures.push(
    noted("a call in each cell: calls", write(naive.service.controls.calls().length)),
    noted("  refused as too fast (429)", write(refusedCalls(naive))),
    noted("  seconds until nothing computes", write(naiveSeconds)),
    noted("  cells with #ERROR! for good", write(unanswered(naive))),
  );
  await naive.close();
  return figures;
}

/** What one formula costs: first with nothing known, then again beside it with the answer in the cache. */
async function measureFormula(world: BenchWorld, formula: string, row: number): Promise<string[]> {
  const costs: string[] = [];
  for (const a1 of [`C${row}`, `P${row}`]) {
    const callsBefore = world.service.controls.calls().length;
    world.clearTrace();
    const seconds = await typeFormulas(world, a1, [formula]);
    const hostCalls = world.trace.filter(({ event }) => event === "call").length;
    const calls = world.service.controls.calls().length - callsBefore;
    costs.push(`${write(seconds, " s")}, ${write(calls)} calls, ${write(hostCalls)} to Google`);
  }
  return costs;
}

/** Time to the answer, calls to the service and calls to Google of each formula, beside the naive one. */
export async function measureFormulas(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const emails = column(300, (i) => `someone${i}@reliable.example`);
  const formulas = [
    "=VERIFY_EMAIL(A1)",
    "=VERIFY_EMAIL(A2:A31)",
    '=EMAIL_COUNT("reliable.example")',
    '=COMPANY_INFO("three-emails.example")',
    '=DOMAIN_EMAILS("sixty-five.example", 10)',
    '=ACCOUNT_INFO("remaining_credits")',
  ];
  const ours = await openList(emails);
  for (const [index, formula] of formulas.entries()) {
    const [first = "", again = ""] = await measureFormula(ours, formula, 1 + 40 * index);
    figures.push(noted(formula, first), noted("  known already", again));
  }
  await ours.close();
  const naive = await openList(emails, NAIVE_FORMULA);
  const [first = "", again = ""] = await measureFormula(naive, "=NAIVE_VERIFY(A1)", 1);
  figures.push(noted("a call in each cell", first), noted("  another cell with the same email", again));
  await naive.close();
  return figures;
}
