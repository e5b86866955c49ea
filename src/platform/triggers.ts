import type { ClockTriggers } from "../google";

/** The triggers of the person at the keyboard (google.clock-triggers). */
export const clockTriggers: ClockTriggers = {
  make(functionName, everyMinutes) {
    const builder = () => ScriptApp.newTrigger(functionName).timeBased();
    const hourly = (isOnly: boolean) => ({
      uid: builder().everyHours(1).create().getUniqueId(),
      everyMinutes: 60,
      isOnly,
    });
    if (everyMinutes >= 60) return hourly(false);
    try {
      return { uid: builder().everyMinutes(everyMinutes).create().getUniqueId(), everyMinutes, isOnly: false };
    } catch {
      // A published add-on may have a trigger once an hour at most. Other reasons make the hourly one fail too.
      return hourly(true);
    }
  },

  ofSheet: (functionName) =>
    ScriptApp.getUserTriggers(SpreadsheetApp.getActive())
      .filter((trigger) => trigger.getHandlerFunction() === functionName)
      .map((trigger) => trigger.getUniqueId()),

  remove(uid) {
    // The list includes triggers of other documents (google.trigger-lists).
    for (const trigger of ScriptApp.getProjectTriggers()) {
      if (trigger.getUniqueId() === uid) ScriptApp.deleteTrigger(trigger);
    }
  },
};
