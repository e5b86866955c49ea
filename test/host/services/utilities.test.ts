import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, clock, evaluate, failure } = createTestHost();
afterAll(() => host.close());

/** The first eight bytes of each digest. */
function start(code: string): Promise<unknown> {
  return evaluate(`${code}.slice(0, 8)`);
}

describe("vectors", () => {
  const digest = (algorithm: string, text: string, charset = "") =>
    `Utilities.computeDigest(Utilities.DigestAlgorithm.${algorithm}, ${JSON.stringify(text)}${charset})`;
  const UTF8 = ", Utilities.Charset.UTF_8";

  test.each([
    [digest("SHA_256", "input to hash"), [54, -72, -70, -64, 23, 78, -86, 57]],
    [digest("SHA_256", "€🙂", UTF8), [-88, 113, -56, 11, 33, 65, -120, -22]],
    [digest("SHA_256", "€🙂"), [-30, 112, -82, -77, 71, -14, 22, 85]],
    [digest("MD5", "€🙂", UTF8), [-71, 89, 42, -99, 35, -63, -51, -82]],
    [digest("MD5", "€🙂"), [-22, 3, -4, -72, -60, 120, 34, -68]],
    [`Utilities.computeHmacSha256Signature("café", "€🙂"${UTF8})`, [76, -16, 35, 99, -128, 106, -22, -17]],
    [`Utilities.computeHmacSha256Signature("café", "€🙂")`, [-125, 73, -127, -128, -43, -39, 99, -10]],
    [
      `Utilities.computeHmacSignature(Utilities.MacAlgorithm.HMAC_SHA_256, "café", "€🙂"${UTF8})`,
      [76, -16, 35, 99, -128, 106, -22, -17],
    ],
  ])("%s", async (code, bytes) => {
    expect(await start(code)).toEqual(bytes);
  });

  test.each([
    ['"aéb"', "YT9i"],
    ['"€"', "Pw=="],
    ['"😀"', "Pw=="],
    [`"é"${UTF8}`, "w6k="],
    [`"€"${UTF8}`, "4oKs"],
    [`"😀"${UTF8}`, "8J+YgA=="],
    ["[-1, 0, 127, -128]", "/wB/gA=="],
    ["[255, 0, 127, 128]", "/wB/gA=="],
  ])("base64 of %s is %s", async (args, expected) => {
    expect(await evaluate(`Utilities.base64Encode(${args})`)).toBe(expected);
  });

  test("without a charset different texts share a digest", async () => {
    expect(await evaluate(digest("SHA_256", "€🙂"))).toEqual(await evaluate(digest("SHA_256", "??")));
  });
});

describe("Utilities", () => {
  test("a charset given as null or undefined is refused by name", async () => {
    for (const charset of ["null", "undefined"]) {
      expect(await failure(`Utilities.base64Encode("a", ${charset})`)).toBe(
        "Exception: Argument cannot be null: charset",
      );
    }
  });

  test.each([
    ['Utilities.computeDigest("SHA_256", "a")', "(String,String)", "computeDigest"],
    ["Utilities.computeDigest(Utilities.DigestAlgorithm.MD5)", "", "computeDigest"],
    ['Utilities.base64Encode("a", "UTF_8")', "(String,String)", "base64Encode"],
    ["Utilities.base64Encode([1], Utilities.Charset.UTF_8)", "(number[],", "base64Encode"],
    ['Utilities.computeHmacSha256Signature("a", [1, 2])', "(String,number[])", "computeHmacSha256Signature"],
    ['Utilities.base64Encode("a", Utilities.Charset.UTF_8, 1)', "", "base64Encode"],
  ])("%s does not match a signature", async (code, types, method) => {
    const message = await failure(code);
    expect(message).toContain(`don't match the method signature for Utilities.${method}.`);
    expect(message).toContain(`Exception: The parameters ${types}`);
  });

  test("texts in a byte list cannot be converted", async () => {
    expect(await failure('Utilities.base64Encode(["a"])')).toContain("Exception: Cannot convert");
  });

  test("decoding ignores white space and padding, refuses web-safe letters and garbage", async () => {
    expect(await evaluate('Utilities.base64Decode(" aG k= \\n")')).toEqual([104, 105]);
    expect(await evaluate('Utilities.base64Decode("aGk")')).toEqual([104, 105]);
    expect(await evaluate('Utilities.base64DecodeWebSafe("-_-_")')).toEqual([-5, -1, -65]);
    for (const text of ["-_-_", "a$b="]) {
      expect(await failure(`Utilities.base64Decode("${text}")`)).toBe("Exception: Could not decode string.");
    }
  });

  test("blobs know their type and name", async () => {
    const facts = "((b) => [b.getContentType(), b.getName(), b.getDataAsString()])";
    expect(await evaluate(`${facts}(Utilities.newBlob([104, 105]))`)).toEqual([null, null, "hi"]);
    expect(await evaluate(`${facts}(Utilities.newBlob("é"))`)).toEqual(["text/plain", null, "é"]);
    expect(await evaluate(`${facts}(Utilities.newBlob("a", null))`)).toEqual([null, null, "a"]);
    expect(await evaluate('Utilities.newBlob("é").getBytes()')).toEqual([-61, -87]);
  });

  test("gzip and ungzip name what they make", async () => {
    const packed = 'Utilities.gzip(Utilities.newBlob("hello", "text/plain", "a.txt"))';
    expect(await evaluate(`((b) => [b.getContentType(), b.getName()])(${packed})`)).toEqual([
      "application/x-gzip",
      "archive.gz",
    ]);
    expect(
      await evaluate(`((b) => [b.getContentType(), b.getName(), b.getDataAsString()])(Utilities.ungzip(${packed}))`),
    ).toEqual([null, "archive", "hello"]);
  });

  test("sleep takes up to 300,000 ms of the clock and refuses rubbish", async () => {
    const startedMs = clock.now();
    await evaluate("Utilities.sleep(300000)");
    expect(clock.now() - startedMs).toBe(300_000);
    expect(await failure("Utilities.sleep(300001)")).toContain("Exception: Invalid argument");
    expect(await failure('Utilities.sleep("rubbish")')).toBe("Exception: Cannot convert 'rubbish' to int.");
  });

  test("identifiers are lower-case and of version 4", async () => {
    expect(await evaluate("Utilities.getUuid()")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test.each([
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "Etc/GMT", "2029-03-05T08:09:07.045Z"],
    ["d MMM yyyy, h:mm a", "America/New_York", "5 Mar 2029, 3:09 AM"],
    ["EEEE, MMMM d yy", "Etc/GMT", "Monday, March 5 29"],
    ["HH:mm Z", "Asia/Kolkata", "13:39 +0530"],
    ["'it''s' u", "GMT", "it's 1"],
    ["HH:mm Z", "GMT+7", "15:09 +0700"],
    ["HH:mm", "GMT-03:30", "04:39"],
    ["D", "GMT", "64"],
    ["YYYY w", "GMT", "2029 10"],
  ])("formatDate with %s in %s", async (pattern, zone, expected) => {
    const code = `Utilities.formatDate(new Date(Date.UTC(2029, 2, 5, 8, 9, 7, 45)), ${JSON.stringify(zone)}, ${JSON.stringify(pattern)})`;
    expect(await evaluate(code)).toBe(expected);
  });

  test("formatDate counts the last days of December to the week, and the week year, of the first of January", async () => {
    const day = (year: number, month: number, date: number) =>
      evaluate(`Utilities.formatDate(new Date(Date.UTC(${year}, ${month}, ${date})), "GMT", "YYYY-ww yyyy D")`);
    expect([await day(2024, 11, 30), await day(2024, 11, 28), await day(2023, 0, 1)]).toEqual([
      "2025-01 2024 365",
      "2024-52 2024 363",
      "2023-01 2023 1",
    ]);
  });

  test("parseCsv reads quotes, doubled quotes and line breaks inside them", async () => {
    expect(await evaluate('Utilities.parseCsv(\'a,"b ""x"", c"\\r\\n"d\\ne",f\\n\')')).toEqual([
      ["a", 'b "x", c'],
      ["d\ne", "f"],
    ]);
  });

  test("formatString knows texts, numbers and widths", async () => {
    expect(await evaluate('Utilities.formatString("%s is %05d and %.2f%%", "a", 42, 1.239)')).toBe(
      "a is 00042 and 1.24%",
    );
  });

  test("enums are Java-like objects", async () => {
    expect(
      await evaluate(
        "((m) => [typeof m, String(m), String(m), JSON.stringify(m), m.name(), m.ordinal()])(Utilities.Charset.UTF_8)",
      ),
    ).toEqual(["object", "UTF_8", "UTF_8", '"UTF_8"', "UTF_8", 1]);
    expect(await evaluate("Utilities.Charset.NOPE === undefined")).toBe(true);
    expect(
      await evaluate('["NONE","CUSTOM_FUNCTION","LIMITED","FULL"].map((n) => ScriptApp.AuthMode[n].ordinal())'),
    ).toEqual([0, 1, 2, 3]);
    expect(await evaluate("ScriptApp.AuthMode.FULL.compareTo(ScriptApp.AuthMode.NONE)")).toBe(3);
  });
});
