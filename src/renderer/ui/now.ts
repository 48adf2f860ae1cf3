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

/** The time in milliseconds since 1970, updated each second while it is used. */
export const now: ReadonlySignal<number> = time;
