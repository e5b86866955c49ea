import { afterEach, describe, expect, test } from "@jest/globals";
import { openRunDocument, type RunDocument } from "./run-document";

let opened: RunDocument | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const emails = (count: number): string[][] =>
  Array.from({ length: count }, (_, i) => [`person${i}@company${i % 7}.example`, `Person ${i}`]);

describe("Verify emails in this column", () => {
  test("writes each result beside its own address", async () => {
    opened = await openRunDocument({ list: [["Email", "Name"], ...emails(30)] });
    const run = await opened.start();
    const end = await opened.drive(run.id);
    expect(end).toMatchObject({ state: "finished", stop: null });
    const rows = opened.rows();
    expect(rows).toHaveLength(30);
    for (const row of rows) {
      expect(row.email_status).toMatch(/^(VALID|CATCH_ALL|INVALID)$/);
      expect(row["verified for"]).toMatch(new RegExp(`:${row.Email}$`));
    }
    expect(opened.verifications()).toHaveLength(30);
  });
});
