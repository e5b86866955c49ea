import { z } from "zod";

/** service.domain-search */
const DEFAULT_LIMIT = 50;
/** The specification does not show the maximum (service.domain-search); `meta.limit` tells the limit in effect. */
const LARGEST_LIMIT = 100;

/** A new search (service.domain-search). */
export const SEARCH = z.strictObject({
  company: z.string("A company is required.").trim().min(1, "A company is required."),
  limit: z
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .transform((limit) => Math.min(limit, LARGEST_LIMIT)),
  email_type: z.enum(["all", "generic", "professional"]).default("all"),
  company_enrichment: z.boolean().default(false),
});

/**
 * The next set of an earlier search. Its settings are the original ones, whatever else is sent
 * (service.search-continuation).
 */
export const CONTINUATION = z.looseObject({ search_id: z.string().min(1) });

export type EmailType = z.infer<typeof SEARCH>["email_type"];
