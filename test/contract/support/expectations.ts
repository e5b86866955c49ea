import { expect } from "@jest/globals";
import type { Answer } from "./service-under-test";

/** `YYYY-MM-DD HH:MM:SS+00:00` (service.account-information, service.found-emails). */
export const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/;

/** Checks the envelope of an answer (service.answer-envelope) and returns what is in it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests look at answers of every shape.
export function contentOf(answer: Answer): any {
  expect(answer).toMatchObject({ status: 200, body: { error: false, response: expect.any(Object) } });
  return answer.body.response;
}

/** Checks that an answer is a failure (service.failure-answers) with this code. */
export function expectFailure(answer: Answer, code: string, status = 400): void {
  expect(answer).toMatchObject({ status, body: { error: true, error_code: code } });
}
