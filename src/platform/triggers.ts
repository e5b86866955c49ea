import type { ClockTriggers } from "../google";

/** The clock triggers of the person at the keyboard (google.clock-triggers). */
export const clockTriggers: ClockTriggers = {
  make(functionName) {
    const builder = () => ScriptApp.newTrigger(functionName).timeBased();
    try {
      return { uid: builder().everyMinutes(1).create().getUniqueId(), everyMinutes: 1 };
    } catch {
      // A published add-on has them once an hour at most; what else is wrong shows here as well.
      return { uid: builder().everyHours(1).create().getUniqueId(), everyMinutes: 60 };
    }
  },

  ofSheet: (functionName) =>
    ScriptApp.getUserTriggers(SpreadsheetApp.getActive())
      .filter((trigger) => trigger.getHandlerFunction() === functionName)
      .map((trigger) => trigger.getUniqueId()),

  remove(uid) {
    // Those of other documents are among them (google.trigger-lists).
    for (const trigger of ScriptApp.getProjectTriggers()) {
      if (trigger.getUniqueId() === uid) ScriptApp.deleteTrigger(trigger);
    }
  },
};
