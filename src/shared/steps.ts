/** Work that can take long, in pieces: it yields wherever others may have their turn. */
export type Steps<T> = Generator<void, T, void>;

/** A value that takes no time, where steps are expected. */
export function* withoutSteps<T>(value: T): Steps<T> {
  yield* [];
  return value;
}

/** Does all of it in one go, for those who hold up nobody. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
