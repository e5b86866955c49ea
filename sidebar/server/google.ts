/** One chain of `google.script.run`: each method gives a new one (facts 3.4). */
export interface GoogleRunner {
  withSuccessHandler(handler: (answer: unknown) => void): GoogleRunner;
  withFailureHandler(handler: (error: Error) => void): GoogleRunner;
}

declare global {
  /** What Google puts into the page. */
  const google: { script: { run: GoogleRunner } };
}
