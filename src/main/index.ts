import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { app, crashReporter, dialog, session, shell } from "electron";
import type { Discovery } from "../shared/instance.ts";
import { accept, messageOf, type Result, refuse } from "../shared/result.ts";
import { consoleToLog, createLog, outliveReaders } from "./base/log.ts";
import { openDataDir, storageRefusal } from "./data/data-dir.ts";
import { addressToOpen } from "./data/discovery.ts";
import { keyVault } from "./desktop/key-vault.ts";
import { gamePlace, paths } from "./desktop/menu.ts";
import * as pages from "./desktop/pages.ts";
import { closeBeforeQuitting, collectShowRequests } from "./desktop/quitting.ts";
import { openShell } from "./desktop/shell.ts";
import type { ShowRequest } from "./desktop/system.ts";
import * as system from "./desktop/system.ts";
import { createMainWindow, type MainWindow } from "./desktop/window.ts";
import { openHost } from "./host.ts";
import { homeObstacle, reachOwnMachineDirectly } from "./start/first-steps.ts";
import { trustExtraCertificates } from "./start/process.ts";
import { readStartOptions, type StartOptions, usage } from "./start/start-options.ts";

const outDir = join(import.meta.dirname, "..");
const pagesDir = join(outDir, "renderer");
/** Of the installed application; notifications and the taskbar know it by this on Windows. */
const appId = "org.kibitz.desktop";

/** Ends before anything is open, with the reason where the person can see it. */
function refuseToStart(message: string): void {
  process.stderr.write(`kibitz: ${message}\n`);
  void app.whenReady().then(() => {
    dialog.showErrorBox("Kibitz cannot start", message);
    app.exit(1);
  });
}

/** Reports the host that runs already: in a dialog too where a person asked for something. */
async function pointToRunning(dataDir: string, discovery: Discovery, request: ShowRequest | null): Promise<void> {
  const { url, pid } = discovery;
  const { gameId, files = [] } = request ?? {};
  const names = files.map((path) => basename(path)).join(", ");
  const aboutFiles = names && `. To import ${names}, choose Import… on its page Games`;
  const message = `Kibitz already runs without a window (process ${pid}). Its dashboard is at ${url}${aboutFiles}`;
  process.stderr.write(`kibitz: ${message}\n`);
  if (request === null) return app.exit(0);
  // While the dialog is open, a later start must be able to open its window once that host is gone.
  app.releaseSingleInstanceLock();
  const buttons = ["Open in browser", "Close"];
  const { response } = await dialog.showMessageBox({ type: "info", title: "Kibitz", message, buttons, cancelId: 1 });
  if (response === 0) {
    const page = gameId === undefined ? (names ? paths.games : paths.home) : gamePlace(gameId);
    await shell.openExternal(await addressToOpen(discovery, dataDir, page));
  }
  app.exit(0);
}

async function openApplication(settings: StartOptions): Promise<void> {
  const requests = collectShowRequests(system.requestOnLine(process.argv, process.cwd()));
  await app.whenReady();
  app.setAppUserModelId(appId);
  const log = createLog(settings.logLevel, settings.logFormat);
  consoleToLog(log);
  trustExtraCertificates(process.env, log);
  reachOwnMachineDirectly(process.env);
  const noWindow = settings.noWindow || system.startedAtLogin();
  const mark = join(settings.dataDir, "window", "told-of-sandbox");
  if (!(await pages.goesOnWithoutSandbox(mark, noWindow, log))) return app.exit(0);
  const opening = await openHost({
    settings,
    log,
    pagesDir,
    vault: keyVault,
    ...system.packagedPaths(settings.dataDir),
  });
  if (opening.kind === "already-running")
    return pointToRunning(settings.dataDir, opening.discovery, requests.waiting() ?? (noWindow ? null : {}));
  const { host } = opening;
  pages.denyPermissions(session.defaultSession);
  pages.serveWindow(host);
  pages.answerBridge(host);
  const window = createMainWindow({
    preload: join(outDir, "preload", "window.cjs"),
    stateFile: join(settings.dataDir, "window", "placement.json"),
    icon: system.iconImages().icon,
  });
  const closeShell = openShell({ host, window, log, noWindow });
  const close = async () => {
    window.stayClosed();
    closeShell();
    await host.close();
  };
  closeBeforeQuitting({ close, isSeen: !noWindow, log });

  let reading = Promise.resolve();
  const show = ({ gameId, files = [] }: ShowRequest) => {
    window.show(gameId === undefined ? undefined : gamePlace(gameId));
    reading = reading.then(() => openFiles(files, window));
  };
  requests.listen(show);
  if (!noWindow && window.current() === null) show({});
  log.info(`dashboard at ${host.url}`);
  // Tells whoever started us over a pipe that the application runs.
  process.send?.("ready");
}

/** Has the page import the games of files; tells the person of each that cannot be read. */
async function openFiles(paths: readonly string[], window: MainWindow): Promise<void> {
  for (const path of paths)
    try {
      window.importFiles([await system.readGamesFile(path)]);
    } catch (error) {
      const message = `${path} cannot be read: ${messageOf(error)}`;
      void dialog.showMessageBox({ type: "warning", title: "Kibitz", message });
    }
}

/** Chromium's files stand beside our own, and so does the lock that admits one window application to them. */
function placeChromium(dataDir: string): Result<string> {
  const folder = join(dataDir, "window");
  try {
    // Electron refuses a path that is not there.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    return storageRefusal(error, `The folder ${folder} cannot be used`);
  }
  app.setPath("userData", folder);
  // Dumps of crashes stay in it: `kibitz doctor` names them.
  crashReporter.start({ uploadToServer: false });
  return accept(folder);
}

function startApp(settings: StartOptions): void {
  const dataDir = openDataDir(settings.dataDir);
  const placement = dataDir.ok ? placeChromium(dataDir.value) : dataDir;
  if (!placement.ok) {
    refuseToStart(placement.message);
  } else if (app.requestSingleInstanceLock()) {
    pages.registerScheme();
    pages.confinePages(pagesDir);
    system.claimLinks(settings.dataDir, createLog(settings.logLevel, settings.logFormat));
    openApplication(settings).catch((error: unknown) => refuseToStart(messageOf(error)));
  } else {
    app.exit(0);
  }
}

outliveReaders();
// Electron and the desktop put switches and links of their own on the line.
const homeProblem = homeObstacle();
const settings =
  homeProblem === null
    ? readStartOptions(system.withoutLink(process.argv).slice(process.defaultApp ? 2 : 1), process.env, "pass")
    : refuse("STORAGE_FAILED", homeProblem);
if (!settings.ok) {
  refuseToStart(settings.message);
} else if (settings.value.help) {
  process.stdout.write(usage);
  app.exit(0);
} else {
  startApp(settings.value);
}
