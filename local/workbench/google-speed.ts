import { callClass } from "../apps-script/faults";
import { documentedMs, draw, LATENCIES } from "../apps-script/google-times";
import { DEFAULT_SETTINGS, type HostSettings } from "../apps-script/settings";
import type { Clock } from "../clock/clock";
import { createRandom, type Random } from "../random";

/** Whether calls take the time that they take on Google, for people who want to feel it, or none. */
export interface GoogleSpeed {
  readonly isOn: boolean;
  set(isOn: boolean): void;
  /** A call of a sidebar, there and back. */
  carry<T>(call: () => Promise<T>): Promise<T>;
}

const callMs = (callName: string, random: Random): number =>
  callClass(callName) === "fetch" ? draw(LATENCIES.arrival, random) : documentedMs(callName, random);

/** @param settings of the host whose calls take time */
export function createGoogleSpeed(settings: HostSettings, clock: Clock): GoogleSpeed {
  const random = createRandom(settings.seed);
  let isOn = false;
  return {
    get isOn() {
      return isOn;
    },
    set(isWanted) {
      isOn = isWanted;
      const { latencyMs, startLatencyMs } = DEFAULT_SETTINGS;
      settings.latencyMs = isOn ? callMs : latencyMs;
      settings.startLatencyMs = isOn ? (drawn) => draw(LATENCIES.scriptStart, drawn) : startLatencyMs;
    },
    async carry(call) {
      if (!isOn) return call();
      const wayMs = draw(LATENCIES.sidebarCall, random) / 2;
      await clock.sleep(wayMs);
      try {
        return await call();
      } finally {
        await clock.sleep(wayMs);
      }
    },
  };
}
