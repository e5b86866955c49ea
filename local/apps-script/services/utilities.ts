import type { ServiceCalls } from "./service-call";

export const utilitiesCalls: ServiceCalls = {
  "Utilities.sleep": (state, _execution, ms: number) => state.clock.sleep(ms),
};
