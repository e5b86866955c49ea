import type { ClockTriggers } from "../google";

/** The triggers of the person at the keyboard (google.clock-triggers). */
export const clockTriggers: ClockTriggers = {
  make(functionName, everyMinutes) {
    const make = (minutes: number, isOnly: boolean) => {
      const builder = ScriptApp.newTrigger(functionName).timeBased();
      const trigger = minutes < 60 ? builder.everyMinutes(minutes) : builder.everyHours(1);
      return { uid: trigger.create().getUniqueId(), everyMinutes: minutes, isOnly };
    };
    try {
      return make(everyMinutes, false);
    } catch (thrown) {
      if (everyMinutes >= 60) throw thrown;
      // A published add-on may have a trigger once an hour at most. Other reasons make the hourly one fail too.
      return make(60, true);
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
