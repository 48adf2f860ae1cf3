import type { Readable } from "node:stream";
import { createInterface } from "node:readline";

/** Things that arrive one after the other, and a way to wait for the next one that is bounded. */
export interface Inbox<T> {
  push(item: T): void;
  next(what?: string): Promise<T>;
  /** What arrived and was not asked for. */
  readonly left: readonly T[];
}

const patience = 15_000;

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
    next(what = "item") {
      if (left.length > 0) return Promise.resolve(left.shift() as T);
      return new Promise((resolve, reject) => {
        const asker = (item: T) => {
          clearTimeout(timer);
          resolve(item);
        };
        const timer = setTimeout(() => {
          askers.splice(askers.indexOf(asker), 1);
          reject(new Error(`no ${what} within ${patience / 1000} s`));
        }, patience);
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
