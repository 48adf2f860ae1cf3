import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { pinnedNode } from "../../src/shared/pinned-node.ts";
import {
  cleanEnv,
  findHostCommands,
  type Surroundings,
  spawnOptions,
  whyNoCommand,
} from "../../src/shim/start-host.ts";
import { tempDir } from "../support/temp-dir.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** A folder in which these files stand. */
function files(...paths: string[]): string {
  const dir = tempDir();
  undo.push(() => dir[Symbol.dispose]());
  for (const path of paths) {
    mkdirSync(dirname(join(dir.path, path)), { recursive: true });
    writeFileSync(join(dir.path, path), path.endsWith("package.json") ? '{"name":"kibitz"}' : "");
  }
  return dir.path;
}

const find = (around: Partial<Surroundings> & { shim: string }) => findAll(around).map(({ line }) => line);
const surroundings = {
  execPath: "/usr/bin/node",
  nodeVersion: "24.21.0",
  isElectron: false,
  platform: "linux",
  env: {},
  noWindow: false,
  home: "/nonexistent",
} as const;
const findAll = (around: Partial<Surroundings> & { shim: string }) => findHostCommands({ ...surroundings, ...around });

/** Where there are AppImages. */
const onLinux = test.runIf(process.platform === "linux");

const headlessIn = (root: string) => [
  "env",
  "ELECTRON_RUN_AS_NODE=1",
  join(root, "kibitz"),
  join(root, "resources/host/main/headless.js"),
];

test("the host of a packaged application is the application, and where it shows no window its headless host", () => {
  const root = files("resources/app.asar", "resources/shim/kibitz-mcp.mjs", "kibitz");
  const shim = join(root, "resources/shim/kibitz-mcp.mjs");
  const both = [[join(root, "kibitz")], headlessIn(root)];
  const env = { DISPLAY: ":0" };
  expect(find({ shim, env, isElectron: true, execPath: join(root, "kibitz") })).toEqual(both);
  expect(find({ shim, env })).toEqual(both);
  expect(find({ shim, env: { WAYLAND_DISPLAY: "wayland-0" } })).toEqual(both);
  expect(find({ shim })).toEqual([headlessIn(root)]);
});

test("the application has its own names on macOS and Windows, and always a display", () => {
  const mac = files("Contents/Resources/app.asar", "Contents/MacOS/Kibitz");
  expect(find({ shim: join(mac, "Contents/Resources/kibitz-mcp.mjs"), platform: "darwin" })).toEqual([
    [join(mac, "Contents/MacOS/Kibitz")],
  ]);
  const windows = files("resources/app.asar", "Kibitz.exe");
  expect(find({ shim: join(windows, "resources/kibitz-mcp.mjs"), platform: "win32" })).toEqual([
    [join(windows, "Kibitz.exe")],
  ]);
});

onLinux("an AppImage is started by its file, since its mount goes with it", () => {
  const root = files("mount/resources/app.asar", "mount/kibitz", "Kibitz.AppImage", "settled/kibitz-mcp.mjs");
  const appImage = join(root, "Kibitz.AppImage");
  const ours = { execPath: join(root, "mount/kibitz"), isElectron: true };
  const env = { APPIMAGE: appImage, APPDIR: join(root, "mount"), DISPLAY: ":0" };
  for (const shim of [join(root, "mount/resources/kibitz-mcp.mjs"), join(root, "settled/kibitz-mcp.mjs")]) {
    const [window, headless, ...more] = find({ shim, env, ...ours });
    expect(window).toEqual([appImage]);
    // Without the switch, what starts the AppImage may put it in front, where Node refuses it.
    expect(headless).toEqual([
      "env",
      "ELECTRON_RUN_AS_NODE=1",
      appImage,
      "-e",
      expect.any(String),
      "--",
      "--no-sandbox",
    ]);
    expect(more).toEqual([]);
    expect(find({ shim, env: { ...env, DISPLAY: "" }, ...ours })).toEqual([headless]);
  }
});

onLinux("an AppImage whose mount is reached over a link is ours as well", () => {
  const root = files("real/mount/kibitz");
  symlinkSync(join(root, "real"), join(root, "linked"));
  const env = { APPIMAGE: "/Kibitz.AppImage", APPDIR: join(root, "linked/mount"), DISPLAY: ":0" };
  const execPath = join(realpathSync(root), "real/mount/kibitz");
  expect(find({ shim: "/settled/kibitz-mcp.mjs", env, execPath })[0]).toEqual(["/Kibitz.AppImage"]);
});

onLinux("an AppImage that started us, and is not ours, is not started", () => {
  const root = files("resources/app.asar", "kibitz", "Editor.AppImage", "editor/bin/code");
  const shim = join(root, "resources/kibitz-mcp.mjs");
  const editor = { APPIMAGE: join(root, "Editor.AppImage"), DISPLAY: ":0" };
  for (const env of [editor, { ...editor, APPDIR: join(root, "editor") }, { ...editor, APPDIR: join(root, "gone") }]) {
    expect(find({ shim, env, execPath: join(root, "kibitz"), isElectron: true })[0]).toEqual([join(root, "kibitz")]);
  }
});

const pinnedLinux = pinnedNode("linux", process.arch).join("/");
const built = ["package.json", "out/shim/kibitz-mcp.mjs", "out/main/index.js", "out/main/headless.js", pinnedLinux];

test("the host of a checkout is the pinned Node with the headless host", () => {
  const root = files(...built);
  const headless = [join(root, pinnedLinux), join(root, "out/main/headless.js")];
  expect(find({ shim: join(root, "out/shim/kibitz-mcp.mjs"), env: { DISPLAY: ":0" } })).toEqual([headless]);
});

test("nothing is started where Kibitz is installed and Node is too old for it, and the reason names both", () => {
  const shim = join(
    files("package.json", "out/shim/kibitz-mcp.mjs", "out/main/headless.js"),
    "out/shim/kibitz-mcp.mjs",
  );
  const old = { ...surroundings, shim, nodeVersion: "20.20.2" };
  expect(findHostCommands(old)).toEqual([]);
  expect(whyNoCommand(old)).toMatch(
    /needs Node 24 or newer, and this is Node 20\.20\.2, \/usr\/bin\/node\. Install a newer one .* set this server up again/,
  );
  expect(findHostCommands({ ...old, nodeVersion: "26.0.0" })).toHaveLength(1);
  // By itself, as in a bundle, it starts an application, which brings a Node of its own.
  expect(whyNoCommand({ ...old, shim: "/kibitz-mcp.mjs" })).toBeNull();
});

test("the window comes first in a checkout with Electron and a display, unless none is wanted", () => {
  const root = files(...built, "node_modules/electron/dist/electron");
  const shim = join(root, "out/shim/kibitz-mcp.mjs");
  const headless = [join(root, pinnedLinux), join(root, "out/main/headless.js")];
  const window = [join(root, "node_modules/electron/dist/electron"), root];
  expect(find({ shim, env: { WAYLAND_DISPLAY: "wayland-0" } })).toEqual([window, headless]);
  expect(find({ shim, env: { DISPLAY: ":0" }, noWindow: true })).toEqual([headless]);
  expect(find({ shim })).toEqual([headless]);
});

test("the application's window is shown on Windows, and no console of a host without one", () => {
  const packaged = join(files("resources/app.asar", "Kibitz.exe"), "resources/kibitz-mcp.mjs");
  const home = files("AppData/Local/Programs/Kibitz/Kibitz.exe");
  const checkout = join(files(...built, "node_modules/electron/dist/electron.exe"), "out/shim/kibitz-mcp.mjs");
  const hides = (shim: string) =>
    findAll({ shim, home, platform: "win32" }).map((command) => spawnOptions(command, {}).windowsHide);
  expect(hides(packaged)).toEqual([false]);
  expect(hides(join(home, "kibitz-mcp.mjs"))).toEqual([false]);
  expect(hides(checkout)).toEqual([false, true]);
});

test("a checkout that was not built and a shim that stands alone can start nothing", () => {
  expect(find({ shim: join(files("package.json"), "src/shim/kibitz-mcp.ts") })).toEqual([]);
  expect(find({ shim: join(files("kibitz-mcp.mjs"), "kibitz-mcp.mjs") })).toEqual([]);
});

test("a shim that came by itself finds the application where its installer put it", () => {
  const home = files("Applications/Kibitz.app/Contents/MacOS/Kibitz", "AppData/Local/Programs/Kibitz/Kibitz.exe");
  const alone = { shim: join(files("kibitz-mcp.mjs"), "kibitz-mcp.mjs"), home };
  expect(find({ ...alone, platform: "darwin" })).toEqual([
    [join(home, "Applications/Kibitz.app/Contents/MacOS/Kibitz")],
  ]);
  expect(find({ ...alone, platform: "win32" })).toEqual([[join(home, "AppData/Local/Programs/Kibitz/Kibitz.exe")]]);
});

test("a command that is named for the host is used; a garbled one is none", () => {
  const named = (text: string) => find({ shim: "/kibitz-mcp.mjs", env: { KIBITZ_HOST_COMMAND: text } });
  expect(named('["kibitz","--flag"]')).toEqual([["kibitz", "--flag"]]);
  for (const text of ["kibitz", "[]", "{}", '["kibitz", 1]']) expect(named(text)).toEqual([]);
});

test("the host gets the environment without what was meant for the client's own runtime", () => {
  const env = { ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "--inspect", npm_config_x: "1", VSCODE_PID: "1" };
  const kept = {
    PATH: "/bin",
    KIBITZ_LOG_LEVEL: "debug",
    MCP_DISABLE_BROWSER: "1",
    DISPLAY: ":0",
    NODE_EXTRA_CA_CERTS: "/etc/company.pem",
  };
  expect(cleanEnv({ ...env, ...kept })).toEqual(kept);
});

test("the host gets nothing of the AppImage that the client runs from: its folder goes with the client", () => {
  const appImage = { APPIMAGE: "/Editor.AppImage", APPDIR: "/tmp/.mount_e", ARGV0: "./Editor.AppImage", OWD: "/home" };
  const env = {
    ...appImage,
    PATH: "/tmp/.mount_e:/tmp/.mount_e/usr/sbin:/usr/bin:/tmp/.mount_ed",
    LD_LIBRARY_PATH: "/tmp/.mount_e/usr/lib",
    XDG_DATA_DIRS: "/tmp/.mount_e/usr/share/:/usr/share",
    HOME: "/home/a",
  };
  expect(cleanEnv(env)).toEqual({ PATH: "/usr/bin:/tmp/.mount_ed", XDG_DATA_DIRS: "/usr/share", HOME: "/home/a" });
});
