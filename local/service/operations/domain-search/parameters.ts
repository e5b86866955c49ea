import { z } from "zod";

/** 8.3 */
const DEFAULT_LIMIT = 50;
/** The specification does not show the maximum (4.5); `meta.limit` tells the limit in effect. */
const LARGEST_LIMIT = 100;

/** 4.5: a new search. */
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

/** 4.5: the next set of an earlier search. Its settings are the original ones, whatever else is sent. */
export const CONTINUATION = z.looseObject({ search_id: z.string().min(1) });

export type EmailType = z.infer<typeof SEARCH>["email_type"];
