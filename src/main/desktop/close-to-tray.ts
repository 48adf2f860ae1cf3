import { rmSync, writeFileSync } from "node:fs";
import { app, Notification } from "electron";
import type { Log } from "../base/log.ts";

/**
 * The place where Kibitz goes on once its window is closed: in the tray; in the dock, where macOS keeps every
 * application; unseen; or nowhere, because closing the window ends it.
 */
export type WhenClosed = "tray" | "dock" | "unseen" | "end";

export interface ClosingOptions {
  readonly whenClosed: () => Promise<WhenClosed>;
  /** Whether there is a window again. */
  readonly isOpen: () => boolean;
  /** A file that exists once the person has been told where Kibitz went. */
  readonly toldFile: string;
  readonly show: () => void;
  readonly log: Log;
}

const news = {
  tray: {
    title: "Kibitz keeps running in the tray",
    body: "Games and assistants continue. Quit from the tray’s menu; the settings can change what closing does.",
  },
  unseen: {
    title: "Kibitz keeps running without a window",
    body: "Games and assistants continue. Start Kibitz again to get its window back; quit from its menu.",
  },
};

/** Decides what closing the window means: the games go on, or Kibitz ends. */
export function closeToTray({ whenClosed, isOpen, toldFile, show, log }: ClosingOptions): void {
  /** Kept, since it may be clicked in the system's notification centre much later. */
  let notification: Notification | null = null;
  const tell = (text: (typeof news)["tray"]) => {
    if (!Notification.isSupported() || !isFirst(toldFile)) return;
    notification = new Notification(text);
    notification.on("click", () => show());
    notification.on("failed", (_event, error) => {
      notification = null;
      log.warn(`the system showed no notification: ${error}`);
      // The person is told the next time.
      rmSync(toldFile, { force: true });
    });
    notification.show();
  };
  // Ignores windows that are closed because Kibitz quits.
  app.on("window-all-closed", async () => {
    const where = await whenClosed();
    if (isOpen() || where === "dock") return;
    if (where === "end") app.quit();
    else tell(news[where]);
  });
}

/** Whether the file is new. One that cannot be written counts as old, or the notice would come each time. */
function isFirst(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
