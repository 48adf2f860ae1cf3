import { Notification } from "electron";
import type { Notice } from "../../shared/turn-notices.ts";
import type { Log } from "../base/log.ts";

/** A notice to show. */
export interface PlacedNotice extends Notice {
  /** The page that a click opens. */
  readonly place: string;
}

export type Notifier = ReturnType<typeof createNotifier>;

export interface NotifierOptions {
  /** Whether the window is in front; then no notification is needed. */
  readonly isInFront: () => boolean;
  readonly show: (place: string) => void;
  readonly log: Log;
}

/** Shows a notification about a thing by its key, which replaces the one before. */
export function createNotifier({ isInFront, show, log }: NotifierOptions) {
  /** Referenced while they are shown: one that is garbage-collected forgets what a click on it does. */
  const told = new Map<string, Notification>();
  const forget = (key: string) => {
    told.get(key)?.close();
    told.delete(key);
  };
  return {
    /** Removes the notification about a thing, because it is out of date. */
    forget,
    tell: (key: string, { title, body, place }: PlacedNotice) => {
      if (isInFront() || !Notification.isSupported()) return;
      forget(key);
      const notification = new Notification({ title, body });
      notification.on("click", () => {
        forget(key);
        show(place);
      });
      notification.on("failed", (_event, error) => {
        log.warn(`the system showed no notification: ${error}`);
        if (told.get(key) === notification) told.delete(key);
      });
      told.set(key, notification);
      notification.show();
    },
    close: () => {
      for (const key of [...told.keys()]) forget(key);
    },
  };
}
