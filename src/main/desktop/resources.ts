import { join } from "node:path";
import { app } from "electron";

/** The engine's script among the resources of a packaged application, which has no node_modules. */
const engine = "stockfish/stockfish-19-lite-single.js";

/** Folder of the files that the application does not carry in its bundle: beside it when packaged, in the checkout else. */
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

/** The engine's script where it does not come from node_modules. */
export const packagedEngine = (): string | undefined => (app.isPackaged ? join(folder(), engine) : undefined);

/** The program that an MCP host starts for the shim; undefined in a checkout, where Node runs the shim itself. */
export function packagedLauncher(): string | undefined {
  if (!app.isPackaged) return undefined;
  return join(folder(), "launchers", process.platform === "win32" ? "kibitz-mcp.cmd" : "kibitz-mcp");
}
