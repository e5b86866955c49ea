import { afterAll, describe, expect, test } from "@jest/globals";
import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { createTestHost } from "../support/test-host";

const clock = createVirtualClock();
let underWay = 0;
let mostUnderWay = 0;
let answered = 0;

/** Answers after as many seconds as the path says. */
async function slow(request: Request): Promise<Response> {
  mostUnderWay = Math.max(mostUnderWay, ++underWay);
  const path = new URL(request.url).pathname.slice(1);
  await clock.sleep(Number.parseFloat(path) * 1000);
  underWay--;
  answered++;
  if (path.endsWith("fail")) throw new Error("connection reset");
  return new Response(path, { status: path.endsWith("bad") ? 500 : 200 });
}

const { host, evaluate, failure } = createTestHost({ clock, fetch: slow, settings: { fetchParallelism: 3 } });
afterAll(() => host.close());

async function seconds<T>(work: Promise<T>): Promise<[T, number]> {
  const startedMs = clock.now();
  const result = await work;
  return [result, (clock.now() - startedMs) / 1000];
}

function all(...paths: string[]): string {
  return `UrlFetchApp.fetchAll(${JSON.stringify(paths.map((path) => `https://service.example/${path}`))})`;
}

describe("time-outs", () => {
  test("60 s unless timeoutSeconds says otherwise", async () => {
    expect(await seconds(failure('UrlFetchApp.fetch("https://service.example/90")'))).toEqual([
      "Exception: Timeout: https://service.example/90",
      60,
    ]);
    const [message, waited] = await seconds(
      failure('UrlFetchApp.fetch("https://service.example/90", { timeoutSeconds: 5 })'),
    );
    expect([message, waited]).toEqual(["Exception: Timeout: https://service.example/90", 5]);
    expect(await failure('UrlFetchApp.fetch("https://service.example/90", { timeoutSeconds: 100 })')).toBe("no error");
  });
});

describe("fetchAll", () => {
  test("runs side by side, answers in the order asked, ends with the slowest", async () => {
    const code = `${all("3", "1", "2")}.map((response) => response.getContentText())`;
    expect(await seconds(evaluate(code))).toEqual([["3", "1", "2"], 3]);
  });

  test("no more at once than the parallelism set", async () => {
    mostUnderWay = 0;
    expect(await seconds(evaluate(`${all("1", "1", "1", "1")}.length`))).toEqual([4, 2]);
    expect(mostUnderWay).toBe(3);
  });

  test.each(["1fail", "1bad"])("one failure (%s) loses all answers, although every request was made", async (bad) => {
    answered = 0;
    expect(await failure(all("2", bad, "2"))).toMatch(/^Exception: (Address unavailable|Request failed)/);
    expect(answered).toBe(3);
  });

  test("wants a list of addresses or options", async () => {
    expect(await failure('UrlFetchApp.fetchAll("https://service.example/1")')).toContain(
      "don't match the method signature",
    );
  });
});
