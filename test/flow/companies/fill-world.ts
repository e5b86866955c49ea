import { type JobWorld, openJobWorld } from "../jobs/job-document";

/** After this nothing is free any more. */
export const MONTH_MS = 31 * 24 * 60 * 60 * 1_000;

/** A world with companies enough for long lists. */
export interface FillWorld extends JobWorld {
  /** Answers as the service does, whatever a test has put in its place. */
  fetchOfService: JobWorld["service"]["fetch"];
  /** Nothing is free any more, and these keys have credits and every filter. */
  beginAnew(keys: string[]): void;
}

export async function openFillWorld(): Promise<FillWorld> {
  const world = await openJobWorld({ service: { companies: 2_000 } });
  const { controls, fetch: fetchOfService } = world.service;
  return {
    ...world,
    fetchOfService,
    beginAnew(keys) {
      world.service.fetch = fetchOfService;
      controls.moveClock(MONTH_MS);
      for (const key of keys) controls.setAccount(key, { credits: 1_000, plan: "ENTERPRISE" });
    },
  };
}
