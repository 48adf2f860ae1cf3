import { type ReadonlySignal, signal } from "@preact/signals";

let timer: ReturnType<typeof setInterval> | undefined;

const time = signal(Date.now(), {
  watched: () => {
    time.value = Date.now();
    timer = setInterval(() => {
      time.value = Date.now();
    }, 1_000);
  },
  unwatched: () => clearInterval(timer),
});

/** Milliseconds since 1970, second by second, while anybody looks. */
export const now: ReadonlySignal<number> = time;
