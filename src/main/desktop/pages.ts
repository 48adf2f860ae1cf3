import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { app, dialog, ipcMain, protocol, type Session, shell } from "electron";
import { desktopChannels, downloadLinks, installLinks, promptLinks } from "../../shared/desktop.ts";
import { attempt } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { readableText } from "../base/text-file.ts";
import type { Host } from "../host.ts";

const scheme = "app";
const pagesHost = "kibitz";

export const windowOrigin = `${scheme}://${pagesHost}`;

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

const refusalPage = (status: number, message: string) => new Response(message, { status });

/** Answers `app://kibitz/…` with the host's API and pages, in this process and without a port; everything else is refused. */
export function serveWindow(host: Pick<Host, "fetch">): void {
  protocol.handle(scheme, async (request) => {
    if (!isOwnAddress(request.url)) return refusalPage(404, "There is no such site.");
    if (isCrooked(new URL(request.url).pathname)) return refusalPage(400, "This path is not accepted.");
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

/** Whether an address opens a program that Kibitz connects itself to. */
const isAssistants = (address: string): boolean =>
  [...Object.values(installLinks), ...Object.values(promptLinks)].some((beginning) => address.startsWith(beginning));

/** Whether the pages link to an address: a download page of an assistant, or the source of something that Kibitz contains. */
const isLinked = (address: string, pagesDir: string): boolean =>
  Object.values<string>(downloadLinks).includes(address) ||
  (readableText(join(pagesDir, "third-party.json"))?.includes(`"source":${JSON.stringify(address)}`) ?? false);

/** Keeps every page where it is. A link of our pages goes to the browser, an assistant's to its program. */
export function confinePages(pagesDir: string): void {
  app.on("web-contents-created", (_created, contents) => {
    const stay = (event: { preventDefault(): void; url: string }) => {
      if (!isOwnAddress(event.url)) event.preventDefault();
    };
    contents.on("will-navigate", (event) => {
      stay(event);
      if (isOwnAddress(contents.getURL()) && isAssistants(event.url)) void shell.openExternal(event.url);
    });
    contents.on("will-redirect", stay);
    contents.on("will-frame-navigate", stay);
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (isOwnAddress(contents.getURL()) && isLinked(url, pagesDir)) void shell.openExternal(url);
      return { action: "deny" };
    });
  });
}

/** Pages of ours only need to copy a text on a click. */
const isGranted = (permission: string, address: string): boolean =>
  permission === "clipboard-sanitized-write" && isOwnAddress(address);

/** Refuses camera, microphone, notifications, USB and whatever else a page may ask a browser for. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin));
  session.setDevicePermissionHandler(() => false);
}

const noSandboxMessage = "Kibitz’s pages run without Chromium’s sandbox here.";
const noSandboxDetail =
  "This system withholds what the sandbox is made of from programs that are not installed, as Ubuntu 23.10 and later " +
  "do. Kibitz shows nothing but its own pages, which load nothing from elsewhere. Installed from the deb, it has its sandbox.";

/**
 * Says where Chromium runs without its sandbox, as the script in an AppImage has it where the system refuses it the
 * namespaces: in the log at each start, and to the person once.
 * @param mark a file that is there once the person wants to continue all the same
 * @returns whether to continue
 */
export async function goesOnWithoutSandbox(mark: string, noWindow: boolean, log: Log): Promise<boolean> {
  if (!app.commandLine.hasSwitch("no-sandbox")) return true;
  log.warn(`${noSandboxMessage} ${noSandboxDetail}`);
  if (noWindow || existsSync(mark)) return true;
  const buttons = ["Continue", "Quit"];
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: "Kibitz",
    message: noSandboxMessage,
    detail: noSandboxDetail,
    buttons,
    cancelId: 1,
  });
  if (response !== 0) return false;
  writeFileSync(mark, "", { mode: 0o600 });
  return true;
}
