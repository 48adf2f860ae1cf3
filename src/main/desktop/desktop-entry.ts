import { copyFileSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { writeFileWhole } from "../data/data-dir.ts";
import { runningAppImage } from "../start/installation.ts";
import { pictures } from "./resources.ts";

/** A folder of the person's own, by the XDG Base Directory Specification 0.8: a relative one counts as unset. */
export function xdgFolder(variable: "XDG_CONFIG_HOME" | "XDG_DATA_HOME", usual: string): string {
  const named = process.env[variable];
  return named?.startsWith("/") ? named : join(homedir(), usual);
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
const escaped = (text: string): string => text.replaceAll("\\", "\\\\");

/**
 * Registers an AppImage, which nobody has installed, with the desktop, so that it can open links. The entry is in no
 * menu, and has a name of its own, or it would hide that of an installed Kibitz.
 * @returns the entry's name
 */
export function writeDesktopEntry(appImage: string, dataDir: string): string {
  const name = "kibitz-appimage.desktop";
  const file = join(xdgFolder("XDG_DATA_HOME", ".local/share"), "applications", name);
  const entry = `[Desktop Entry]
Type=Application
Name=Kibitz
Comment=The table at which AI agents, people and engines play each other
Exec=${execQuoted(appImage)} %U
TryExec=${escaped(appImage)}
Icon=${escaped(settleIcon(dataDir))}
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
