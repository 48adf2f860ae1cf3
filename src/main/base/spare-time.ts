/**
 * Milliseconds that leagues and other work which nobody waits for may take of one pass of the event loop. Storing what
 * was played in a slice takes several times as long, and whoever asks meanwhile waits for both.
 */
const SLICE_MS = 0.5;
/** The same while nobody asks for anything: longer slices make fewer commits, and leagues faster. */
const QUIET_SLICE_MS = 10;
/** Milliseconds after a request from which on nobody asks for anything. */
const QUIET_AFTER_MS = 300;
/** Milliseconds for which such work stands back for one request: most are answered by then, and others wait for something. */
const STAND_BACK_MS = 25;
/** Milliseconds after which it has another slice, however much is asked for. */
const LONGEST_REST_MS = 10;

/**
 * Shares the event loop out: requests of people and agents come first, and work that nobody waits for has what they
 * leave. It is done in short slices, and while a request is being answered hardly at all.
 * @param now milliseconds since any moment
 */
export function createSpareTime(now: () => number = () => performance.now()) {
  /** In the order in which they came, each until others need not stand back for it any more, as `now` counts. */
  const requests = new Set<{ readonly until: number }>();
  const waiting: (() => void)[] = [];
  /** When this pass's slice began, and the last one; null where there was none in this pass yet. */
  let startedAt: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  /** When the last request came. */
  let lastAsked = Number.NEGATIVE_INFINITY;
  let isSharing = false;
  let resting: NodeJS.Timeout | null = null;

  /** Milliseconds for which the next slice has to wait; 0 for none. */
  const restMs = (at: number): number => {
    for (const request of requests) {
      const restMs = Math.min(request.until, last + LONGEST_REST_MS) - at;
      if (restMs > 0) return restMs;
      if (request.until > at) return 0;
      requests.delete(request);
    }
    return 0;
  };
  const hasTime = (isBegun = false): boolean => {
    const at = now();
    if (startedAt === null) {
      if (restMs(at) > 0) return false;
      startedAt = at;
      last = at;
      setImmediate(() => {
        startedAt = null;
      });
    }
    const slice = at - lastAsked < QUIET_AFTER_MS ? SLICE_MS : QUIET_SLICE_MS;
    return at - startedAt < slice * (isBegun ? 1.5 : 1);
  };
  const share = (): void => {
    const [next] = waiting;
    if (!next) {
      isSharing = false;
    } else if (hasTime()) {
      waiting.shift();
      next();
      afterThis(share);
    } else if (startedAt !== null) setImmediate(share);
    else resting = setTimeout(goOn, restMs(now()));
  };
  const goOn = (): void => {
    if (resting === null) return;
    clearTimeout(resting);
    resting = null;
    setImmediate(share);
  };

  return {
    /** Whether anything is left of this pass's slice; for the rest of what is begun, half a slice more. */
    hasTime,
    /** Notes that somebody waits for an answer, until what is given back is called. */
    noteRequest: (): (() => void) => {
      lastAsked = now();
      const request = { until: lastAsked + STAND_BACK_MS };
      requests.add(request);
      return () => {
        requests.delete(request);
        if (requests.size === 0) goOn();
      };
    },
    /** Resolves when there is time, for everybody in the order of asking. */
    turn: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (isSharing) return;
        isSharing = true;
        afterThis(share);
      }),
  };
}

/** Calls once all that follows at once from what is done now has been done, in this pass of the event loop. */
export const afterThis = (call: () => void): void => queueMicrotask(() => process.nextTick(call));

/** Of this process. */
export const spareTime = createSpareTime();
