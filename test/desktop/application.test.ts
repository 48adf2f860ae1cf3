import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";

// The built application on a stand-in for Electron (see stand-in/electron.ts), which shows what it asks Electron for.

const createComputerGame = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ players: { white: { kind: "human" }, black: { kind: "agent" } } }),
};
const listSchema = z.object({ games: z.array(z.object({ game_id: z.string() })) });
const discoverySchema = z.object({ url: z.string(), pid: z.number() });

async function discover(dataDir: string) {
  return discoverySchema.parse(JSON.parse(await readFile(join(dataDir, "host.json"), "utf8")));
}

test("the window is sandboxed, isolated, without Node, and shows app://kibitz/", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const windows = await application.windows();
  expect(windows).toHaveLength(1);
  expect(windows[0]).toMatchObject({
    address: "app://kibitz/",
    visible: true,
    options: {
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
    },
  });
  const { webPreferences } = z
    .object({ webPreferences: z.looseObject({ preload: z.string() }) })
    .parse(windows[0]?.options);
  expect(webPreferences.preload).toMatch(/window\.cjs$/);
  expect(existsSync(webPreferences.preload)).toBe(true);
  for (const weakened of [
    "webSecurity",
    "allowRunningInsecureContent",
    "nodeIntegrationInWorker",
    "enableBlinkFeatures",
  ]) {
    expect(webPreferences).not.toHaveProperty(weakened);
  }
  // Dumps of crashes stay on this machine.
  expect(await application.requests("crashReporter.start")).toEqual([[{ uploadToServer: false }]]);
  expect(await application.schemes()).toEqual([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
});

test("app://kibitz answers with the pages and the API, under a content-security policy", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const page = await application.request("app://kibitz/");
  expect(page).toMatchObject({ status: 200, headers: { "content-type": expect.stringContaining("text/html") } });
  const policy = page?.headers["content-security-policy"];
  expect(policy).toMatch(/default-src '(none|self)'/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/);
  const [script] = /\/assets\/[\w-]+\.js/.exec(page?.body ?? "") ?? [];
  expect(await application.request(`app://kibitz${script}`)).toMatchObject({
    status: 200,
    headers: { "content-type": expect.stringContaining("javascript") },
  });
  expect(await application.request("app://kibitz/api/games")).toMatchObject({ status: 200 });
});

test("the window and the local port show the same game, and the window hears of it", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const heard = application.events("app://kibitz/api/events", "game");
  const made = await application.request("app://kibitz/api/games", createComputerGame);
  expect(made).toMatchObject({ status: 201 });
  expect(await heard).toContain("gameCreated");
  const inWindow = listSchema.parse(JSON.parse((await application.request("app://kibitz/api/games"))?.body ?? ""));
  expect(inWindow.games).toHaveLength(1);
  const { url } = await discover(folder.path);
  const token = (await readFile(join(folder.path, "person.token"), "utf8")).trim();
  const overPort = await fetch(`${url}/api/games`, { headers: { authorization: `Bearer ${token}` } });
  expect(listSchema.parse(await overPort.json())).toEqual(inWindow);
});

test("the engine looks at no position for a page that has gone", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, [], { KIBITZ_LOG_LEVEL: "debug" });
  await application.ready;
  const moves = ["e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Be7", "Re1 b5", "Bb3 d6", "c3 O-O", "h3 Nb8", "d4 Nbd7"];
  const pgn = moves.map((pair, index) => `${index + 1}. ${pair}`).join(" ");
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ pgn }) };
  const imported = await application.request("app://kibitz/api/import", init);
  const { game_id } = z.object({ game_id: z.string() }).parse(JSON.parse(imported?.body ?? ""));
  const analysis = (ply: number) => `app://kibitz/api/games/${game_id}/analysis?ply=${ply}`;
  const plies = Array.from({ length: moves.length * 2 }, (_, ply) => ply);
  await Promise.all(plies.map((ply) => application.abandon(analysis(ply))));
  const wanted = await application.request(analysis(plies.length));
  expect(JSON.parse(wanted?.body ?? "")).toMatchObject({ ply: plies.length, depth: expect.any(Number) });
  application.quit().catch(() => {});
  const searches = (await application.ended).stderr.match(/: bestmove /g) ?? [];
  // The first may have begun before its page went, and was cut short.
  expect(searches.length).toBeLessThanOrEqual(2);
});

test("other sites and crooked paths are refused, and nothing beside the pages is given out", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const status = async (address: string) => (await application.request(address))?.status;
  for (const address of ["app://elsewhere/api/games", "app://kibitz.example/", "app:///etc/passwd"]) {
    expect(await status(address), address).toBe(404);
  }
  for (const path of [
    "..%2f..%2fpackage.json",
    "..%5c..%5cpackage.json",
    "x/%2e%2e%2f..%2fmain/index.js",
    "%ff",
    "%00",
  ]) {
    expect(await status(`app://kibitz/${path}`), path).toBe(400);
  }
  for (const path of ["../main/index.js", "../../package.json", "%2e%2e/main/index.js"]) {
    const answer = await application.request(`app://kibitz/${path}`);
    expect(answer?.body, path).not.toMatch(/"version"|import /);
  }
});

test("pages stay where they are, and only their own links and those that connect a program leave", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  for (const event of ["will-navigate", "will-redirect", "will-frame-navigate"]) {
    for (const address of ["https://example.com/", "file:///etc/passwd", "app://elsewhere/", "app://kibitz.example/"]) {
      expect(await application.navigate(event, address), `${event} ${address}`).toBe(true);
    }
    expect(await application.navigate(event, "app://kibitz/game/4821")).toBe(false);
  }
  expect(await application.navigate("will-attach-webview", "https://example.com/")).toBe(true);
  const own = ["https://claude.ai/download", "https://github.com/pychess/pychess"];
  for (const address of [
    ...own,
    "https://example.com/a",
    "https://claude.ai/download?to=elsewhere",
    "https://claude.ai.example.com/download",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://example.com/",
    "kibitz:x",
    "no address",
  ]) {
    expect(await application.openFromPage(address)).toEqual({ action: "deny" });
  }
  expect(await application.openedOutside()).toEqual(own);
  const install = "lmstudio://add_mcp?name=kibitz";
  for (const address of [install, "lmstudio://other", "vscode:extension/x"])
    expect(await application.navigate("will-navigate", address), address).toBe(true);
  expect(await application.openedOutside()).toEqual([...own, install]);
});

test("pages get no permission but to copy, and that is for our own alone", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const nothing = { request: false, check: false, device: false };
  for (const name of ["media", "notifications", "geolocation", "clipboard-read", "openExternal"]) {
    expect(await application.askPermission(name, "app://kibitz/")).toEqual(nothing);
  }
  expect(await application.askPermission("clipboard-sanitized-write", "app://kibitz/connect")).toEqual({
    ...nothing,
    request: true,
    check: true,
  });
  for (const other of ["https://example.com/", "app://elsewhere/", "app://kibitz.example/"]) {
    expect(await application.askPermission("clipboard-sanitized-write", other), other).toEqual(nothing);
  }
});

test("the preload's verb opens the dashboard in the browser, for our own pages alone", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  await application.bridge("open-in-browser", "https://example.com/");
  await application.bridge("open-in-browser", "app://kibitz.example/");
  expect(await application.openedOutside()).toEqual([]);
  await application.bridge("open-in-browser", "app://kibitz/");
  const { url } = await discover(folder.path);
  // Other users may read the arguments of the program that is told to open it: what is in it is good once.
  const [address = ""] = await application.openedOutside();
  const [, code] = /^(?:http:\/\/127\.0\.0\.1:\d+)\/\?code=([\w-]{24})$/.exec(address) ?? [];
  const signIn = async () => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ code }) };
    return (await fetch(`${url}/api/sign-in/session`, init)).status;
  };
  expect([address.startsWith(url), await signIn(), await signIn()]).toEqual([true, 200, 401]);
});

test("a second start ends at once and brings the first one's window to the front", async () => {
  using folder = tempDir();
  using otherFolder = tempDir();
  await using first = startApplication(folder.path);
  await first.ready;
  await first.minimize();
  await using second = startApplication(folder.path);
  expect(await second.ended).toEqual({ code: 0, stderr: "" });
  // Electron tells the first instance; here the test does.
  await first.startAgain();
  expect(await first.windows()).toMatchObject([{ visible: true, minimized: false, focused: true }]);
  await using elsewhere = startApplication(otherFolder.path);
  await elsewhere.ready;
});

test("quitting closes the host: port, announcement and process are gone", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const { url } = await discover(folder.path);
  application.quit().catch(() => {});
  expect(await application.ended).toMatchObject({ code: 0 });
  await expect(fetch(url)).rejects.toThrow();
  expect(existsSync(join(folder.path, "host.json"))).toBe(false);
});

test("the application opens a window when asked where it was started without one, and stays when that is closed", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"]);
  await application.ready;
  expect(await application.windows()).toEqual([]);
  await application.startAgain();
  expect(await application.windows()).toHaveLength(1);
  await application.closeWindow();
  expect(await application.windows()).toEqual([]);
  expect(await application.request("app://kibitz/api/games")).toMatchObject({ status: 200 });
});

test("the application says where a host without a window runs already, opens it in the browser, and ends", async () => {
  using folder = tempDir();
  await using host = await startHost(folder.path);
  await using application = startApplication(folder.path);
  const { code, stderr } = await application.ended;
  expect(code).toBe(0);
  expect(stderr).toContain(
    `[dialog] Kibitz already runs without a window (process ${host.pid}). Its dashboard is at ${host.url}`,
  );
  expect(stderr.replace(/code=[\w-]{24}/, "code=CODE")).toContain(`[browser] ${host.url}/?code=CODE\n`);
  expect(stderr).not.toContain(host.token);
});

test("where a host without a window runs already, a link's game opens in the browser, and files are named with what to do", async () => {
  using folder = tempDir();
  await using host = await startHost(folder.path);
  const start = async (...args: string[]) => {
    await using application = startApplication(folder.path, args);
    return (await application.ended).stderr.replace(/code=[\w-]{24}/, "code=CODE");
  };
  expect(await start("--no-window", "kibitz://game/4821")).toContain(`[browser] ${host.url}/game/4821?code=CODE\n`);
  const log = await start("one.pgn", "more/two.pgn");
  expect(log).toMatch(/\[dialog\] .+ To import one\.pgn, two\.pgn, choose Import… on its page Games/);
  expect(log).toContain(`[browser] ${host.url}/games?code=CODE\n`);
});

test("a host that runs already is told on standard error alone where nobody asked for a window", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  await using host = await startHost(folder.path);
  await using application = startApplication(folder.path, ["--no-window"]);
  expect(await application.ended).toEqual({
    code: 0,
    stderr: `kibitz: Kibitz already runs without a window (process ${host.pid}). Its dashboard is at ${host.url}\n`,
  });
});

test("a second start of the application, while the first asks what to do about a running host, asks as well", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  await using _host = await startHost(folder.path);
  await using first = startApplication(folder.path, [], { STAND_IN_UNANSWERED: "1" });
  await first.dialogShown;
  await using second = startApplication(folder.path);
  expect((await second.ended).stderr).toContain("[dialog] Kibitz already runs without a window");
});

test("the application goes on where nobody reads its standard error any more", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"], { KIBITZ_LOG_LEVEL: "debug" });
  await application.ready;
  application.closeStderr();
  const pgn = JSON.stringify({ pgn: "1. e4 e5 1-0" });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: pgn };
  const imported = await application.request("app://kibitz/api/import", init);
  const { game_id } = z.object({ game_id: z.string() }).parse(JSON.parse(imported?.body ?? ""));
  // The engine's lines are logged.
  const analysis = `app://kibitz/api/games/${game_id}/analysis?ply=0`;
  expect(await application.request(analysis)).toMatchObject({ status: 200 });
  application.quit().catch(() => {});
  expect(await application.ended).toMatchObject({ code: 0 });
});

test("the application says what is in the way where its own folder cannot be made, and starts nothing", async () => {
  using folder = tempDir();
  await writeFile(join(folder.path, "host.lock"), "");
  await writeFile(join(folder.path, "window"), "");
  await using application = startApplication(folder.path);
  const { code, stderr } = await application.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/\[dialog\] Kibitz cannot start: The folder .*window cannot be used: a file is in its way/);
});

test("the application says so without Chromium's sandbox, once to the person, and goes on only where they want it to", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  const told = "Kibitz’s pages run without Chromium’s sandbox here.";
  const end = async (application: ReturnType<typeof startApplication>) => {
    await application.ready;
    application.quit().catch(() => {});
    return (await application.ended).stderr;
  };
  await using declined = startApplication(folder.path, ["--no-sandbox"], { STAND_IN_DECLINED: "1" });
  expect(await declined.ended).toEqual({ code: 0, stderr: expect.stringContaining(`[dialog] ${told}`) });
  expect(existsSync(join(folder.path, "kibitz.db"))).toBe(false);
  await using unseen = startApplication(folder.path, ["--no-sandbox", "--no-window"]);
  const log = await end(unseen);
  expect(log).toContain(told);
  expect(log).not.toContain("[dialog]");
  await using first = startApplication(folder.path, ["--no-sandbox"]);
  expect(await end(first)).toContain(`[dialog] ${told} | Continue | Quit\n`);
  await using second = startApplication(folder.path, ["--no-sandbox"]);
  const again = await end(second);
  expect(again).toContain(told);
  expect(again).not.toContain("[dialog]");
});

test("a wrong option is told in one sentence, in a dialog and on standard error", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--port", "seven"]);
  const { code, stderr } = await application.ended;
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/^kibitz: --port takes a whole number/),
    expect.stringMatching(/^\[dialog\] Kibitz cannot start: --port takes/),
  ]);
});
