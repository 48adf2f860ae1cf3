import { app, dialog } from "electron";
import type { Log } from "../base/log.ts";
import { closeInTime, logUnexpected } from "../start/ending.ts";

export interface QuittingOptions {
  readonly close: () => Promise<void>;
  /** Whether a person may see a dialog. */
  readonly isSeen: boolean;
  readonly log: Log;
}

/** Closes everything, once, before the application ends, however it was asked to, and whatever fails. */
export function closeBeforeQuitting({ close, isSeen, log }: QuittingOptions): void {
  let closing = false;
  let broken: Error | null = null;
  const closeAndExit = async (): Promise<void> => {
    const code = broken ? 1 : 0;
    const isClosed = await closeInTime(close, (failure) => app.exit(failure), log);
    if (broken && isSeen) tellBroken(broken);
    app.exit(isClosed ? code : 1);
  };
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void closeAndExit();
  });
  process.on("uncaughtException", (error) => {
    if (!logUnexpected(error, log)) return;
    broken ??= error;
    app.quit();
  });
  // Rejections of Electron's promises are harmless: a page that was left before it was loaded, a system without a
  // browser.
  process.on("unhandledRejection", (error) => void logUnexpected(error, log));
}

function tellBroken({ message }: Error): void {
  // While the dialog is open, another start must be able to open its window.
  app.releaseSingleInstanceLock();
  dialog.showErrorBox(
    "Kibitz had to close",
    `Something went wrong that Kibitz cannot go on from: ${message}\n\nNothing is lost: games go on when you start it again.`,
  );
}
