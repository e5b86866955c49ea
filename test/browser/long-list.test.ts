import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { WebSocket } from "ws";
import { createAddonHost } from "../../local/addon/create-addon-host";
import { realClock } from "../../local/clock/clock";
import { createSandboxService } from "../../local/service/sandbox-service";
import { listSheet } from "../../local/workbench/list-sheet";
import { openWorkbench } from "./support/open-workbench";

describe("a long list", () => {
  test("does not keep the page waiting: it is there while rows are read, and gets them when they have been", async () => {
    const service = createSandboxService({ dataDirectory: null, clock: realClock, companies: 40 });
    let release: (() => void) | undefined;
    const reading = new Promise<void>((resolve) => {
      release = resolve;
    });
    let tellAddress: ((address: string) => void) | undefined;
    const listening = new Promise<string>((resolve) => {
      tellAddress = resolve;
    });
    const opening = openWorkbench({
      onListening: tellAddress,
      createHost: async (saved) => {
        await reading;
        return createAddonHost({ service, clock: realClock, saved });
      },
    });
    const address = await listening;
    const page = await (await fetch(address)).text();
    expect(page).toContain("its rows are being read");
    const socket = new WebSocket(address.replace("http", "ws"), { origin: address.replace(/\/$/, "") });
    await once(socket, "open");
    const first = once(socket, "message");
    release?.();
    expect(JSON.parse(String((await first)[0]))).toMatchObject({ type: "welcome" });
    socket.terminate();
    await (await opening).close();
    service.close();
  });

  test("of 50,000 rows is opened, kept and shown without a copy of its cells", async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [`Ann ${index}`, `ann${index}@company.example`, "7"]);
    const workbench = await openWorkbench({
      list: listSheet("/lists/long.csv", [["Name", "Email", "Seats"], ...rows]),
    });
    const { workbook } = workbench;
    expect(workbook.extent(0)).toEqual({ rows: 50_001, columns: 3 });
    expect(workbook.read(0, { row: 50_001, column: 2, rows: 1, columns: 2 })).toMatchObject([
      [{ value: "ann49999@company.example" }, { value: 7 }],
    ]);
    const cells = () => (workbook.snapshot().data as { sheets: { 0: { cellData: object } } }).sheets[0].cellData;
    expect(cells()).toBe(cells());
    await workbench.close();
  });
});
