import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Things that arrive one after the other, and a way to wait for the next one that is bounded. */
export interface Inbox<T> {
  push(item: T): void;
  next(what?: string, milliseconds?: number): Promise<T>;
  /** Messages that arrived and were not asked for. */
  readonly left: readonly T[];
}

/** Milliseconds. Shorter than a test may take, so that it is said what did not come. */
const patience = 25_000;

export function createInbox<T>(): Inbox<T> {
  const left: T[] = [];
  const askers: ((item: T) => void)[] = [];
  return {
    left,
    push(item) {
      const asker = askers.shift();
      if (asker) asker(item);
      else left.push(item);
    },
    next(what = "item", milliseconds = patience) {
      if (left.length > 0) return Promise.resolve(left.shift() as T);
      return new Promise((resolve, reject) => {
        const asker = (item: T) => {
          clearTimeout(timer);
          resolve(item);
        };
        const giveUp = () => {
          askers.splice(askers.indexOf(asker), 1);
          reject(new Error(`no ${what} within ${milliseconds / 1000} s`));
        };
        const timer = Number.isFinite(milliseconds) ? setTimeout(giveUp, milliseconds) : undefined;
        askers.push(asker);
      });
    },
  };
}

/** The lines of a stream. */
export function linesOf(stream: Readable): Inbox<string> {
  const inbox = createInbox<string>();
  createInterface({ input: stream }).on("line", inbox.push);
  return inbox;
}
