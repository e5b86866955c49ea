// Sends calls to Google's APIs to the stand-in at GOOGLE_API_PORT of this machine, and lets no other call out. Loaded with
// NODE_OPTIONS=--import=… before the real clasp.
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";

const STANDS_FOR = /(^|\.)googleapis\.com$/;
const port = () => Number(process.env.GOOGLE_API_PORT);

/** @returns the address at the stand-in */
function redirected(address) {
  const url = new URL(address);
  if (!STANDS_FOR.test(url.hostname)) throw new Error(`A test may not call ${url.hostname}.`);
  return { url: new URL(`http://127.0.0.1:${port()}${url.pathname}${url.search}`), host: url.hostname };
}

const fetchOut = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const { url, host } = redirected(request.url);
  const headers = new Headers(request.headers);
  headers.set("x-meant-for", host);
  return fetchOut(new Request(url, { method: request.method, headers, body: request.body, duplex: "half" }));
};

https.request = (first, second, third) => {
  const isAddress = typeof first === "string" || first instanceof URL;
  const options = isAddress ? (second ?? {}) : first;
  const address = isAddress ? first : `https://${options.hostname ?? options.host}${options.path ?? "/"}`;
  const { url, host } = redirected(address);
  const callback = isAddress ? third : second;
  const { agent: _agent, hostname: _hostname, host: _host, port: _port, protocol: _protocol, ...rest } = options;
  return http.request(url, { ...rest, headers: { ...options.headers, "x-meant-for": host } }, callback);
};
https.get = (...args) => https.request(...args).end();
syncBuiltinESMExports();
