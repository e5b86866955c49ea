// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is broken is text here.
/** One line of the add-on, broken. */
export interface Mutation {
  /** What is broken. */
  name: string;
  file: string;
  /** Stands once in the file. */
  from: string;
  to: string;
  /** Test files of which one has to fail. */
  tests: string[];
}

/** Lines on which money, results or somebody's cells depend. */
export const MUTATIONS: Mutation[] = [
  {
    name: "A driver of an earlier epoch may ask",
    file: "src/jobs/step.ts",
    from: 'return epoch === own ? null : refusal("JOB_TAKEN_OVER");',
    to: "return null;",
    tests: [
      "test/unit/jobs/step.test.ts",
      "test/flow/jobs/verify-shared-column.test.ts",
      "test/flow/two-people.test.ts",
    ],
  },
  {
    name: "The cap is not looked at",
    file: "src/jobs/credits.ts",
    from: "if (more > left) return false;",
    to: "",
    tests: ["test/unit/jobs/credits.test.ts", "test/flow/jobs/verify-told-credits.test.ts"],
  },
  {
    name: "Questions are held at nothing",
    file: "src/jobs/credits.ts",
    from: "held?.isKnown ? 0 : Math.max(0, worstHalves - (held?.halves ?? 0));",
    to: "0;",
    tests: ["test/unit/jobs/credits.test.ts"],
  },
  {
    name: "A bill is booked for any asking",
    file: "src/jobs/credits.ts",
    from: "if (held?.asking !== asking) continue;",
    to: "if (!held) continue;",
    tests: ["test/unit/jobs/credits.test.ts"],
  },
  {
    name: "A refused call stays charged",
    file: "src/jobs/credits.ts",
    from: "if (halves === null) open.delete(name);\n    else open.set",
    to: "open.set",
    tests: ["test/unit/jobs/credits.test.ts"],
  },
  {
    name: "What others are asking is asked as well",
    file: "src/pacing/turns.ts",
    from: "const free = request.ids.filter((id) => claimOf(id).length === 0);",
    to: "const free = request.ids;",
    tests: ["test/unit/pacing/turns.test.ts", "test/unit/formulas/claims.test.ts"],
  },
  {
    name: "Formulas spend without a limit",
    file: "src/formulas/daily-credits.ts",
    from: "counted - refunded",
    to: "0",
    tests: [
      "test/unit/formulas/answering.test.ts",
      "test/unit/formulas/cheapest-way.test.ts",
      "test/flow/two-people.test.ts",
    ],
  },
  {
    name: "The receipt of a page is not kept",
    file: "src/jobs/kinds/write-pages.ts",
    from: "  keepProgress(world, job, written);\n  report.writtenKeys.push(...pages",
    to: "  report.writtenKeys.push(...pages",
    tests: ["test/flow/companies/crashes.test.ts", "test/flow/companies/fill.test.ts"],
  },
  {
    name: "A page that may be there is written again",
    file: "src/jobs/kinds/write-pages.ts",
    from: "if (rows.length > 0) keepProgress(world, job, { ...before, isUnsure: true });",
    to: "",
    tests: ["test/flow/companies/crashes.test.ts", "test/flow/companies/overlap.test.ts"],
  },
  {
    name: "The limit of a minute is not kept",
    file: "src/pacing/turns.ts",
    from: "[MINUTE_WINDOW_MS, pace.minuteCalls],",
    to: "",
    tests: ["test/unit/pacing/turns.test.ts"],
  },
  {
    name: "The limit of a second is not kept",
    file: "src/pacing/turns.ts",
    from: "[BURST_WINDOW_MS, pace.burstCalls],",
    to: "",
    tests: ["test/unit/pacing/turns.test.ts"],
  },
  {
    name: "Refused calls slow nobody down",
    file: "src/pacing/pace.ts",
    from: "return { ...state, refusedMs: [], cut };",
    to: "return { ...state, refusedMs: [] };",
    tests: ["test/unit/pacing/turns.test.ts", "test/unit/pacing/limiter.test.ts", "test/unit/pacing/pace.test.ts"],
  },
  {
    name: "Nothing that has gone astray is put back",
    file: "src/lists/guard.ts",
    from: "const repairs = blocksOf(differences(state));",
    to: "const repairs = blocksOf([]);",
    tests: ["test/flow/jobs/verify-user-actions.test.ts", "test/flow/companies/user-actions.test.ts"],
  },
  {
    name: "The look finds all as it was meant",
    file: "src/lists/guard.ts",
    from: "if (!rows.every((row) => columns.every((column) => isAsMeant(row, column)))) return null;",
    to: "",
    tests: ["test/flow/jobs/verify-user-actions.test.ts", "test/flow/companies/user-actions.test.ts"],
  },
  {
    name: "A lease is had by everybody",
    file: "src/lists/append.ts",
    from: "Number(untilMs) <= clock.nowMs() : holder === own",
    to: "true : true",
    tests: ["test/unit/lists/sheet-lease.test.ts", "test/flow/companies/overlap.test.ts"],
  },
  {
    name: "A lease is not looked at again",
    file: "src/lists/append.ts",
    from: "if (!isLeft(LONGEST_STEP_MS) && !take()) throw new LeaseLostError();",
    to: "",
    tests: ["test/unit/lists/sheet-lease.test.ts"],
  },
  {
    name: "The key of another person pays",
    file: "src/jobs/step.ts",
    from: 'standing.keyFingerprint === fingerprint ? null : refusal("OTHER_KEY")',
    to: "null",
    tests: ["test/flow/two-people.test.ts", "test/flow/jobs/verify-early-ends.test.ts"],
  },
  {
    name: "Texts are not marked as text",
    file: "src/sheet/cell-text.ts",
    from: "return isSafe ? text : `'${text}`;",
    to: "return text;",
    tests: ["test/unit/sheet/cell-text.test.ts"],
  },
  {
    name: "A row of another input is the job's own",
    file: "src/jobs/kinds/undo-columns.ts",
    from: 'input.kind !== "text" || answer.key === input.key;',
    to: "true;",
    tests: ["test/flow/jobs/undo-sorted.test.ts", "test/flow/jobs/verify-user-actions.test.ts"],
  },
  {
    name: "Answers of other fields are read from the cache",
    file: "src/formulas/answer-cache.ts",
    from: 'questionId("fields", kind.fields.join())',
    to: 'questionId("fields", "")',
    tests: [
      "test/unit/formulas/answering.test.ts",
      "test/unit/formulas/domain-emails.test.ts",
      "test/unit/formulas/cheapest-way.test.ts",
      "test/unit/formulas/verify-email.test.ts",
    ],
  },
  {
    name: "Verifications start after 15 s",
    file: "src/formulas/ask.ts",
    from: '{ "email-verifier": 15_000 }',
    to: '{ "email-verifier": 29_000 }',
    tests: [
      "test/unit/formulas/answering.test.ts",
      "test/flow/formulas/many-formulas.test.ts",
      "test/flow/formulas/failing-service.test.ts",
    ],
  },
  {
    name: "Missing consent is told as no answer",
    file: "src/compose.ts",
    from: 'throw missing ? new ServiceError("NO_CONSENT", null, missing.address) : thrown;',
    to: "throw thrown;",
    tests: ["test/flow/consent.test.ts"],
  },
  {
    name: "Undo lets writes begin",
    file: "src/jobs/step.ts",
    from: 'if (standing.isUndoing) return refusal("JOB_STOPPED");',
    to: "",
    tests: [
      "test/flow/jobs/undo-faults.test.ts",
      "test/flow/jobs/undo.test.ts",
      "test/flow/jobs/verify-early-ends.test.ts",
      "test/flow/jobs/lost-ends.test.ts",
    ],
  },
  {
    name: "Hosts of many companies are asked",
    file: "src/service/read-cell.ts",
    from: "const domain = isOnSharedHost(key) ? null : domainOf(key)",
    to: "const domain = domainOf(key)",
    tests: ["test/flow/jobs/find-plan.test.ts", "test/unit/service/company-problem.test.ts"],
  },
  {
    name: "Claims die at once",
    file: "src/jobs/step.ts",
    from: "if (startMs <= nowMs - CLAIM_DIES_AFTER_MS) return true;",
    to: "return true;",
    tests: ["test/flow/jobs/verify-shared-column.test.ts", "test/unit/jobs/step.test.ts"],
  },
  {
    name: "A turn is used however late",
    file: "src/pacing/limiter.ts",
    from: "clock.nowMs() - turn.startMs <= MAX_LATE_MS;",
    to: "true;",
    tests: ["test/unit/pacing/limiter.test.ts"],
  },
  {
    name: "A trigger's handler works for any trigger",
    file: "src/unattended/run.ts",
    from: "const own = now.triggers.find((trigger) => trigger.uid === uid);",
    to: "const own = now.triggers[0];",
    tests: ["test/flow/jobs/unattended.test.ts"],
  },
  {
    name: "Companies that one has are asked",
    file: "src/jobs/rows.ts",
    from: 'if (rules.isLeftOut(input.key)) return { state: "leftOut" };',
    to: "",
    tests: ["test/flow/jobs/leave-out.test.ts"],
  },
  {
    name: "A row that was written over counts as found",
    file: "src/lists/same-lines.ts",
    from: " || isLost(to, from)) found.delete(to);",
    to: ") found.delete(to);",
    tests: ["test/unit/lists/settle.test.ts"],
  },
  {
    name: "What has landed in somebody's column as a whole stays there",
    file: "src/lists/settle.ts",
    from: "return stray !== undefined && [row, from].some((each) => written.has(each, stray, cell));",
    to: "return false;",
    tests: ["test/unit/lists/moved-lists.test.ts"],
  },
  {
    name: "An intention that was left behind begins anew",
    file: "src/lists/own-columns.ts",
    from: "if (found && !making.intention && request.isRemembered(found.made))",
    to: "if (false)",
    tests: ["test/unit/lists/own-columns.test.ts"],
  },
  {
    name: "Fields that are undefined cross as they are",
    file: "src/json.ts",
    from: "JSON.parse(JSON.stringify(value));",
    to: "value;",
    tests: ["test/flow/jobs/found-cells.test.ts", "test/unit/sidebar/call-server.test.ts"],
  },
  {
    name: "A protected hidden cell counts as written",
    file: "src/lists/append.ts",
    from: "!isNoted || column === tagColumn);",
    to: "false);",
    tests: ["test/flow/jobs/protected-parts.test.ts"],
  },
  {
    name: "A protected row is tried like one with a rule",
    file: "src/lists/write-step.ts",
    from: "locked.push(...part);",
    to: "remaining.push(...part);",
    tests: ["test/flow/jobs/protected-parts.test.ts"],
  },
  {
    name: "An undo takes the sheet that another job is about to write into",
    file: "src/jobs/kinds/appended-list.ts",
    from: "others.length > 0 ? { ...list, hasMadeSheet: false } : list,",
    to: "list,",
    tests: ["test/flow/jobs/undo-several.test.ts"],
  },
];
