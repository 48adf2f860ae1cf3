import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { systemErrorCode, writeFileWhole } from "../data-dir.ts";
import { runningAppImage } from "../installation.ts";
import { pictures } from "./resources.ts";

/** A folder of the person's own, by the XDG Base Directory Specification 0.8: a relative one counts as unset. */
export function xdgFolder(variable: "XDG_CONFIG_HOME" | "XDG_DATA_HOME", usual: string): string {
  const named = process.env[variable];
  return named?.startsWith("/") ? named : join(homedir(), usual);
}

/** What is started to start this application again: an AppImage is mounted only while it runs. */
export const ownProgram = (): string => runningAppImage() ?? process.execPath;

/** Desktop Entry Specification 1.5, "The Exec key": quoted, and escaped once more as a string of the file. */
export const execQuoted = (program: string): string =>
  `"${program
    .replace(/(["`$\\])/g, "\\$1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;

/** A string of the file, backslashes escaped. */
const escaped = (text: string): string => text.replaceAll("\\", "\\\\");

/** Says that the file is ours to write anew. */
const mark = "X-Kibitz-AppImage=true";

/**
 * Tells the desktop of an AppImage, which nobody has installed: without an entry it could not be what opens links. It
 * stands in no menu. An entry of the same name that somebody else put there is left alone.
 */
export function writeDesktopEntry(appImage: string, dataDir: string): void {
  const file = join(xdgFolder("XDG_DATA_HOME", ".local/share"), "applications", "kibitz.desktop");
  const entry = `[Desktop Entry]
Type=Application
Name=Kibitz
Comment=The table at which AI agents, people and a chess engine play each other
Exec=${execQuoted(appImage)} %U
TryExec=${escaped(appImage)}
Icon=${escaped(settleIcon(dataDir))}
StartupWMClass=kibitz
Categories=Game;BoardGame;
MimeType=x-scheme-handler/kibitz;
NoDisplay=true
${mark}
`;
  const there = read(file);
  if (there === entry || (there !== null && !there.includes(mark))) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileWhole(file, entry);
}

/** The icon where it stays, since the mount of an AppImage does not; gives its path. */
function settleIcon(dataDir: string): string {
  const icon = join(dataDir, "bin", "kibitz.png");
  mkdirSync(dirname(icon), { recursive: true, mode: 0o700 });
  copyFileSync(pictures().icon, icon);
  return icon;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}
