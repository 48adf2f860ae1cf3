import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { app, dialog, Notification } from "electron";
import { withoutAppImage } from "../../shared/app-image.ts";
import type { Notice } from "../../shared/due.ts";
import { attempt } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";
import { closeInTime, logUnexpected } from "../start/process.ts";
import { gameInLink, requestOnLine, type ShowRequest } from "./system.ts";
import type { MainWindow } from "./window.ts";

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
    // A start from now on waits until the data folder is free, and opens its own window.
    app.releaseSingleInstanceLock();
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
  dialog.showErrorBox(
    "Kibitz had to close",
    `Something went wrong that Kibitz cannot recover from: ${message}\n\nNothing is lost: games go on when you start it again.`,
  );
}

type Show = (request: ShowRequest) => void;

/** Collects requests to show something, this start's own first; until there is a listener, the last game and all files wait. */
export function collectShowRequests(waiting: ShowRequest | null) {
  let show: Show = (request) => {
    waiting = { ...waiting, ...request, files: [...(waiting?.files ?? []), ...(request.files ?? [])] };
  };
  app.on("second-instance", (_event, argv, folder) => {
    const request = requestOnLine(argv, folder);
    // A second start for an assistant found this host; the person did not ask for a window.
    if (request !== null || !argv.includes("--no-window")) show(request ?? {});
  });
  app.on("activate", () => show({}));
  // macOS passes links and files on by these events.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    const gameId = gameInLink(link);
    if (gameId !== null) show({ gameId });
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    show({ files: [path] });
  });
  return {
    waiting: () => waiting,
    listen: (listener: Show) => {
      show = listener;
      if (waiting !== null) listener(waiting);
      waiting = null;
    },
  };
}

const backgroundNotices = {
  tray: {
    title: "Kibitz keeps running in the tray",
    body: "Games and assistants continue. Quit from the tray’s menu; the settings can change what closing does.",
  },
  unseen: {
    title: "Kibitz keeps running without a window",
    body: "Games and assistants continue. Start Kibitz again to get its window back; quit from its menu.",
  },
};

/**
 * Decides what closing the window means: the games go on, or Kibitz ends.
 * @param tell shows a notification, and calls where the system does not
 * @param whenClosed the place where Kibitz goes on: in the tray; in the dock, where macOS keeps every application;
 * unseen; or nowhere, because closing the window ends it
 * @param toldFile exists once the person has been told where Kibitz went
 */
export function closeToTray(
  window: MainWindow,
  whenClosed: () => Promise<"tray" | "dock" | "unseen" | "end">,
  toldFile: string,
  tell: (notice: Notice, failed: () => void) => void,
): void {
  // Ignores windows that are closed because Kibitz quits.
  app.on("window-all-closed", async () => {
    const where = await whenClosed();
    if (window.current() !== null || where === "dock") return;
    if (where === "end") app.quit();
    // Where it is not shown, the person is told the next time.
    else if (Notification.isSupported() && isFirst(toldFile))
      tell(backgroundNotices[where], () => rmSync(toldFile, { force: true }));
  });
}

/** Whether the file is new. One that cannot be written counts as old, or the notice would come each time. */
const isFirst = (file: string): boolean =>
  attempt(() => writeFileSync(file, "", { flag: "wx", mode: 0o600 }), null) === undefined;

const trayWatcher = "org.kde.StatusNotifierWatcher";
const watcherPath = "/StatusNotifierWatcher";
const trayProperty = "IsStatusNotifierHostRegistered";

/** Programs that can ask the session bus; every desktop has one of them, systemd's or GLib's. */
const trayQueries = [
  `busctl --user get-property ${trayWatcher} ${watcherPath} ${trayWatcher} ${trayProperty}`,
  `gdbus call --session --dest ${trayWatcher} --object-path ${watcherPath} --method org.freedesktop.DBus.Properties.Get ${trayWatcher} ${trayProperty}`,
].map((line) => line.split(" "));

/** Milliseconds within which the bus is to answer. */
const PATIENCE_MS = 2_000;

/** Whether the desktop shows trays: on Linux an optional part, without which Electron makes one all the same. */
export async function isTrayShown(log: Log): Promise<boolean> {
  if (process.platform !== "linux") return true;
  for (const question of trayQueries) {
    const answer = await askSessionBus(question);
    if (answer !== null) return answer;
  }
  const programs = trayQueries.map(([program]) => program).join(" nor ");
  log.warn(`neither ${programs} is here to ask whether the desktop has a tray: taken for one without`);
  return false;
}

/** Null where the program is missing. Without a bus, a watcher or an answer in time it is a no. */
function askSessionBus([program = "", ...args]: readonly string[]): Promise<boolean | null> {
  return new Promise((resolve) => {
    const options = { env: withoutAppImage(process.env), timeout: PATIENCE_MS };
    execFile(program, args, options, (error, stdout) => {
      if (systemErrorCode(error) === "ENOENT") resolve(null);
      else resolve(error === null && /\btrue\b/.test(stdout));
    });
  });
}
