import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { app } from "electron";
import { pgnType } from "../../games/kibitz.ts";
import type { GamesFile } from "../../shared/desktop.ts";
import { accept, attempt, messageOf, type Result, refuse } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { readableText } from "../base/text-file.ts";
import { writeFileWhole } from "../data/data-dir.ts";
import type { SettingsStore } from "../data/settings-store.ts";
import { type Installation, installationIn, runningAppImage } from "../start/installation.ts";

/** The folder of files outside the bundle: beside it when packaged, else in the checkout. */
const resourcesFolder = (): string =>
  app.isPackaged ? process.resourcesPath : join(import.meta.dirname, "..", "..", "resources");

/** Pictures that the desktop shows. The system finds `@2x` beside them, and takes a `Template` for one to be coloured. */
export const iconImages = () => ({
  icon: join(resourcesFolder(), "icons", "512x512.png"),
  badge: join(resourcesFolder(), "tray", "badge.png"),
  tray: join(
    resourcesFolder(),
    "tray",
    { darwin: "trayTemplate.png", win32: "tray.ico" }[String(process.platform)] ?? "tray.png",
  ),
});

/** Paths of the engine and the shim's program where there is no checkout. */
export const packagedPaths = (dataDir: string): Partial<Installation> =>
  app.isPackaged ? installationIn(process.resourcesPath, dataDir) : {};

const scheme = "kibitz";
/** As package.json names it: windows, badge and notifications belong to it. */
const installedEntry = "kibitz.desktop";
/** `kibitz://game/4821`, by the host's ids; anything else in a link of a page or a mail is ignored. */
const gameLink = /^kibitz:\/\/game\/(\d{4,12})\/?$/i;

export const gameInLink = (link: string): string | null => gameLink.exec(link)?.[1] ?? null;

const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${scheme}:`);

/** A request to show a game's board, to import files of games, or to show the window where it was. */
export interface ShowRequest {
  readonly gameId?: string;
  /** Absolute paths. */
  readonly files?: readonly string[];
}

/** Endings of files that hold games; the packages claim them. */
const gamesFile = /\.(?:pgn|ggf)$/i;

/** The path of a file that an argument names, as a path or an address; null where it is no file of games. */
function gamesPath(argument: string, folder: string): string | null {
  if (argument.startsWith("-") || !gamesFile.test(argument)) return null;
  const path = argument.startsWith("file:") ? attempt(() => fileURLToPath(argument), null) : argument;
  return path === null ? null : resolve(folder, path);
}

/**
 * The request of a command line: the game of its first link, or the files before that; null where it asks for nothing.
 * @param folder the folder that relative paths start from
 */
export function requestOnLine(argv: readonly string[], folder: string): ShowRequest | null {
  const gameId = gameInLink(argv.find(isLink) ?? "");
  if (gameId !== null) return { gameId };
  const files = withoutLink(argv).flatMap((argument) => gamesPath(argument, folder) ?? []);
  return files.length > 0 ? { files } : null;
}

/** Reads a file of games, and remembers it among those that the system lists as recent. Rejects where it is none. */
export async function readGamesFile(path: string): Promise<GamesFile> {
  if (!(await stat(path)).isFile()) throw new Error("this is not a file");
  const bytes = new Uint8Array(await readFile(path));
  app.addRecentDocument(path);
  return { name: basename(path), bytes };
}

/** The arguments before the first link: later ones may come from the author of the link. */
export function withoutLink(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex(isLink);
  return at === -1 ? argv : argv.slice(0, at);
}

/** Registers Kibitz for such links. Not from a checkout, which must not take them from an installed one. */
export function claimLinks(dataDir: string, log: Log): void {
  if (!app.isPackaged) return;
  const appImage = runningAppImage();
  try {
    // On Linux the desktop entry of this name takes the links. Electron takes names only before it is ready.
    if (appImage !== null) app.setDesktopName(writeDesktopEntry(appImage, dataDir));
    app.setAsDefaultProtocolClient(scheme);
    if (appImage !== null) app.setDesktopName(installedEntry);
  } catch (error) {
    log.warn(`links do not open here: ${messageOf(error)}`);
  }
}

/** Has assistants, links and the start at login find the AppImage that runs, which an update has renamed. */
export function followAppImage(appImage: string, dataDir: string, log: Log): void {
  process.env["APPIMAGE"] = appImage;
  // Writes the launcher anew.
  packagedPaths(dataDir);
  followProgram(log);
  writeDesktopEntry(appImage, dataDir);
}

/** A folder of the person's own, by the XDG Base Directory Specification 0.8: a relative one counts as unset. */
function xdgFolder(variable: "XDG_CONFIG_HOME" | "XDG_DATA_HOME", usual: string): string {
  const folder = process.env[variable];
  return folder?.startsWith("/") ? folder : join(homedir(), usual);
}

/** The program that starts this application again: an AppImage is mounted only while it runs. */
const ownProgram = (): string => runningAppImage() ?? process.execPath;

/** Desktop Entry Specification 1.5, "The Exec key": quoted, and escaped once more as a string of the file. */
const execQuoted = (program: string): string =>
  `"${program
    .replace(/(["`$\\])/g, "\\$1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;

const escapeText = (text: string): string => text.replaceAll("\\", "\\\\");

/**
 * Registers an AppImage, which nobody has installed, with the desktop, so that it can open links. The entry is in no
 * menu, and has a name of its own, or it would hide that of an installed Kibitz.
 * @returns the entry's name
 */
function writeDesktopEntry(appImage: string, dataDir: string): string {
  const name = "kibitz-appimage.desktop";
  const file = join(xdgFolder("XDG_DATA_HOME", ".local/share"), "applications", name);
  const entry = `[Desktop Entry]
Type=Application
Name=Kibitz
Comment=The table at which AI agents, people and engines play each other
Exec=${execQuoted(appImage)} %U
TryExec=${escapeText(appImage)}
Icon=${escapeText(settleIcon(dataDir))}
StartupWMClass=kibitz
Categories=Game;BoardGame;
MimeType=x-scheme-handler/kibitz;${pgnType};
NoDisplay=true
`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileWhole(file, entry);
  return name;
}

/** The icon where it stays, since the mount of an AppImage does not; gives its path. */
function settleIcon(dataDir: string): string {
  const icon = join(dataDir, "bin", "kibitz.png");
  mkdirSync(dirname(icon), { recursive: true, mode: 0o700 });
  copyFileSync(iconImages().icon, icon);
  return icon;
}

/** Arguments of a start at login: Kibitz waits in the tray until somebody wants it. */
const loginArguments = ["--no-window"];

/** Whether the system, rather than the person, has started the application. Only macOS tells it this way. */
export function startedAtLogin(): boolean {
  return process.platform === "darwin" && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
}

/**
 * Has the system start Kibitz when the person logs in while the settings say so. The system is told of changes alone:
 * what the person switched off in its own settings stays off. A change that it does not take is refused. A checkout
 * leaves the system as it is.
 * @param file remembers what the system was told last
 * @returns what ends it
 */
export function followLoginItem(settingsStore: SettingsStore, file: string, log: Log): () => void {
  if (!app.isPackaged) return () => {};
  const follow = (on: boolean): Result<null> => {
    try {
      if (on === wasSet(file)) return accept(null);
      if (process.platform === "linux") setAutostart(on);
      else setLoginItem(on);
      writeFileSync(file, on ? "on\n" : "off\n", { mode: 0o600 });
      return accept(null);
    } catch (error) {
      const reason = messageOf(error);
      log.warn(`start at login could not be changed: ${reason}`);
      return refuse("STORAGE_FAILED", `Start at login could not be changed: ${reason}`);
    }
  };
  const stop = settingsStore.applyBy(({ start_at_login: on }, now) =>
    on === now.start_at_login ? accept(null) : follow(on),
  );
  // Changed while there was no application: where the system refuses it, the setting is reset.
  if (!follow(settingsStore.get().start_at_login).ok) settingsStore.change({ start_at_login: wasSet(file) });
  if (process.platform === "linux") followProgram(log);
  return stop;
}

/** Throws where the system refuses it: Electron shows that only when the setting is read back. */
function setLoginItem(on: boolean): void {
  app.setLoginItemSettings({ openAtLogin: on, args: loginArguments });
  // Windows tells our entry from others by its arguments.
  const { openAtLogin, status } = app.getLoginItemSettings({ args: loginArguments });
  if (openAtLogin === on) return;
  throw new Error(
    on && status === "requires-approval"
      ? "macOS asks for your approval. Allow Kibitz under System Settings, General, Login Items, and switch it on here again"
      : "the system did not take it. Change it in the system's own settings for programs that start at login",
  );
}

const wasSet = (file: string): boolean => readableText(file)?.startsWith("on") ?? false;

/** Desktop Application Autostart Specification 0.5. */
const autostartEntry = () => join(xdgFolder("XDG_CONFIG_HOME", ".config"), "autostart", "kibitz.desktop");
const execLine = () => `Exec=${execQuoted(ownProgram())} ${loginArguments.join(" ")}`;

function setAutostart(on: boolean): void {
  const file = autostartEntry();
  if (on) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileWhole(file, `[Desktop Entry]\nType=Application\nName=Kibitz\n${execLine()}\n`);
  } else {
    rmSync(file, { force: true });
  }
}

/** An AppImage may have been moved or replaced by a newer one. Other lines of the entry stay. */
function followProgram(log: Log): void {
  const file = autostartEntry();
  try {
    const entry = readFileSync(file, "utf8");
    const next = entry.replace(/^Exec=.*--no-window$/m, () => execLine());
    if (next !== entry) writeFileWhole(file, next);
  } catch (error) {
    log.debug(`no start at login to look after: ${String(error)}`);
  }
}
