import type { MenuItemConstructorOptions } from "electron";
import { places } from "./places.ts";
import type { MenuVerbs } from "./tray-menu.ts";

type ApplicationVerbs = MenuVerbs & { readonly openInBrowser: () => void };
type Item = MenuItemConstructorOptions;
const line: Item = { type: "separator" };

/**
 * The application's menu, as people of each platform expect it.
 * @param isPackaged whether this is an installed application rather than a checkout
 */
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

const settings = ({ show }: ApplicationVerbs): Item => ({
  label: "Settings…",
  accelerator: "CmdOrCtrl+,",
  click: () => show(places.settings),
});

/** A page of the window, since the system's panels have no room for licences. */
const about = ({ show }: ApplicationVerbs): Item => ({ label: "About Kibitz", click: () => show(places.about) });

const macMenu = (verbs: ApplicationVerbs): Item => ({
  role: "appMenu",
  submenu: [
    about(verbs),
    line,
    settings(verbs),
    line,
    { role: "services" },
    line,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    line,
    { role: "quit", label: "Quit Kibitz" },
  ],
});

const gameMenu = (isMac: boolean, verbs: ApplicationVerbs): Item => ({
  label: "&Game",
  submenu: [
    { label: "New game…", accelerator: "CmdOrCtrl+N", click: () => verbs.show(places.newGame) },
    { label: "All games", accelerator: "CmdOrCtrl+Shift+G", click: () => verbs.show(places.games) },
    line,
    { label: "Connect an assistant…", click: () => verbs.show(places.connect) },
    { label: "Open in browser", click: verbs.openInBrowser },
    line,
    ...(isMac ? [] : [settings(verbs), line]),
    // Elsewhere the window's menu closes it. That may leave Kibitz in the tray; quitting never does.
    isMac ? { role: "close" } : { label: "Quit", accelerator: "Ctrl+Q", click: verbs.quit },
  ],
});

const viewMenu = (isPackaged: boolean): Item => ({
  label: "&View",
  submenu: [
    ...(isPackaged ? [] : [{ role: "reload" } as const, { role: "toggleDevTools" } as const, line]),
    { role: "resetZoom" },
    { role: "zoomIn" },
    // The same key without Shift, on layouts where + shares it with =.
    { role: "zoomIn", accelerator: "CmdOrCtrl+=", visible: false, acceleratorWorksWhenHidden: true },
    { role: "zoomOut" },
    line,
    { role: "togglefullscreen" },
  ],
});

const helpMenu = (isMac: boolean, verbs: ApplicationVerbs): Item => ({
  role: "help",
  submenu: [
    { label: "Connect an assistant…", click: () => verbs.show(places.connect) },
    ...(isMac ? [] : [line, about(verbs)]),
  ],
});
