import { ServiceError } from "../service/errors";
import type { Answer } from "./answer";
import { askMissing } from "./ask-missing";
import type { FormulaEnvironment, OpenService } from "./environment";
import { createMemory } from "./memory";
import type { Topic } from "./topic";

/**
 * Answers distinct questions: from the cache what is there, the rest by paced batches while there is time.
 * @param texts what to ask, by key
 * @returns an answer for every key; never throws for what the service does
 */
export function answerAll<Resource, Known>(
  environment: FormulaEnvironment,
  topic: Topic<Resource, Known>,
  texts: Map<string, string>,
): Map<string, Answer<Known>> {
  const answers = new Map<string, Answer<Known>>();
  if (texts.size === 0) return answers;
  const memory = createMemory(environment, topic, texts.size > 1);
  const { found, stop } = memory.look([...texts.keys()]);
  for (const [key, known] of found) answers.set(key, { state: "known", known, isFresh: false });

  const missing = new Map([...texts].filter(([key]) => !answers.has(key)));
  if (missing.size === 0) return answers;
  const service = stop ? new ServiceError(stop) : open(environment);
  const reason =
    service instanceof ServiceError ? service : askMissing({ environment, topic, memory, service, missing, answers });
  for (const key of missing.keys()) if (!answers.has(key)) answers.set(key, { state: "unfinished", reason });
  return answers;
}

function open(environment: FormulaEnvironment): OpenService | ServiceError {
  try {
    return environment.openService();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
