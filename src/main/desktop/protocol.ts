import { ipcMain, protocol, shell } from "electron";
import { desktopChannels } from "../../shared/desktop.ts";
import { attempt } from "../../shared/result.ts";
import type { Host } from "../host.ts";

const scheme = "app";
const site = "kibitz";

/** The address of a page in the window. */
export const windowOrigin = `${scheme}://${site}`;

/** Whether an address belongs to the window's own pages. */
export function isOwnAddress(address: string): boolean {
  return address === windowOrigin || address.startsWith(`${windowOrigin}/`);
}

/** Makes `app:` behave like a secure website. Electron takes this only before the application is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

/** Whether a path, once decoded, would climb or mean something else on another platform. */
function isCrooked(pathname: string): boolean {
  const path = attempt(() => decodeURIComponent(pathname), "..");
  return path.includes("\\") || path.includes("\0") || path.split("/").includes("..");
}

const refusal = (status: number, message: string) => new Response(message, { status });

/** Answers `app://kibitz/…` with the host's API and pages, in this process and without a port; everything else is refused. */
export function serveWindow(host: Pick<Host, "fetch">): void {
  protocol.handle(scheme, async (request) => {
    if (!isOwnAddress(request.url)) return refusal(404, "There is no such site.");
    if (isCrooked(new URL(request.url).pathname)) return refusal(400, "This path is not accepted.");
    return host.fetch(request);
  });
}

/** Opens the dashboard in the person's browser: the one address that is opened without being https, our own. */
export const openInBrowser = (host: Pick<Host, "openUrl">): void =>
  void shell.openExternal(host.openUrl("for-seconds"));

/** Answers the calls of the preload, for the window's own pages alone. */
export function answerBridge(host: Pick<Host, "openUrl">): void {
  ipcMain.on(desktopChannels.openInBrowser, (event) => {
    if (event.senderFrame && isOwnAddress(event.senderFrame.url)) openInBrowser(host);
  });
}
