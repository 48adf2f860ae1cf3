import type { MenuItemConstructorOptions } from "electron";
import { expect, test, vi } from "vitest";
import { applicationMenu } from "../../src/main/desktop/menu.ts";

const verbs = { show: vi.fn(), quit: vi.fn(), openInBrowser: vi.fn() };
const menuOn = (platform: NodeJS.Platform, isPackaged = true) => applicationMenu({ platform, isPackaged }, verbs);

const itemsOf = (menu: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] =>
  Array.isArray(menu.submenu) ? menu.submenu : [];
const all = (menus: readonly MenuItemConstructorOptions[]) => menus.flatMap(itemsOf);
/** Label or role, with the accelerator where we name one: roles bring their own. */
const lines = (menus: readonly MenuItemConstructorOptions[]) =>
  all(menus)
    .filter(({ type }) => type !== "separator")
    .map(({ label, role, accelerator }) => `${label ?? role}${accelerator ? ` ${accelerator}` : ""}`);

test("macOS has the application's own menu first, with About, Settings and Quit in it", () => {
  const [own, ...others] = menuOn("darwin");
  expect(own?.role).toBe("appMenu");
  expect(lines([own ?? {}])).toEqual([
    "About Kibitz",
    "Settings… CmdOrCtrl+,",
    "services",
    "hide",
    "hideOthers",
    "unhide",
    "Quit Kibitz",
  ]);
  expect(others.map(({ label, role }) => label ?? role)).toEqual(["&Game", "editMenu", "&View", "windowMenu", "help"]);
  expect(lines(others).filter((line) => /Settings|About|Quit/.test(line))).toEqual([]);
});

test.each(["linux", "win32"] as const)(
  "the menu on %s has Settings and Quit among the games' verbs, and About under Help",
  (platform) => {
    const menus = menuOn(platform);
    expect(menus.map(({ label, role }) => label ?? role)).toEqual(["&Game", "editMenu", "&View", "windowMenu", "help"]);
    expect(lines(menus.slice(0, 1))).toEqual([
      "New game… CmdOrCtrl+N",
      "All games CmdOrCtrl+Shift+G",
      "Connect an assistant…",
      "Open in browser",
      "Settings… CmdOrCtrl+,",
      "Quit Ctrl+Q",
    ]);
    expect(lines(menus.slice(-1))).toContain("About Kibitz");
  },
);

test.each(["darwin", "linux", "win32"] as const)(
  "the menu on %s has zoom and full screen, and no accelerator twice",
  (platform) => {
    const menus = menuOn(platform);
    const roles = all(menus).map(({ role }) => role);
    for (const role of ["resetZoom", "zoomIn", "zoomOut", "togglefullscreen"]) expect(roles).toContain(role);
    const accelerators = all(menus).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(accelerators).size).toBe(accelerators.length);
  },
);

test.each(["darwin", "linux", "win32"] as const)(
  "About in the menu on %s leads to the page with the licences",
  (platform) => {
    const item = all(menuOn(platform)).find(({ label }) => label === "About Kibitz");
    item?.click?.({} as never, undefined, {} as never);
    expect(verbs.show).toHaveBeenLastCalledWith("/about");
  },
);

test("reloading and the developer's tools are for a checkout alone", () => {
  for (const platform of ["darwin", "linux", "win32"] as const) {
    const roles = (isPackaged: boolean) => all(menuOn(platform, isPackaged)).map(({ role }) => role);
    expect(roles(false)).toEqual(expect.arrayContaining(["reload", "toggleDevTools"]));
    expect(roles(true)).not.toEqual(expect.arrayContaining(["reload"]));
    expect(roles(true)).not.toEqual(expect.arrayContaining(["toggleDevTools"]));
  }
});
