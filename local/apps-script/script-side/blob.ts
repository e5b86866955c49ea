import { MESSAGES } from "../messages";
import { signed, toBytes } from "./arguments";
import { exception } from "./bridge";
import { ascii, decodeText, utf8 } from "./utilities-bytes";

/** Bytes with a name and a type. */
export class Blob {
  #bytes: Uint8Array;
  #type: string | null;
  #name: string | null;

  constructor(bytes: Uint8Array, type: string | null, name: string | null) {
    this.#bytes = bytes;
    this.#type = type;
    this.#name = name;
  }
  getBytes(): number[] {
    return signed(this.#bytes);
  }
  setBytes(bytes: number[]): this {
    this.#bytes = toBytes(bytes);
    return this;
  }
  getContentType(): string | null {
    return this.#type;
  }
  setContentType(type: string | null): this {
    this.#type = type;
    return this;
  }
  setContentTypeFromExtension(): this {
    const types: Record<string, string> = {
      csv: "text/csv",
      html: "text/html",
      json: "application/json",
      txt: "text/plain",
    };
    this.#type = types[this.#name?.split(".").pop() ?? ""] ?? this.#type;
    return this;
  }
  getName(): string | null {
    return this.#name;
  }
  setName(name: string | null): this {
    this.#name = name;
    return this;
  }
  getDataAsString(charset?: string): string {
    return decodeText(this.#bytes, charset);
  }
  setDataFromString(text: string, charset?: string): this {
    this.#bytes = charset === "US-ASCII" ? ascii(text) : utf8(text);
    return this;
  }
  copyBlob(): Blob {
    return new Blob(this.#bytes.slice(), this.#type, this.#name);
  }
  isGoogleType(): boolean {
    return false;
  }
  /** The host converts nothing. */
  getAs(type: string): Blob {
    if (type !== this.#type) throw exception(MESSAGES.noConversion(String(this.#type), type));
    return new Blob(this.#bytes, type, this.#name);
  }
  getBlob(): Blob {
    return this;
  }
}

/** The raw bytes of a blob, unsigned. */
export function bytesOf(blob: Blob): Uint8Array {
  return toBytes(blob.getBytes());
}

/** `Utilities.newBlob`: text has the type `text/plain` unless one is given, bytes have none; `null` stays `null`. */
export function newBlob(data: string | number[], type?: string | null, name: string | null = null): Blob {
  if (typeof data === "string") return new Blob(utf8(data), type === undefined ? "text/plain" : type, name);
  return new Blob(toBytes(data), type ?? null, name);
}
