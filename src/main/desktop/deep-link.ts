import { app } from "electron";
import { messageOf } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { runningAppImage } from "../start/installation.ts";
import { writeDesktopEntry } from "./desktop-entry.ts";

const scheme = "kibitz";
/** As package.json names it: windows, badge and notifications belong to it. */
const installedEntry = "kibitz.desktop";
/** `kibitz://game/4821`, by the host's ids; anything else in a link of a page or a mail is ignored. */
const gameLink = /^kibitz:\/\/game\/(\d{4,12})\/?$/i;

/** The game that a link names; null for any other text. */
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
