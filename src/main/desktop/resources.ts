import { join } from "node:path";
import { app } from "electron";
import { type Installation, installationIn } from "../start/installation.ts";

/** The folder of files outside the bundle: beside it when packaged, else in the checkout. */
const folder = (): string =>
  app.isPackaged ? process.resourcesPath : join(import.meta.dirname, "..", "..", "resources");

/** Pictures that the desktop shows. The system finds `@2x` beside them, and takes a `Template` for one to be coloured. */
export const pictures = () => ({
  icon: join(folder(), "icons", "512x512.png"),
  badge: join(folder(), "tray", "badge.png"),
  tray: join(
    folder(),
    "tray",
    { darwin: "trayTemplate.png", win32: "tray.ico" }[String(process.platform)] ?? "tray.png",
  ),
});

/** Paths of the engine and the shim's program where there is no checkout. */
export const packagedPaths = (dataDir: string): Partial<Installation> =>
  app.isPackaged ? installationIn(process.resourcesPath, dataDir) : {};
