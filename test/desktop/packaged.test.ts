import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { test as base, expect } from "vitest";
import builder from "../../electron-builder.config.ts";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";
import { atTheWindow } from "./person.ts";

// The installed application on the stand-in for Electron: the resources lie where electron-builder would put them.

/** Without an Electron to pack, Node takes the place of the executable: it is what that is when the shim runs. */
const test = base.skipIf(process.platform !== "linux");

/** Lays the extra resources out as an installation has them; gives their folder. */
function install(folder: string): string {
  const resources = join(folder, "resources");
  for (const { from, to, filter } of builder.extraResources) {
    mkdirSync(join(resources, to), { recursive: true });
    const names = filter.flatMap((name) => (name.startsWith("*") ? matching(from, name.slice(1)) : [name]));
    for (const name of names) cpSync(join(projectDir, from, name), join(resources, to, name));
  }
  writeFileSync(join(resources, "app.asar"), "");
  symlinkSync(process.execPath, join(folder, "kibitz"));
  return resources;
}
const matching = (from: string, ending: string): string[] =>
  ["tray.png", "tray@2x.png", "trayTemplate.png", "trayTemplate@2x.png", "badge.png", "tray.ico"].filter(
    (name) => name.endsWith(ending) && existsSync(join(projectDir, from, name)),
  );

const surroundings = (installed: string, resources: string) => ({
  STAND_IN_RESOURCES: resources,
  XDG_CONFIG_HOME: join(installed, "config"),
  KIBITZ_NO_WINDOW: "1",
});

/** A client as an MCP host would be, started with nothing but what the connect page says. */
async function connectTo(command: string, args: readonly string[]) {
  const client = new Client({ name: "assistant", version: "1" });
  // No Node on the PATH: the launcher has to bring its own.
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { PATH: "/usr/bin:/bin" },
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}

async function connectBlock(application: ReturnType<typeof startApplication>) {
  const answer = await application.request("app://kibitz/api/connect");
  const { targets } = JSON.parse(answer?.body ?? "");
  const desktop = targets.find(({ id }: { id: string }) => id === "claude-desktop");
  return JSON.parse(desktop.block).mcpServers.kibitz;
}

test("an assistant that starts the packaged launcher joins the running application and plays its engine", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = install(installed.path);
  await using application = startApplication(data.path, [], surroundings(installed.path, resources));
  await application.ready;
  const { command, args } = await connectBlock(application);
  expect(command).toBe(join(resources, "launchers", "kibitz-mcp"));
  expect(args).toEqual(["--data-dir", data.path]);
  const client = await connectTo(command, args);
  const made = await client.callTool({ name: "createGame", arguments: { type: "computer", difficulty: 1 } });
  const { game_id } = made.structuredContent as { game_id: string };
  await client.callTool({ name: "finishTurn", arguments: { game_id, move: "e4" } });
  const answer = await client.callTool({ name: "waitForNextTurn", arguments: { game_id } });
  expect(answer.structuredContent).toMatchObject({ game_id, ply: 2 });
  await client.close();
});

test("from an AppImage, the launcher is settled where it stays, with the shim, and names the AppImage itself", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = install(installed.path);
  const appImage = join(installed.path, "It's Kibitz.AppImage");
  symlinkSync(process.execPath, appImage);
  await using application = startApplication(data.path, [], {
    ...surroundings(installed.path, resources),
    APPIMAGE: appImage,
  });
  await application.ready;
  const { command, args } = await connectBlock(application);
  expect(command).toBe(join(data.path, "bin", "kibitz-mcp"));
  expect(statSync(command).mode & 0o777).toBe(0o700);
  expect(readFileSync(command, "utf8")).toContain(`KIBITZ_HOST_COMMAND='["${appImage.replace("'", "'\\''")}"]'`);
  const client = await connectTo(command, args);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("createGame");
  await client.close();
});

test("it takes its links, and starts at login, in the tray, while the person wants it to", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = install(installed.path);
  const env = surroundings(installed.path, resources);
  await using application = startApplication(data.path, [], env);
  await application.ready;
  expect(await application.requests("setAsDefaultProtocolClient")).toEqual([["kibitz"]]);
  const entry = join(env.XDG_CONFIG_HOME, "autostart", "kibitz.desktop");
  expect(existsSync(entry)).toBe(false);
  const person = atTheWindow(application, data.path);
  await person.change({ start_at_login: true });
  expect(readFileSync(entry, "utf8")).toContain(`\nExec="${process.execPath}" --no-window\n`);
  await person.change({ start_at_login: false });
  expect(existsSync(entry)).toBe(false);
});

test("macOS starts it at login without a window", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = install(installed.path);
  const { KIBITZ_NO_WINDOW: _, ...env } = surroundings(installed.path, resources);
  const onMac = { ...env, STAND_IN_PLATFORM: "darwin", STAND_IN_AT_LOGIN: "1" };
  await using application = startApplication(data.path, [], onMac);
  await application.ready;
  expect(await application.windows()).toEqual([]);
  await atTheWindow(application, data.path).change({ start_at_login: true });
  expect((await application.requests("setLoginItemSettings")).at(-1)).toEqual([
    { openAtLogin: true, args: ["--no-window"] },
  ]);
  await application.activate();
  expect(await application.windows()).toMatchObject([{ visible: true }]);
});

test("everything that the installers name is there, and no dependency is packed", () => {
  const paths = [builder.win.icon, builder.mac.icon, builder.mac.entitlements, builder.linux.icon];
  for (const path of paths) expect(existsSync(join(projectDir, path)), path).toBe(true);
  expect(builder.files).toContain("!node_modules/**");
  // The engine and the shim need the first; the rest would let others run code as Kibitz.
  expect(builder.electronFuses).toMatchObject({
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    grantFileProtocolExtraPrivileges: false,
  });
});
