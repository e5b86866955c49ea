/** A fetch as a script asks for it, as plain data. */
export interface FetchCall {
  url: string;
  /** Lower case. */
  method: string;
  headers: [string, string][];
  contentType: string | null;
  payloadBase64: string | null;
  followRedirects: boolean;
  muteHttpExceptions: boolean;
  timeoutSeconds: number | null;
}

/** A server's answer as plain data; header names in the server's letter case, repeated ones repeated. */
export interface FetchAnswer {
  status: number;
  headers: [string, string][];
  bodyBase64: string;
}

/** 50 MB each way. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024;
