import { MAX_CALLS } from "./moments";
import type { World } from "./world";

export const MINUTE_MS = 60_000;

/** Longer than any list here takes by itself, with every wait of the driver. */
const LONGEST_STEP_MS = 3 * 60 * MINUTE_MS;

/** Something has not ended in its time. */
export class Endless extends Error {}

/**
 * Work that ends in bounded virtual time and with a bounded number of calls. Where nothing goes on any more, as nobody
 * will ever answer, the clock jumps to the end of that time.
 * @throws Endless
 */
export async function bounded<T>(
  world: World,
  what: string,
  work: () => Promise<T>,
  longestMs = LONGEST_STEP_MS,
): Promise<T> {
  const { clock } = world;
  const before = world.onTooManyCalls;
  let cancel: () => void = () => {};
  const endless = new Promise<never>((_, reject) => {
    const minutes = longestMs / MINUTE_MS;
    const end = (): void => reject(new Endless(`${what} has not ended after ${minutes} minutes`));
    cancel = clock.alarm(clock.now() + longestMs, end);
    world.onTooManyCalls = () => reject(new Endless(`${what} has not ended after ${MAX_CALLS} calls to Google`));
  });
  try {
    return await Promise.race([work(), endless]);
  } finally {
    cancel();
    world.onTooManyCalls = before;
  }
}

/** Work that asks nobody in the world, and takes none of its time. */
export async function aside<T>({ clock }: World, work: () => Promise<T>): Promise<T> {
  const release = clock.hold();
  try {
    return await work();
  } finally {
    release();
  }
}
