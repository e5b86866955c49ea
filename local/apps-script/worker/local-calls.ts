import { createHash, createHmac, randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

/** Pure computing that script-side objects lack a built-in for; answered in the worker, so it is no host call. */
const CALLS: Record<string, (...args: string[]) => string> = {
  digest: (algorithm, dataBase64) =>
    createHash(algorithm as string)
      .update(bytes(dataBase64))
      .digest("base64"),
  hmac: (algorithm, dataBase64, keyBase64) =>
    createHmac(algorithm as string, bytes(keyBase64))
      .update(bytes(dataBase64))
      .digest("base64"),
  gzip: (dataBase64) => gzipSync(bytes(dataBase64)).toString("base64"),
  gunzip: (dataBase64) => gunzipSync(bytes(dataBase64)).toString("base64"),
  encode: (text, charset) => Buffer.from(text as string, charset as BufferEncoding).toString("base64"),
  decode: (dataBase64, charset) => new TextDecoder(charset).decode(bytes(dataBase64)),
  uuid: () => randomUUID(),
};

function bytes(base64: string | undefined): Buffer {
  return Buffer.from(base64 ?? "", "base64");
}

/** Computes `name`; gives `{"value": text}`, or `{"error": message}` so that no foreign error enters the realm. */
export function localCall(name: string, argsJson: string): string {
  try {
    const call = CALLS[name];
    if (call === undefined) throw new Error(`unknown: ${name}`);
    return JSON.stringify({ value: call(...(JSON.parse(argsJson) as string[])) });
  } catch (error) {
    return JSON.stringify({ error: (error as Error).message });
  }
}
