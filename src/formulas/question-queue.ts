import { questionId } from "../pacing/question-id";
import type { Claim } from "../pacing/turns";
import type { Topic } from "./topic";

/** Something still to be asked. */
export interface Question {
  key: string;
  text: string;
  /** Its name among the claims. */
  readonly id: string;
  /** How often it has failed. */
  attempts: number;
  notBeforeMs: number;
  /** Sent by itself, not in a batch. */
  isAlone: boolean;
}

/** How a failed question is asked again: `startMs` is the turn it has used. */
export interface Retry {
  notBeforeMs: number;
  startMs: number;
  isAlone: boolean;
}

/** What one execution has still to ask, and what others are asking for it. */
export function createQueue<Resource, Known>(topic: Topic<Resource, Known>, texts: Map<string, string>) {
  let questions: Question[] = [...texts].map(([key, text]) => ({
    key,
    text,
    // Of a long list only a few are asked at a time: the names of the others are never needed.
    get id() {
      return questionId(topic.name, key);
    },
    attempts: 0,
    notBeforeMs: 0,
    isAlone: topic.asksAlone(text),
  }));
  const claimed = new Map<string, { question: Question; startMs: number }>();
  const superseded = new Map<string, number>();

  function takeOver(key: string): void {
    const claim = claimed.get(key);
    if (!claim) return;
    claimed.delete(key);
    superseded.set(claim.question.id, claim.startMs);
    questions.push(claim.question);
  }

  return {
    /** Claims that no longer count: one's own, and those whose answer has not come. */
    superseded,
    /** The next questions to be sent together. */
    ready(nowMs: number, maxCalls: number): Question[] {
      const ready = questions.filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
      const [first] = ready;
      return first?.isAlone ? [first] : ready.filter(({ isAlone }) => !isAlone).slice(0, maxCalls);
    },
    done(question: Question): void {
      questions = questions.filter((each) => each !== question);
    },
    retry(question: Question, { notBeforeMs, startMs, isAlone }: Retry): void {
      superseded.set(question.id, startMs);
      question.attempts++;
      question.notBeforeMs = notBeforeMs;
      question.isAlone = question.isAlone || isAlone;
    },
    /** No turn comes in time any more. */
    giveUp(): void {
      questions = [];
    },
    leaveToOthers(claims: Claim[], batch: Question[]): void {
      for (const { id, startMs } of claims) {
        const question = batch.find((each) => each.id === id);
        if (question) claimed.set(question.key, { question, startMs });
      }
      questions = questions.filter(({ key }) => !claimed.has(key));
    },
    hasClaims: () => claimed.size > 0,
    claimedKeys: () => [...claimed.keys()],
    /** `Infinity` when nobody else asks it. */
    claimStartMs: (key: string) => claimed.get(key)?.startMs ?? Number.POSITIVE_INFINITY,
    answeredByOthers: (key: string) => claimed.delete(key),
    /** Asks what another execution has failed to ask. */
    takeOver,
    takeOverOlderThan(startMs: number): void {
      for (const [key, claim] of [...claimed]) if (claim.startMs < startMs) takeOver(key);
    },
    /** How long until there is something to do; `null` when nothing is left. */
    waitMs(nowMs: number, lookEveryMs: number): number | null {
      const starts = questions.map(({ notBeforeMs }) => notBeforeMs - nowMs);
      if (claimed.size > 0) starts.push(lookEveryMs);
      return starts.length > 0 ? Math.max(0, Math.min(...starts)) : null;
    },
  };
}

export type QuestionQueue = ReturnType<typeof createQueue>;
