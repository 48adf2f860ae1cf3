export const usualBreaker = {
  /** Failures in a row after which nothing more is asked. */
  failures: 5,
  /** Milliseconds until one question is let through again. */
  restMs: 30_000,
};
type BreakerSettings = Readonly<typeof usualBreaker>;

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * A circuit breaker (Nygard, “Release It!”): closed it lets everything through; after so many failures in a row it
 * opens and lets nothing through; after a rest it lets one question through, whose answer closes it and whose failure
 * opens it again.
 */
export function createBreaker({ failures, restMs }: BreakerSettings, now: () => number) {
  let inARow = 0;
  let openUntil: number | null = null;
  let trying = false;
  return {
    state: () => (openUntil === null ? "closed" : trying ? "half-open" : "open"),
    /** Milliseconds until a question is let through; 0 where it may be asked now, which makes it the trial. */
    admit: () => {
      if (openUntil === null) return 0;
      if (trying) return restMs;
      const pauseMs = openUntil - now();
      if (pauseMs > 0) return pauseMs;
      trying = true;
      return 0;
    },
    noteSuccess: () => {
      inARow = 0;
      openUntil = null;
      trying = false;
    },
    noteFailure: () => {
      inARow += 1;
      if (trying || inARow >= failures) openUntil = now() + restMs;
      trying = false;
    },
    /** A cancelled trial changes nothing. */
    cancelTrial: () => {
      trying = false;
    },
  };
}
