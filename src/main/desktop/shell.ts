import { join } from "node:path";
import { app, type BrowserWindow, Menu, Notification, nativeImage, powerMonitor, Tray } from "electron";
import { createAnnouncer, dueFrom, type Notice } from "../../shared/due.ts";
import type { Invitation } from "../../shared/leagues.ts";
import { messageOf } from "../../shared/result.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import { type DesktopGame, desktopGames, desktopInvitations } from "../desktop-games.ts";
import type { Host } from "../host.ts";
import { applicationMenu, gamePlace, leaguePlace, type MenuVerbs, trayMenu, trayTip } from "./menu.ts";
import { openInBrowser } from "./pages.ts";
import { closeToTray, isTrayShown } from "./quitting.ts";
import { followAppImage, followLoginItem, iconImages } from "./system.ts";
import { followUpdates } from "./updates.ts";
import type { MainWindow } from "./window.ts";

/** Milliseconds between two updates: engines may move faster than a menu should change. */
const PACE_MS = 200;

/** Opens menu, tray, badge, notifications and start at login. Returns the function that takes them down. */
export function openShell(options: {
  readonly host: Pick<Host, "games" | "league" | "settingsStore" | "openUrl" | "dataDir">;
  readonly window: MainWindow;
  readonly log: Log;
  /** A host that was started for an assistant runs without a window until it is told to quit. */
  readonly noWindow: boolean;
}): () => void {
  const { host, window, log, noWindow } = options;
  const { badge, tray: trayPicture } = iconImages();
  const show = (place?: string) => window.show(place);
  const verbs = { show, quit: () => app.quit(), openInBrowser: () => openInBrowser(host) };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(applicationMenu({ platform: process.platform, isPackaged: app.isPackaged }, verbs)),
  );

  const games = desktopGames(host.games);
  const calls = desktopInvitations(host.league);
  const tray = openTray(trayPicture, verbs, log);
  const tell = () => {
    const list = games.list();
    const waiting = calls.list();
    tray?.show(list, waiting);
    showBadge(list, waiting, window.current(), badge);
  };
  let timer: NodeJS.Timeout | null = null;
  const tellSoon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      tell();
    }, PACE_MS);
  };
  const stopListening = [games.listen(tellSoon), calls.listen(tellSoon)];
  tell();
  window.onOpened(tell);
  const notifier = createNotifier(window, log);
  const due = () => dueFrom(games.list(), calls.list());
  const announce = createAnnouncer(due(), {
    forget: notifier.forget,
    tell: (key, notice, about) => {
      const place = about.kind === "match" ? leaguePlace(about.match.league_id) : gamePlace(about.game.id);
      notifier.tell(key, { ...notice, place });
    },
  });
  const isOwn = ({ players }: DesktopGame) => players.some(({ kind }) => kind === "human");
  const stopNotifying = [
    games.listen((_, game) => (game === null || isOwn(game)) && announce(due())),
    calls.listen(() => announce(due())),
  ];

  const stopUpdating = followUpdates({
    settingsStore: host.settingsStore,
    log,
    tell: (notice) => notifier.tell("newer", notice),
    onRenamed: (appImage) => followAppImage(appImage, host.dataDir, log),
  });
  const stopFollowingPower = followPower(() => {
    if (games.list().some((game) => isOwn(game) && game.status === "live")) notifier.tell("slept", clocksStood);
  });

  const whenClosed = async () => {
    if (process.platform === "darwin") return "dock";
    if (!noWindow && !host.settingsStore.get().close_to_tray) return "end";
    if (tray !== null && (await isTrayShown(log))) return "tray";
    return noWindow ? "unseen" : "end";
  };
  const toldFile = join(host.dataDir, "window", "told-of-tray");
  closeToTray(window, whenClosed, toldFile, (notice, failed) => notifier.tell("closed", notice, failed));
  const stopFollowing = followLoginItem(host.settingsStore, join(host.dataDir, "window", "login-item"), log);

  return () => {
    for (const stop of [...stopListening, ...stopNotifying]) stop();
    notifier.close();
    stopFollowing();
    stopFollowingPower();
    stopUpdating();
    clearTimeout(timer ?? undefined);
    tray?.close();
  };
}

const clocksStood = { title: "The clocks stood still", body: "This computer slept. Nobody was charged for that time." };

/** Tells the host when the machine goes to sleep and wakes, and calls then. Returns a function that stops it. */
function followPower(onWake: () => void): () => void {
  const sleep = () => awakeTime.setAsleep(true);
  const wake = () => {
    awakeTime.setAsleep(false);
    onWake();
  };
  powerMonitor.on("suspend", sleep);
  powerMonitor.on("resume", wake);
  return () => {
    powerMonitor.off("suspend", sleep);
    powerMonitor.off("resume", wake);
  };
}

/** Puts Kibitz into the tray, or the menu bar. Null where the system has none. */
function openTray(image: string, verbs: MenuVerbs, log: Log) {
  let tray: Tray;
  try {
    tray = new Tray(image);
  } catch (error) {
    log.warn(`there is no tray here: ${messageOf(error)}`);
    return null;
  }
  // On macOS a click opens the menu, and some Linux desktops do not report it.
  if (process.platform !== "darwin") tray.on("click", () => verbs.show());
  let lastText = "";
  return {
    /** Shows the current games, and the matches that wait for the person. */
    show: (games: readonly DesktopGame[], calls: readonly Invitation[]) => {
      const template = trayMenu(games, calls, verbs);
      tray.setToolTip(trayTip(games, calls));
      // Setting a menu closes it under the pointer, so it is set only when its text changes.
      const text = JSON.stringify(template);
      if (text === lastText) return;
      lastText = text;
      tray.setContextMenu(Menu.buildFromTemplate(template));
    },
    close: () => tray.destroy(),
  };
}

/** Shows how many games and matches wait for the person, on the icon in the dock or in the Windows taskbar. */
function showBadge(
  games: readonly DesktopGame[],
  calls: readonly Invitation[],
  window: BrowserWindow | null,
  dot: string,
): void {
  const waiting = dueFrom(games, calls).length;
  if (process.platform !== "win32") app.setBadgeCount(waiting);
  // On Windows it belongs to the window, and goes with it.
  else if (waiting === 0) window?.setOverlayIcon(null, "");
  else window?.setOverlayIcon(nativeImage.createFromPath(dot), trayTip(games, calls));
}

/** Shows a notification about a thing by its key, which replaces the one before; none while the window is in front. */
function createNotifier(window: MainWindow, log: Log) {
  /** Referenced while they are shown: one that is garbage-collected forgets what a click on it does. */
  const notifications = new Map<string, Notification>();
  const forget = (key: string) => {
    notifications.get(key)?.close();
    notifications.delete(key);
  };
  return {
    /** Removes the notification about a thing, because it is out of date. */
    forget,
    /** A click opens the page of the place, or the one that was left. Calls where the system shows nothing. */
    tell: (key: string, { title, body, place }: Notice & { readonly place?: string }, failed?: () => void) => {
      if (window.isInFront() || !Notification.isSupported()) return;
      forget(key);
      const notification = new Notification({ title, body });
      notification.on("click", () => {
        forget(key);
        window.show(place);
      });
      notification.on("failed", (_event, error) => {
        log.warn(`the system showed no notification: ${error}`);
        failed?.();
        if (notifications.get(key) === notification) notifications.delete(key);
      });
      notifications.set(key, notification);
      notification.show();
    },
    close: () => {
      for (const key of [...notifications.keys()]) forget(key);
    },
  };
}
