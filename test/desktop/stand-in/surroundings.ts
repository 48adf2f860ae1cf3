import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";

/** The surroundings of a window: menus, tray, notifications. They are kept, to be looked at and clicked. */

export interface MenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly MenuItem[];
  readonly click?: () => void;
}

export const menus: { application: readonly MenuItem[] } = { application: [] };

export const Menu = {
  buildFromTemplate: (template: readonly MenuItem[]) => {
    check(template);
    return template;
  },
  setApplicationMenu: (menu: readonly MenuItem[]) => {
    menus.application = menu;
  },
};

/** Electron refuses an item that is nothing. */
function check(items: readonly MenuItem[]): void {
  for (const { label, role, type, submenu } of items) {
    if (!label && !role && type !== "separator") throw new Error("a menu item has no label, role or type");
    check(submenu ?? []);
  }
}

type Described = Omit<MenuItem, "click" | "submenu"> & { readonly submenu?: readonly Described[] };

/** A menu as data, without what its items do. */
export const asData = (items: readonly MenuItem[]): readonly Described[] =>
  items.map(({ click: _click, submenu, ...rest }) => ({ ...rest, ...(submenu ? { submenu: asData(submenu) } : {}) }));

/** The person clicks the first enabled item whose label holds this text. */
export function clickIn(items: readonly MenuItem[], label: string): void {
  const item = flat(items).find((one) => one.enabled !== false && one.label?.includes(label));
  if (!item?.click) throw new Error(`there is nothing to click that says ${label}`);
  item.click();
}

const flat = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);

export const trays: Tray[] = [];

export class Tray extends EventEmitter {
  readonly image: string;
  tip = "";
  menu: readonly MenuItem[] | null = null;
  /** How often the menu was set. */
  updates = 0;

  constructor(image: string) {
    super();
    if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`);
    this.image = image;
    trays.push(this);
  }

  setToolTip(tip: string): void {
    this.tip = tip;
  }

  setContextMenu(menu: readonly MenuItem[]): void {
    this.menu = menu;
    this.updates += 1;
  }

  destroy(): void {
    trays.splice(trays.indexOf(this), 1);
  }
}

export const notifications: Notification[] = [];

export class Notification extends EventEmitter {
  static isSupported = () => process.env["STAND_IN_NOTIFICATIONS"] !== "unsupported";
  readonly options: { readonly title: string; readonly body: string };
  shown = false;
  closed = false;

  constructor(options: Notification["options"]) {
    super();
    this.options = options;
    notifications.push(this);
  }

  /** Where the system refuses, as for a program without a certificate on macOS, that is told later. */
  show(): void {
    // Where the desktop has nobody who shows notifications, nothing comes of it.
    if (!Notification.isSupported()) return;
    if (process.env["STAND_IN_NOTIFICATIONS"] !== "refused") this.shown = true;
    else setImmediate(() => this.emit("failed", {}, "Notifications are not allowed for this application"));
  }

  close(): void {
    this.closed = true;
  }

  /** It has been on the screen for long enough. On Windows it goes to the notification centre, and can be clicked there. */
  timeOut(): void {
    this.shown = false;
    this.emit("close", { reason: "timedOut" });
  }
}

export const nativeImage = {
  /** A picture that is not there is no error, but empty. */
  createFromPath: (path: string) => ({ path, empty: !existsSync(path), isEmpty: () => !existsSync(path) }),
};
