/** Long work in pieces: it yields wherever other work may run. */
export type Steps<T> = Generator<void, T, void>;

export function* withoutSteps<T>(value: T): Steps<T> {
  yield* [];
  return value;
}

/** Does all of it at once, for callers that block nobody. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
