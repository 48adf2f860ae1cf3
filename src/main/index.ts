import { join } from "node:path";
import { app, dialog, session } from "electron";
import { openDataDir } from "./data-dir.ts";
import { answerBridge } from "./desktop/bridge.ts";
import { confinePages, denyPermissions } from "./desktop/confinement.ts";
import { registerScheme, serveWindow } from "./desktop/protocol.ts";
import { showWindow } from "./desktop/window.ts";
import { type Host, openHost } from "./host.ts";
import { createLog } from "./log.ts";
import { readSettings, type Settings, usage } from "./settings.ts";

const built = join(import.meta.dirname, "..");

/** Ends before anything is open, saying why where the person can see it. */
function refuseToStart(message: string): void {
  process.stderr.write(`kibitz: ${message}\n`);
  void app.whenReady().then(() => {
    dialog.showErrorBox("Kibitz cannot start", message);
    app.exit(1);
  });
}

async function pointToRunning(url: string, pid: number): Promise<void> {
  const message = `Kibitz already runs without a window (process ${pid}). Its dashboard is at ${url}`;
  process.stderr.write(`kibitz: ${message}\n`);
  await dialog.showMessageBox({ type: "info", title: "Kibitz", message });
  app.exit(0);
}

function closeWithApp(host: Host): void {
  let closing = false;
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    host.close().then(
      () => app.exit(0),
      (error: unknown) => {
        process.stderr.write(`kibitz: closing failed: ${String(error)}\n`);
        app.exit(1);
      },
    );
  });
}

async function open(settings: Settings): Promise<void> {
  await app.whenReady();
  const log = createLog(settings.logLevel);
  const opened = await openHost({ settings, log, pagesDir: join(built, "renderer") });
  if (opened.kind === "already-running") return pointToRunning(opened.discovery.url, opened.discovery.pid);
  const { host } = opened;
  const show = () => showWindow(join(built, "preload", "window.cjs"));
  closeWithApp(host);
  denyPermissions(session.defaultSession);
  serveWindow(host);
  answerBridge(host);
  app.on("second-instance", show);
  app.on("activate", show);
  // Started for an assistant, it goes on without a window until it is told to quit.
  app.on("window-all-closed", () => {
    if (!settings.noWindow && process.platform !== "darwin") app.quit();
  });
  if (!settings.noWindow) show();
  log.info(`dashboard at ${host.url}`);
  // Tells whoever started us over a pipe that the application runs.
  process.send?.("ready");
}

/** What Chromium keeps stands beside our own files, and so does the lock that admits one window application to them. */
function claim(dataDir: string): boolean {
  app.setPath("userData", join(dataDir, "window"));
  return app.requestSingleInstanceLock();
}

function start(settings: Settings): void {
  const dataDir = openDataDir(settings.dataDir);
  if (!dataDir.ok) {
    refuseToStart(dataDir.message);
  } else if (claim(dataDir.value)) {
    registerScheme();
    confinePages();
    open(settings).catch((error: unknown) => refuseToStart(error instanceof Error ? error.message : String(error)));
  } else {
    app.exit(0);
  }
}

// Electron and the desktop put switches and links of their own on the line.
const settings = readSettings(process.argv.slice(process.defaultApp ? 2 : 1), process.env, "pass");
if (!settings.ok) {
  refuseToStart(settings.message);
} else if (settings.value.help) {
  process.stdout.write(usage);
  app.exit(0);
} else {
  start(settings.value);
}
