import { copyFileSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { app } from "electron";
import { messageOf } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { writeFileWhole } from "../data/data-dir.ts";
import { runningAppImage } from "../start/installation.ts";
import { pictures } from "./resources.ts";

const scheme = "kibitz";
/** As package.json names it: windows, badge and notifications belong to it. */
const installedEntry = "kibitz.desktop";
/** `kibitz://game/4821`, by the host's ids; anything else in a link of a page or a mail is ignored. */
const gameLink = /^kibitz:\/\/game\/(\d{4,12})\/?$/i;

export const gameInLink = (link: string): string | null => gameLink.exec(link)?.[1] ?? null;

const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${scheme}:`);

/** The game that the first link on a command line names; null where there is none. */
export function gameOnLine(argv: readonly string[]): string | null {
  const link = argv.find(isLink);
  return link === undefined ? null : gameInLink(link);
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

/** A folder of the person's own, by the XDG Base Directory Specification 0.8: a relative one counts as unset. */
export function xdgFolder(variable: "XDG_CONFIG_HOME" | "XDG_DATA_HOME", usual: string): string {
  const folder = process.env[variable];
  return folder?.startsWith("/") ? folder : join(homedir(), usual);
}

/** The program that starts this application again: an AppImage is mounted only while it runs. */
export const ownProgram = (): string => runningAppImage() ?? process.execPath;

/** Desktop Entry Specification 1.5, "The Exec key": quoted, and escaped once more as a string of the file. */
export const execQuoted = (program: string): string =>
  `"${program
    .replace(/(["`$\\])/g, "\\$1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;

/** A string of the file, backslashes escaped. */
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
MimeType=x-scheme-handler/kibitz;
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
  copyFileSync(pictures().icon, icon);
  return icon;
}
