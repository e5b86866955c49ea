import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { TraceEntry } from "../../local/apps-script/host";
import { CacheStore } from "../../local/apps-script/services/cache-service";
import { openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

/** Keys whose parts nothing else in this project contains. */
const SECRET = "s3cr3t-kestrel-0451-quince";
const WRONG = "wr0ng-kestrel-9921-medlar";
/** The last four characters are shown on purpose; anything more would be too much. */
const TRACES = /s3cr3t|wr0ng|kestrel|quince|medlar/;

const keysSent: string[] = [];
const otherwiseSent: string[] = [];
const logged: TraceEntry[] = [];
const cached = jest.spyOn(CacheStore.prototype, "put");

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld({
    onRequest(request) {
      const headers = new Headers(request.headers);
      const key = headers.get("X-KEY") ?? "";
      keysSent.push(key);
      headers.delete("X-KEY");
      otherwiseSent.push(request.url, JSON.stringify([...headers]));
      // The service knows no such key: on the way it becomes one that it knows.
      headers.set("X-KEY", key === SECRET ? "sandbox-key" : key);
      return new Request(request, { headers });
    },
  });
  world.host.onTrace((entry) => logged.push(entry));
});
afterAll(async () => {
  cached.mockRestore();
  await world.close();
});

/** Opens the sidebar while the page's console and all that the server sends to it are kept. */
async function openWatched() {
  const console: string[] = [];
  const received: string[] = [];
  world.page.on("console", (message) => console.push(message.text()));
  world.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(payload.toString())),
  );
  await world.page.reload();
  return { sidebar: await openSidebar(world), console, received };
}

describe("the API key", () => {
  test("is found in its store and in the X-KEY header, and nowhere else", async () => {
    const { sidebar, console, received } = await openWatched();
    for (const [key, answer] of [
      [WRONG, "The service refused this key."],
      [SECRET, "credits left"],
    ] as const) {
      await sidebar.getByLabel("API key").fill(key);
      await sidebar.getByRole("button", { name: "Check and save" }).click();
      await sidebar.getByText(answer).first().waitFor();
    }
    await sidebar.getByRole("tab", { name: "Settings" }).click();
    await sidebar.getByText("Your key ends in ince").waitFor();

    // Formulas that are answered, that the network loses, and a call of the endpoint from a cell.
    const { session, service, host, document, page } = world;
    const shown = [await session.callFormula("VERIFY_EMAIL", ["ann@acme.example"])];
    service.controls.addFault({ kind: "reset-before" });
    shown.push(await session.callFormula("ACCOUNT_INFO", []));
    shown.push(await session.callFormula("checkAndSaveKey", [SECRET]));
    const answered = new Promise((resolve) => document.customFunctions.onSettled(resolve));
    session.keyboard.type("Sheet1", "A1", "=ACCOUNT_INFO()");
    await answered;
    await world.workbook.settle();
    const answers = await Promise.all(
      ["readSettings", "readAccount", "forgetAnswers"].map((name) => session.callFromSidebar(name, "[]")),
    );

    const cells = session.keyboard.shows("Sheet1", "A1:F10");
    const places: Record<string, unknown> = {
      page: await Promise.all(page.frames().map((frame) => frame.content())),
      fields: await Promise.all(
        page
          .frames()
          .map((frame) => frame.evaluate("[...document.querySelectorAll('input')].map((input) => input.value)")),
      ),
      "cookies and storage": await page.context().storageState(),
      console,
      "what the server sent to the page": received,
      "answers of the endpoints": answers,
      "what formulas show": shown,
      cells,
      "addresses and other headers": otherwiseSent,
      "the script's log": logged,
      cache: cached.mock.calls,
      "properties and notes of the document": document.save(),
      "properties of the installation": host.save().scriptProperties,
    };
    for (const [place, content] of Object.entries(places)) {
      expect([place, TRACES.exec(JSON.stringify(content))?.[0]]).toEqual([place, undefined]);
    }
    expect(cells[0]?.[0]).toBe("current_plan");
    // The search can find it where it has to be.
    expect(keysSent).toEqual(expect.arrayContaining([WRONG, SECRET]));
    expect(host.save().userProperties).toEqual({ "you@sandbox.example": { API_KEY: SECRET } });
    expect([cached.mock.calls.length, logged.length, received.length].every((count) => count > 0)).toBe(true);
  });
});
