/** One entry of the manifest's `urlFetchWhitelist`: https, a host, a non-empty path (google.fetch-allowlist). */
const ENTRY = /^https:\/\/(\*\.)?([^/*?#:]+)(\/[^*]*)$/;

/** Why an entry is no valid one, or `null`. */
export function allowlistEntryProblem(entry: string): string | null {
  return ENTRY.test(entry) ? null : `urlFetchWhitelist: ${entry}`;
}

/** True when `url` equals an entry or is a child of it: `/foo` matches `/foo/bar`, `/foo?x`, not `/foobar`. */
export function isAllowlisted(url: string, entries: readonly string[]): boolean {
  const { protocol, host, pathname, search, hash } = new URL(url);
  if (protocol !== "https:") return false;
  const rest = `${pathname}${search}${hash}`;
  return entries.some((entry) => {
    const [, wildcard, entryHost, path] = ENTRY.exec(entry) ?? [];
    if (entryHost === undefined || path === undefined) return false;
    const fits = wildcard === undefined ? host === entryHost : host.endsWith(`.${entryHost}`);
    if (!fits || !rest.startsWith(path)) return false;
    const next = rest[path.length];
    return path.endsWith("/") || next === undefined || "/?#".includes(next);
  });
}
