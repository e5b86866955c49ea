import type { Execution } from "../execution";
import type { HostState } from "../host-state";
import { checkFetch, type FetchAnswer, type FetchCall } from "./fetch-checks";
import { refuseStatus, sendRequest } from "./send-request";
import type { ServiceCalls } from "./service-call";

function count(state: HostState, execution: Execution, requests: number): void {
  const { fetchBurst } = state.settings;
  if (fetchBurst !== null) state.quota.countBurst(execution.user, "urlfetch", fetchBurst, state.clock.now(), requests);
  state.quota.count(execution.user, "urlfetch", state.settings.fetchesPerDay, state.clock.now(), requests);
}

/** Sends all, some at a time; every request is sent and counted whatever becomes of the others (google.fetch-all). */
async function sendAll(state: HostState, calls: FetchCall[]): Promise<(FetchAnswer | Error)[]> {
  const outcomes: (FetchAnswer | Error)[] = new Array(calls.length);
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      outcomes[index] = await sendRequest(state, calls[index] as FetchCall).catch((error: Error) => error);
    }
  };
  await state.clock.park<void>((wake) => {
    const lanes = Array.from({ length: state.settings.fetchParallelism }, () => state.clock.task(lane));
    void Promise.all(lanes).then(() => wake());
  });
  return outcomes;
}

export const urlFetchCalls: ServiceCalls = {
  "UrlFetchApp.fetch": async (state, execution, call: FetchCall) => {
    checkFetch(state, call);
    count(state, execution, 1);
    const answer = await sendRequest(state, call);
    refuseStatus(call, answer);
    return answer;
  },
  /** All or nothing: one failure throws and every answer is lost (google.fetch-all). */
  "UrlFetchApp.fetchAll": async (state, execution, calls: FetchCall[]) => {
    for (const call of calls) checkFetch(state, call);
    count(state, execution, calls.length);
    const outcomes = await sendAll(state, calls);
    return outcomes.map((outcome, index) => {
      if (outcome instanceof Error) throw outcome;
      refuseStatus(calls[index] as FetchCall, outcome);
      return outcome;
    });
  },
};
