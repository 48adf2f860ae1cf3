import { app, dialog } from "electron";
import type { Log } from "../base/log.ts";
import { closeInTime, logUnexpected } from "../start/ending.ts";
import { gameInLink, gameOnLine } from "./deep-link.ts";

export interface QuittingOptions {
  readonly close: () => Promise<void>;
  /** Whether a person may see a dialog. */
  readonly isSeen: boolean;
  readonly log: Log;
}

/** Closes everything, once, before the application ends, however it was asked to, and whatever fails. */
export function closeBeforeQuitting({ close, isSeen, log }: QuittingOptions): void {
  let closing = false;
  let failure: Error | null = null;
  const closeAndExit = async (): Promise<void> => {
    const code = failure ? 1 : 0;
    const isClosed = await closeInTime(close, (failure) => app.exit(failure), log);
    if (failure && isSeen) tellBroken(failure);
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
    failure ??= error;
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

/** Shows a game's board, or with null the window where it was. */
type Show = (gameId: string | null) => void;

/**
 * Collects requests to show something: a second start, a click on the icon, a link. They come even before the
 * application is ready, and while its host opens; the last requested game then waits until there is a listener.
 */
export function collectShowRequests(): { listen(show: Show): void } {
  let waiting: { readonly gameId: string | null } | null = null;
  let show: Show = (gameId) => {
    if (gameId !== null || waiting === null) waiting = { gameId };
  };
  app.on("second-instance", (_event, argv) => {
    const gameId = gameOnLine(argv);
    // A second start for an assistant found this host; the person did not ask for a window.
    if (gameId !== null || !argv.includes("--no-window")) show(gameId);
  });
  app.on("activate", () => show(null));
  // macOS passes links on by this event.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    const gameId = gameInLink(link);
    if (gameId !== null) show(gameId);
  });
  return {
    listen: (listener) => {
      show = listener;
      if (waiting !== null) listener(waiting.gameId);
      waiting = null;
    },
  };
}
