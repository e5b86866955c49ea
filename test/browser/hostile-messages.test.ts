import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { WebSocket } from "ws";
import type { PageMessage } from "../../local/workbench/messages";
import { openWorkbench } from "./support/open-workbench";

const PLACE = { unitId: "workbench", subUnitId: "0" };
const mutation = (id: string, params: object) => ({ type: "mutations", base: 1, mutations: [{ id, params }] });
const cells = (cellValue: object, place: object = PLACE) =>
  mutation("sheet.mutation.set-range-values", { ...place, cellValue });
const insertRows = (endRow: unknown) =>
  mutation("sheet.mutation.insert-row", {
    ...PLACE,
    range: { startRow: 0, endRow, startColumn: 0, endColumn: 25 },
  });

const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

describe("what a page sends that no page would send", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  beforeAll(async () => {
    workbench = await openWorkbench();
  });
  afterAll(() => workbench.close());

  /** A page's connection, once it has been sent the workbook. */
  async function connect() {
    const socket = new WebSocket(workbench.address.replace("http", "ws"), {
      origin: workbench.address.replace(/\/$/, ""),
    });
    await once(socket, "message");
    return socket;
  }

  test.each<[string, unknown]>([
    ["no JSON", "{broken"],
    ["no object", "null"],
    ["an unknown kind", { type: "shutdown" }],
    ["a kind from the prototype", { type: "constructor" }],
    ["a selection without areas", { type: "select", sheetName: "Verify emails" }],
    ["a selection of rows that no sheet has", { type: "select", sheetName: "x", areas: [{ row: 1e300 }] }],
    ["a name that is no text", { type: "clickMenu", functionName: { toString: 1 } }],
    ["mutations that are none", { type: "mutations", base: 1, mutations: [null] }],
    ["mutations without parameters", { type: "mutations", base: 1, mutations: [{ id: "sheet.mutation.insert-row" }] }],
    ["a command instead of a mutation", mutation("sheet.command.remove-sheet", PLACE)],
    ["cells beyond every sheet", cells({ 999999999: { 0: { v: 1 } } })],
    ["cells under a name from the prototype", cells(JSON.parse('{"__proto__":{"0":{"v":1}}}'))],
    ["more rows than any sheet has", insertRows(1e15)],
    ["rows that are no number", insertRows("many")],
    ["a cell too deep to be sent on or saved", `${JSON.stringify(cells({ 0: { 0: { v: "" } } })).replace('""', DEEP)}`],
  ])("%s ends that page's connection and nothing else", async (_, message) => {
    const hostile = await connect();
    const closed = once(hostile, "close");
    hostile.send(typeof message === "string" ? message : JSON.stringify(message));
    expect((await closed)[0]).toBe(1008);
    await expectAllIsWell();
  });

  test.each<[string, unknown]>([
    ["a mutation that there is not", mutation("sheet.mutation.no-such-thing", PLACE)],
    ["cells of a sheet that there is not", cells({ 0: { 0: { v: 1 } } }, { unitId: "workbench", subUnitId: "99" })],
    ["cells of a workbook that there is not", cells({ 0: { 0: { v: 1 } } }, { unitId: "x", subUnitId: "0" })],
  ])("%s shows that page the workbook as it is", async (_, message) => {
    const page = await connect();
    const shown = new Promise((resolve) =>
      page.on("message", (data) => data.toString().includes('"type":"workbook"') && resolve(true)),
    );
    page.send(JSON.stringify(message));
    expect(await shown).toBe(true);
    page.terminate();
    await expectAllIsWell();
  });

  /** Another page is heard and answered, and the sheets are as they were. */
  async function expectAllIsWell() {
    const other = await connect();
    const call: PageMessage = { type: "call", callId: 7, functionName: "noSuchFunction", args: "[]" };
    const answered = new Promise<string>((resolve) =>
      other.on("message", (data) => data.toString().includes('"callId":7') && resolve(data.toString())),
    );
    other.send(JSON.stringify(call));
    expect(await answered).toContain("failure");
    other.terminate();
    expect(workbench.workbook.sheets().map(({ name, rows }) => [name, rows])).toEqual([
      ["Verify emails", 1000],
      ["Email count", 1000],
      ["Domain emails", 1000],
    ]);
  }

  test("a broken frame ends that page's connection", async () => {
    const hostile = await connect();
    const closed = once(hostile, "close");
    hostile.on("error", () => {});
    // Reserved bits, which no extension has asked for.
    (hostile as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
      Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    );
    await closed;
    expect(await fetch(workbench.address)).toMatchObject({ status: 200 });
  });
});
