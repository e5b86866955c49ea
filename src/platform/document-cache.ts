/** The cache of this document and add-on. A failing cache is an empty one: entries may vanish anyway (facts 2.4). */
export const documentCache = {
  getAll(keys: string[]): Record<string, string> {
    try {
      return CacheService.getDocumentCache()?.getAll(keys) ?? {};
    } catch {
      return {};
    }
  },

  putAll(entries: Record<string, string>, lifetimeSeconds: number): void {
    try {
      CacheService.getDocumentCache()?.putAll(entries, lifetimeSeconds);
    } catch {
      // Not kept: it is asked again, which is free (specification 8.1).
    }
  },
};
