import type { MenuItemConstructorOptions } from "electron";
import { dueFrom, dueText, NAME_IN_MENU, playersText } from "../../shared/due.ts";
import type { Invitation } from "../../shared/leagues.ts";
import { seatTitle } from "../../shared/terms.ts";
import { clip } from "../../shared/text.ts";
import type { DesktopGame } from "../desktop-games.ts";

type ApplicationVerbs = MenuVerbs & { readonly openInBrowser: () => void };
type Item = MenuItemConstructorOptions;
const menuSeparator: Item = { type: "separator" };

/** The application's menu, as people of each platform expect it; in a checkout with tools for developers. */
export function applicationMenu(
  { platform, isPackaged }: { readonly platform: NodeJS.Platform; readonly isPackaged: boolean },
  verbs: ApplicationVerbs,
): Item[] {
  const isMac = platform === "darwin";
  return [
    ...(isMac ? [macMenu(verbs)] : []),
    gameMenu(isMac, verbs),
    { role: "editMenu" },
    viewMenu(isPackaged),
    { role: "windowMenu" },
    helpMenu(isMac, verbs),
  ];
}

const settingsItem = ({ show }: ApplicationVerbs): Item => ({
  label: "Settings…",
  accelerator: "CmdOrCtrl+,",
  click: () => show(paths.settings),
});

/** A page of the window, since the system's panels have no room for licences. */
const aboutItem = ({ show }: ApplicationVerbs): Item => ({ label: "About Kibitz", click: () => show(paths.about) });

const macMenu = (verbs: ApplicationVerbs): Item => ({
  role: "appMenu",
  submenu: [
    aboutItem(verbs),
    menuSeparator,
    settingsItem(verbs),
    menuSeparator,
    { role: "services" },
    menuSeparator,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    menuSeparator,
    { role: "quit", label: "Quit Kibitz" },
  ],
});

const recentFiles: Item = {
  label: "Open recent",
  role: "recentDocuments",
  submenu: [{ role: "clearRecentDocuments", label: "Clear menu" }],
};

const gameMenu = (isMac: boolean, verbs: ApplicationVerbs): Item => ({
  label: "&Game",
  submenu: [
    { label: "New game…", accelerator: "CmdOrCtrl+N", click: () => verbs.show(paths.newGame) },
    { label: "All games", accelerator: "CmdOrCtrl+Shift+G", click: () => verbs.show(paths.games) },
    menuSeparator,
    { label: "Connect an assistant…", click: () => verbs.show(paths.connect) },
    { label: "Open in browser", click: verbs.openInBrowser },
    menuSeparator,
    ...(isMac ? [recentFiles, menuSeparator] : [settingsItem(verbs), menuSeparator]),
    // Elsewhere the window's menu closes it. That may leave Kibitz in the tray; quitting never does.
    isMac ? { role: "close" } : { label: "Quit", accelerator: "Ctrl+Q", click: verbs.quit },
  ],
});

const viewMenu = (isPackaged: boolean): Item => ({
  label: "&View",
  submenu: [
    ...(isPackaged ? [] : [{ role: "reload" } as const, { role: "toggleDevTools" } as const, menuSeparator]),
    { role: "resetZoom" },
    { role: "zoomIn" },
    // The same key without Shift, on layouts where + shares it with =.
    { role: "zoomIn", accelerator: "CmdOrCtrl+=", visible: false, acceleratorWorksWhenHidden: true },
    { role: "zoomOut" },
    menuSeparator,
    { role: "togglefullscreen" },
  ],
});

const helpMenu = (isMac: boolean, verbs: ApplicationVerbs): Item => ({
  role: "help",
  submenu: [
    { label: "Connect an assistant…", click: () => verbs.show(paths.connect) },
    ...(isMac ? [] : [menuSeparator, aboutItem(verbs)]),
  ],
});

/** The pages of the window, as paths of its router. */
export const paths = {
  home: "/",
  games: "/games",
  newGame: "/?new",
  connect: "/connect",
  settings: "/settings",
  about: "/about",
} as const;

export const gamePlace = (id: string): string => `/game/${id}`;
export const leaguePlace = (id: string): string => `/league/${id}`;

export interface MenuVerbs {
  /** Brings the window to the front, at a place of the application or where it was. */
  readonly show: (place?: string) => void;
  readonly quit: () => void;
}

/** Most games that the menu lists; a longer one does not fit on a small display. */
const MOST_LISTED = 10;

/** The tray's menu: games and matches that wait for the person, other unfinished games, and the usual actions. */
export function trayMenu(
  games: readonly DesktopGame[],
  calls: readonly Invitation[],
  { show, quit }: MenuVerbs,
): MenuItemConstructorOptions[] {
  const shortlist = [...games].sort(byUrgency).slice(0, MOST_LISTED);
  const more = games.length - shortlist.length;
  return [
    ...calls.map((call) => ({ label: callLabel(call), click: () => show(leaguePlace(call.league_id)) })),
    ...(shortlist.length + calls.length === 0 ? [{ label: "No games in progress", enabled: false }] : []),
    ...shortlist.map((game) => ({ label: gameLabel(game), click: () => show(gamePlace(game.id)) })),
    ...(more > 0 ? [{ label: `${more} more…`, click: () => show(paths.games) }] : []),
    { type: "separator" },
    { label: "New game…", click: () => show(paths.newGame) },
    { label: "Connect an assistant…", click: () => show(paths.connect) },
    { label: "Open Kibitz", click: () => show() },
    { type: "separator" },
    { label: "Quit Kibitz", click: quit },
  ];
}

const gameLabel = (game: DesktopGame): string =>
  menuText(`${game.id}  ${playersText(game)}: ${game.offer === null ? turnText(game) : `${game.offer.kind} offered`}`);

const callLabel = ({ opponent, league }: Invitation): string =>
  menuText(`${clip(league, NAME_IN_MENU)}: your match against ${clip(opponent, NAME_IN_MENU)} is ready`);

/** A summary of all that waits for the person, in the words of the pages' titles. */
export function trayTip(games: readonly DesktopGame[], calls: readonly Invitation[]): string {
  const due = dueFrom(games, calls);
  return due.length === 0 ? "Kibitz" : `(${due.length}) Kibitz – ${dueText(due)}`;
}

/** Games that wait for the person first, the longest waiting at the top; then the most active; then open seats. */
function byUrgency(a: DesktopGame, b: DesktopGame): number {
  const rank = ({ isPersonsTurn, offer, status }: DesktopGame) =>
    isPersonsTurn || offer !== null ? 0 : status === "live" ? 1 : 2;
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  return rank(a) === 0 ? a.turnSince - b.turnSince : b.turnSince - a.turnSince;
}

function turnText({ status, isPersonsTurn, toMove }: DesktopGame): string {
  if (status === "open") return "waits for an assistant";
  if (isPersonsTurn) return "your turn";
  const [first, second] = toMove;
  if (first === undefined) return "over";
  return second === undefined ? `${seatTitle(first)} to move` : "both to choose";
}

/** A text as a menu shows it: a single & would underline the letter after it. */
const menuText = (text: string): string => text.replaceAll("&", "&&");
