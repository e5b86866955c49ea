import { z } from "zod";
import { type Condition, defineFilter, lists, range, texts } from "./filter";

/** Nothing is known of it, so no company fits. */
const MATCHES_NOTHING = (): Condition[] => [{ sql: "0", values: [] }];

/** The family has them without showing a shape: whatever somebody gives is taken. */
const ANYTHING = z.unknown().refine((value) => value !== null && value !== undefined, "must not be null");

/**
 * Filters that the made-up companies hold no data for. They are taken and match nothing, as a real service answers a
 * value that nobody has; refusing them would make them look like spelling mistakes.
 */
export const FILTERS_WITHOUT_DATA = [
  ["company_email_provider", ANYTHING],
  ["company_naics", ANYTHING],
  ["company_sics", ANYTHING],
  ["company_attributes", ANYTHING],
  // The specification counts more than twenty filters and shows few. These stand for the others: the add-on's list does
  // not have them, and they are of each form that filters take.
  ["company_languages", texts()],
  ["company_social_followers", range(z.int().min(0))],
  ["company_certifications", lists()],
].map(([path, shape]) =>
  defineFilter({ path: path as string, shape: shape as z.ZodType, plan: "FREE", toConditions: MATCHES_NOTHING }),
);
