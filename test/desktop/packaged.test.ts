import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, test as base, expect } from "vitest";
import builder from "../../electron-builder.config.ts";
import packageJson from "../../package.json" with { type: "json" };
import { flatpakManifest, type Release, wingetManifests } from "../../scripts/store-manifests.ts";
import { eventually } from "../journeys/scene.ts";
import { projectDir, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";
import { install, makeAppImage } from "./installed.ts";
import { atTheWindow } from "./person.ts";

// The installed application on the stand-in for Electron: the resources lie where electron-builder would put them.

/** Launchers are shell scripts, and an AppImage is for Linux. */
const test = base.skipIf(process.platform !== "linux");

/** The clients' home, in which what they start may leave something. */
const home = tempDir();
afterAll(() => home[Symbol.dispose]());

const surroundings = (installed: string, resources: string) => ({
  STAND_IN_RESOURCES: resources,
  XDG_CONFIG_HOME: join(installed, "config"),
  XDG_DATA_HOME: join(installed, "data"),
  KIBITZ_NO_WINDOW: "1",
});

/** A client as an MCP host would be, started with nothing but what the connect page says. */
async function connectTo(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const client = new Client({ name: "assistant", version: "1" });
  // No Node on the PATH: the launcher has to bring its own. No display either: such clients hand on six variables.
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { PATH: "/usr/bin:/bin", HOME: home.path, ...env },
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}

async function playsEngine(client: Client): Promise<void> {
  const made = await client.callTool({ name: "createGame", arguments: { type: "computer", difficulty: 1 } });
  const { game_id } = made.structuredContent as { game_id: string };
  await client.callTool({ name: "finishTurn", arguments: { game_id, move: "e4" } });
  const answer = await client.callTool({ name: "waitForNextTurn", arguments: { game_id } });
  expect(answer.structuredContent).toMatchObject({ game_id, ply: 2 });
}

/** Ends the host that an assistant has started, and resolves once nothing of it is left. */
async function endHost(dataDir: string): Promise<void> {
  const announcement = join(dataDir, "host.json");
  const { pid } = JSON.parse(readFileSync(announcement, "utf8"));
  process.kill(pid, "SIGTERM");
  await eventually(async () => expect(existsSync(announcement)).toBe(false));
}

type BlockAnswer = { readonly body: string } | null;
const blockIn = (answer: BlockAnswer) => {
  const { targets } = JSON.parse(answer?.body ?? "");
  const desktop = targets.find(({ id }: { id: string }) => id === "claude-desktop");
  return JSON.parse(desktop.block).mcpServers.kibitz;
};
const connectBlock = async (application: ReturnType<typeof startApplication>) =>
  blockIn(await application.request("app://kibitz/api/connect"));

/** The same, of the host without a window that runs in this data folder. */
async function connectBlockOf(dataDir: string) {
  const { url } = JSON.parse(readFileSync(join(dataDir, "host.json"), "utf8"));
  const token = readFileSync(join(dataDir, "person.token"), "utf8").trim();
  const answer = await fetch(`${url}/api/connect`, { headers: { authorization: `Bearer ${token}` } });
  return blockIn({ body: await answer.text() });
}

test("an assistant that starts the packaged launcher joins the running application and plays its engine", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = await install(installed.path);
  expect(existsSync(join(resources, "third-party.txt"))).toBe(true);
  await using application = startApplication(data.path, [], surroundings(installed.path, resources));
  await application.ready;
  const { command, args } = await connectBlock(application);
  expect(command).toBe(join(resources, "launchers", "kibitz-mcp"));
  expect(args).toEqual(["--data-dir", data.path, "--for", "claude-desktop"]);
  const client = await connectTo(command, args);
  await playsEngine(client);
  await client.close();
});

/** The desktop entry by which an AppImage is found for links. */
const linkFile = (installed: string) => join(installed, "data", "applications", "kibitz-appimage.desktop");

/** The same, and what was claimed. */
async function linkEntry(application: ReturnType<typeof startApplication>, installed: string) {
  const file = linkFile(installed);
  return {
    entry: existsSync(file) ? readFileSync(file, "utf8") : null,
    claims: await application.requests("setAsDefaultProtocolClient"),
  };
}

test("the launcher starts the host without a window, engine and all, where none runs and no display is handed on", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = await install(installed.path);
  const launcher = join(resources, "launchers", "kibitz-mcp");
  // Whichever kind of module the folders above an installation speak of, ours stay what they are.
  for (const [folder, type] of [
    ["host", "commonjs"],
    ["stockfish", "module"],
  ] as const) {
    expect(readFileSync(join(resources, folder, "package.json"), "utf8")).not.toContain(type);
  }
  const client = await connectTo(launcher, ["--data-dir", data.path]);
  await playsEngine(client);
  expect(await connectBlockOf(data.path)).toMatchObject({ command: launcher });
  await client.close();
  await endHost(data.path);
});

test("the launcher of an AppImage is settled where it stays, and starts the AppImage where none runs", {
  tags: "edge",
}, async () => {
  using installed = tempDir();
  using data = tempDir();
  const appImage = await makeAppImage(installed.path);
  const resources = join(installed.path, "content", "resources");
  const args = ["--data-dir", data.path, "--for", "claude-desktop"];
  const settled = { command: join(data.path, "bin", "kibitz-mcp"), args };
  {
    await using application = startApplication(
      data.path,
      ["--no-sandbox"],
      surroundings(installed.path, resources),
      appImage,
    );
    await application.ready;
    expect(await connectBlock(application)).toEqual(settled);
    expect(statSync(settled.command).mode & 0o777).toBe(0o700);
    const person = atTheWindow(application, data.path);
    await person.change({ start_at_login: true });
    const entry = join(installed.path, "config", "autostart", "kibitz.desktop");
    expect(readFileSync(entry, "utf8")).toContain(`\nExec="${appImage}" --no-window\n`);
    const { entry: link, claims } = await linkEntry(application, installed.path);
    expect(link).toContain(`\nExec="${appImage}" %U\nTryExec=${appImage}\n`);
    expect(link).toContain("\nMimeType=x-scheme-handler/kibitz;application/vnd.chess-pgn;\n");
    expect(existsSync(/\nIcon=(.*)\n/.exec(link ?? "")?.[1] ?? "")).toBe(true);
    expect(claims).toEqual([["kibitz", "kibitz-appimage.desktop"]]);
    const client = await connectTo(settled.command, settled.args);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("createGame");
    await client.close();
  }
  const client = await connectTo(settled.command, settled.args);
  await playsEngine(client);
  expect(await connectBlockOf(data.path)).toEqual(settled);
  await client.close();
  await endHost(data.path);
  const mounts = () => readdirSync(installed.path).filter((name) => name.startsWith(".mount"));
  await eventually(async () => expect(mounts()).toEqual([]));
});

test("an AppImage without a window takes an empty folder, and leaves nothing in one that it refuses", async () => {
  using installed = tempDir();
  using data = tempDir();
  using shared = tempDir();
  const resources = await install(installed.path);
  const start = (dataDir: string) => {
    const program = join(resources, "host", "main", "headless.js");
    const child = spawn(join(installed.path, "kibitz"), [program, "--port", "0", "--data-dir", dataDir], {
      env: {
        ...process.env,
        APPDIR: installed.path,
        APPIMAGE: join(installed.path, "K.AppImage"),
        KIBITZ_WARM_UP: "0",
      },
    });
    let said = "";
    child.stdout.on("data", () => child.kill("SIGTERM"));
    child.stderr.on("data", (text) => {
      said += text;
    });
    return once(child, "close").then(([code]) => ({ code, said }));
  };
  for (const { path } of [data, shared]) chmodSync(path, 0o755);
  writeFileSync(join(shared.path, "holiday.jpg"), "x");
  const [taken, refused] = await Promise.all([start(data.path), start(shared.path)]);
  expect(taken.code, taken.said).toBe(0);
  expect(existsSync(join(data.path, "bin", "kibitz-mcp"))).toBe(true);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining("others can read it") });
  expect(readdirSync(shared.path)).toEqual(["holiday.jpg"]);
});

test("variables that another AppImage left in the environment are not taken for ours", { tags: "edge" }, async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = await install(installed.path);
  const editor = join(installed.path, "editor");
  mkdirSync(editor);
  await using application = startApplication(data.path, [], {
    ...surroundings(installed.path, resources),
    APPIMAGE: join(installed.path, "Editor.AppImage"),
    APPDIR: editor,
  });
  await application.ready;
  expect((await connectBlock(application)).command).toBe(join(resources, "launchers", "kibitz-mcp"));
  await atTheWindow(application, data.path).change({ start_at_login: true });
  const entry = join(installed.path, "config", "autostart", "kibitz.desktop");
  expect(readFileSync(entry, "utf8")).toContain(`\nExec="${process.execPath}" --no-window\n`);
});

test("the packaged application takes its links, and starts at login, in the tray, while the person wants it to", async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = await install(installed.path);
  const env = surroundings(installed.path, resources);
  const autostart = join(env.XDG_CONFIG_HOME, "autostart", "kibitz.desktop");
  {
    await using application = startApplication(data.path, [], env);
    await application.ready;
    // A deb brings its desktop entry.
    expect(await linkEntry(application, installed.path)).toEqual({
      entry: null,
      claims: [["kibitz", "kibitz.desktop"]],
    });
    expect(existsSync(autostart)).toBe(false);
    const person = atTheWindow(application, data.path);
    await person.change({ start_at_login: true });
    expect(readFileSync(autostart, "utf8")).toContain(`\nExec="${process.execPath}" --no-window\n`);
    await person.change({ start_at_login: false });
    expect(existsSync(autostart)).toBe(false);
    await person.change({ start_at_login: true });
    // In the system's own settings the person switches it off; and the program has moved since.
    const written = readFileSync(autostart, "utf8");
    writeFileSync(autostart, `${written.replace(/Exec=.* /, 'Exec="/old/kibitz" ')}Hidden=true\n`);
  }
  {
    await using application = startApplication(data.path, [], env);
    await application.ready;
    const entry = readFileSync(autostart, "utf8");
    expect(entry).toContain("\nHidden=true\n");
    expect(entry).toContain(`\nExec="${process.execPath}" --no-window\n`);
    rmSync(autostart);
  }
  await using application = startApplication(data.path, [], env);
  await application.ready;
  expect(existsSync(autostart)).toBe(false);
});

test("start at login that the system does not take is refused, and is not said to be on", {
  tags: "edge",
}, async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = await install(installed.path);
  const env = surroundings(installed.path, resources);
  // A file is where the folder is to be.
  mkdirSync(env.XDG_CONFIG_HOME, { recursive: true });
  writeFileSync(join(env.XDG_CONFIG_HOME, "autostart"), "");
  const stored = async (application: ReturnType<typeof startApplication>) =>
    JSON.parse((await application.request("app://kibitz/api/settings"))?.body ?? "");
  {
    await using application = startApplication(data.path, [], env);
    await application.ready;
    const person = atTheWindow(application, data.path);
    await expect(person.change({ start_at_login: true, theme: "light" })).rejects.toThrow(
      /was answered 507 .*Start at login could not be changed: .*autostart/,
    );
    expect(await stored(application)).toMatchObject({ start_at_login: false, theme: "system" });
    await person.change({ theme: "dark" });
  }
  // A setting changed at a host without a window stays without effect on the login.
  {
    await using host = await startHost(data.path);
    await personAt(host).put("/api/settings", { start_at_login: true });
  }
  await using application = startApplication(data.path, [], env);
  await application.ready;
  expect(await stored(application)).toMatchObject({ start_at_login: false, theme: "dark" });
});

test("macOS is told of start at login when it changes, not at each start, and starts it without a window", {
  tags: "edge",
}, async () => {
  using installed = tempDir();
  using data = tempDir();
  const resources = await install(installed.path);
  const { KIBITZ_NO_WINDOW: _, ...env } = surroundings(installed.path, resources);
  const onMac = { ...env, STAND_IN_PLATFORM: "darwin", STAND_IN_AT_LOGIN: "1" };
  const on = [{ openAtLogin: true, args: ["--no-window"] }];
  {
    await using application = startApplication(data.path, [], onMac);
    await application.ready;
    expect(await application.windows()).toEqual([]);
    expect(await application.requests("setLoginItemSettings")).toEqual([]);
    const person = atTheWindow(application, data.path);
    await person.change({ start_at_login: true });
    await person.change({ theme: "dark" });
    expect(await application.requests("setLoginItemSettings")).toEqual([on]);
    await application.activate();
    expect(await application.windows()).toMatchObject([{ visible: true }]);
  }
  {
    await using again = startApplication(data.path, [], onMac);
    await again.ready;
    expect(await again.requests("setLoginItemSettings")).toEqual([]);
  }
  // A setting changed at a host without a window takes effect at the next start.
  {
    await using host = await startHost(data.path);
    await fetch(`${host.url}/api/settings`, {
      method: "PUT",
      headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
      body: JSON.stringify({ start_at_login: false }),
    });
  }
  await using later = startApplication(data.path, [], onMac);
  await later.ready;
  expect(await later.requests("setLoginItemSettings")).toEqual([[{ ...on[0], openAtLogin: false }]]);
});

test.each([
  { platform: "darwin", status: "requires-approval", reason: /System Settings.*Login Items/ },
  { platform: "win32", status: "not-registered", reason: /the system did not take it/ },
])(
  "start at login that $platform leaves $status is refused, though Electron says nothing",
  { tags: "edge" },
  async ({ platform, status, reason }) => {
    using installed = tempDir();
    using data = tempDir();
    const resources = await install(installed.path);
    const { KIBITZ_NO_WINDOW: _, ...env } = surroundings(installed.path, resources);
    await using application = startApplication(data.path, [], {
      ...env,
      STAND_IN_PLATFORM: platform,
      STAND_IN_LOGIN_ITEM: status,
    });
    await application.ready;
    await expect(atTheWindow(application, data.path).change({ start_at_login: true })).rejects.toThrow(reason);
    const settings = await application.request("app://kibitz/api/settings");
    expect(JSON.parse(settings?.body ?? "")).toMatchObject({ start_at_login: false });
  },
);

test("where macOS runs a copy that goes again, the connect page names no launcher, but what to do first", async () => {
  using installed = tempDir();
  using data = tempDir();
  const contents = join(installed.path, "AppTranslocation", "5F0C", "d", "Kibitz.app", "Contents");
  const resources = await install(contents);
  await using application = startApplication(
    data.path,
    [],
    { ...surroundings(installed.path, resources), STAND_IN_PLATFORM: "darwin" },
    join(contents, "kibitz"),
  );
  await application.ready;
  const answer = await application.request("app://kibitz/api/connect");
  const { obstacle, targets } = JSON.parse(answer?.body ?? "");
  expect(obstacle).toMatch(/^Move Kibitz to the Applications folder first/);
  expect(targets.map(({ id }: { id: string }) => id)).toEqual(["http"]);
});

test("nothing that runs in Electron sets the title of its process, by which the system finds the application", () => {
  const folder = join(projectDir, "out", "main");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  expect(files.length).toBeGreaterThan(2);
  for (const name of files)
    expect(readFileSync(join(folder, name), "utf8"), name).not.toMatch(/\bprocess\.title\s*=[^=]/);
});

test("packages are for both kinds of processors, claim files of games, and are described to stores", () => {
  const arch = ["x64", "arm64"] as const;
  for (const { target } of [builder.linux, builder.win, builder.mac])
    expect(target.map((each) => each.arch)).toEqual(target.map(() => arch));
  expect(builder.fileAssociations.map(({ ext }) => ext)).toEqual(["pgn", "ggf"]);
  const packages: readonly Release[] = arch.map((each) => ({
    name: `Kibitz-${each}`,
    arch: each,
    sha256: "ab".repeat(32),
  }));
  const [module] = flatpakManifest(packages).modules;
  expect(module?.sources.slice(0, 2)).toEqual([
    expect.objectContaining({ "only-arches": ["x86_64"], url: expect.stringMatching(/\/v[\d.]+\/Kibitz-x64$/) }),
    expect.objectContaining({ "only-arches": ["aarch64"], sha256: packages[1]?.sha256 }),
  ]);
  const files = wingetManifests(packages);
  for (const [name, file] of Object.entries(files))
    expect(file, name).toMatchObject({ PackageIdentifier: "Kibitz.Kibitz", PackageVersion: packageJson.version });
  expect(files).toMatchObject({
    "Kibitz.Kibitz.installer.yaml": {
      FileExtensions: ["pgn", "ggf"],
      Protocols: ["kibitz"],
      Installers: arch.map((Architecture) => ({ Architecture, InstallerSha256: "AB".repeat(32) })),
    },
  });
});

test("updates are refused where something else brings them, with what to do", async () => {
  using data = tempDir();
  using installed = tempDir();
  const resources = await install(installed.path);
  const switchOn = async (env: Readonly<Record<string, string>>) => {
    await using application = startApplication(data.path, ["--no-window"], env);
    await application.ready;
    const person = atTheWindow(application, data.path);
    const [outcome] = await Promise.allSettled([person.change({ updates: true })]);
    return outcome.status === "rejected" ? String(outcome.reason) : "accepted";
  };
  const env = surroundings(installed.path, resources);
  expect(await switchOn({})).toContain("Run git pull");
  expect(await switchOn({ ...env, FLATPAK_ID: "org.kibitz.desktop" })).toContain("Run flatpak update");
  expect(await switchOn({ ...env, STAND_IN_PLATFORM: "win32" })).toContain("does not know where newer versions");
  if (process.platform === "linux") expect(await switchOn(env)).toContain("Install the newer package over it");
});

/** Has the AppImage ask a server that has a newer version of it, under this name. */
async function publishNewer(installed: string, name: string) {
  const content = "#!/bin/sh\necho the newer one\n";
  const sha512 = createHash("sha512").update(content).digest("base64");
  const release = `version: 9.9.9\npath: ${name}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\n`;
  const asked: string[] = [];
  const server = createServer(({ url = "" }, answer) => {
    asked.push(url.replace(/\?.*/, ""));
    answer.end(url.startsWith("/latest-linux.yml") ? release : content);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  writeFileSync(
    join(installed, "content", "resources", "app-update.yml"),
    `provider: generic\nurl: http://127.0.0.1:${address.port}\nupdaterCacheDirName: kibitz-updater\n`,
  );
  return { content, asked, [Symbol.dispose]: () => void server.close() };
}

/** Runs an AppImage under this name until it has downloaded the newer version, and hands it over. */
async function withNewer(
  name: string,
  use: (scene: {
    readonly application: ReturnType<typeof startApplication>;
    readonly data: string;
    readonly installed: string;
    readonly newer: string;
    quit(): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  using data = tempDir();
  using installed = tempDir();
  const appImage = join(installed.path, name);
  renameSync(await makeAppImage(installed.path), appImage);
  using published = await publishNewer(installed.path, "Kibitz-9.9.9-x86_64.AppImage");
  const resources = join(installed.path, "content", "resources");
  const env = { ...surroundings(installed.path, resources), XDG_CACHE_HOME: join(installed.path, "cache") };
  await using application = startApplication(data.path, ["--no-sandbox"], env, appImage);
  await application.ready;
  expect(published.asked, "it is off until the person switches it on").toEqual([]);
  await atTheWindow(application, data.path).change({ updates: true });
  await eventually(async () =>
    expect(await application.notifications()).toMatchObject([{ title: "Kibitz 9.9.9 is here" }]),
  );
  expect(new Set(published.asked)).toEqual(new Set(["/latest-linux.yml", "/Kibitz-9.9.9-x86_64.AppImage"]));
  const newer = published.content;
  expect(readFileSync(appImage, "utf8"), "while it runs").not.toBe(newer);
  const quit = async () => {
    await application.quit().catch(() => {});
    await application.ended;
  };
  await use({ application, data: data.path, installed: installed.path, newer, quit });
}

test.each([
  ["It's Kibitz.AppImage", "It's Kibitz.AppImage"],
  ["Kibitz-0.1.0-x86_64.AppImage", "Kibitz-9.9.9-x86_64.AppImage"],
])("%s is updated when Kibitz quits, and found as %s by assistants, links and the start at login", (old, name) =>
  withNewer(old, async ({ application, data, installed, newer, quit }) => {
    await atTheWindow(application, data).change({ start_at_login: true });
    const { command } = await connectBlock(application);
    await quit();
    expect(readdirSync(installed).filter((each) => each.endsWith(".AppImage"))).toEqual([name]);
    const path = join(installed, name);
    expect(readFileSync(path, "utf8")).toBe(newer);
    expect(spawnSync(command, { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "the newer one\n" });
    const autostart = join(installed, "config", "autostart", "kibitz.desktop");
    expect(readFileSync(autostart, "utf8")).toContain(`\nExec="${path}" --no-window\n`);
    expect(readFileSync(linkFile(installed), "utf8")).toContain(`\nExec="${path}" %U\nTryExec=${path}\n`);
  }),
);

test("a newer version that is here is not installed once updates are switched off", () =>
  withNewer("Kibitz.AppImage", async ({ application, data, installed, newer, quit }) => {
    await atTheWindow(application, data).change({ updates: false });
    await quit();
    expect(readFileSync(join(installed, "Kibitz.AppImage"), "utf8")).not.toBe(newer);
  }));

test("everything that the installers name is there, and no dependency is packed", () => {
  const paths = [builder.win.icon, builder.mac.icon, builder.mac.entitlements, builder.linux.icon];
  for (const path of paths) expect(existsSync(join(projectDir, path)), path).toBe(true);
  expect(builder.files).toContain("!node_modules/**");
  // Extra resources are left out of the archive: programs that are started by their path.
  const beside = builder.extraResources.map(({ from }) => from).filter((from) => /^out\b/.test(from));
  expect(beside).toEqual(["out/stockfish", "out/shim"]);
  // The engine and the shim need the first; the rest would let others run code as Kibitz.
  expect(builder.electronFuses).toMatchObject({
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    grantFileProtocolExtraPrivileges: false,
    // Apple's processors kill what is not sealed, and setting a fuse breaks the seal.
    resetAdHocDarwinSignature: true,
  });
  // macOS names the application in its menus by what Electron reads there, not by what electron-builder is told.
  expect(packageJson.productName).toBe(builder.productName);
  // Apple's processors run nothing without a seal; with a certificate it bears a name.
  expect(builder.mac).toMatchObject(process.env["CSC_LINK"] || process.env["CSC_NAME"] ? {} : { identity: "-" });
  expect(builder.deb.depends).toContain("libasound2t64 | libasound2");
  // electron-builder refuses a deb without one, and packs an AppImage that needs FUSE 2 unless told otherwise.
  expect(URL.parse(packageJson.homepage)?.protocol).toBe("https:");
  expect(builder.toolsets.appimage).not.toBe("0.0.0");
});
