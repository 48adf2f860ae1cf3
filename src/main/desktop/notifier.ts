import { Notification } from "electron";
import type { Notice } from "../../shared/turn-notices.ts";
import type { Log } from "../base/log.ts";

/** A notice to show. */
export interface PlacedNotice extends Notice {
  /** Where a click leads. */
  readonly place: string;
}

/** Tells the person something of a thing by its key, in place of what was told of it before. */
export interface Notifier {
  tell(key: string, news: PlacedNotice): void;
  /** Its occasion has passed. */
  forget(key: string): void;
  close(): void;
}

export interface NotifierOptions {
  /** Whether the person has the window before them; then they see it all there. */
  readonly isInFront: () => boolean;
  readonly show: (place: string) => void;
  readonly log: Log;
}

export function createNotifier({ isInFront, show, log }: NotifierOptions): Notifier {
  /** Kept while they are on the screen: one that nobody holds forgets what a click on it does. */
  const told = new Map<string, Notification>();
  const forget = (key: string) => {
    told.get(key)?.close();
    told.delete(key);
  };
  return {
    forget,
    tell: (key, { title, body, place }) => {
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
