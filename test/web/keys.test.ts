import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLog, silentLog } from "../../src/main/base/log.ts";
import { type KeyVault, openKeys } from "../../src/main/data/keys.ts";
import { sure } from "../live-games/support.ts";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openWeb, tokens } from "./support.ts";

const KEY = "sk-secret-0123456789";

/** A keychain that turns bytes round; it can be locked. */
function vaultOf(state: { obstacle: string | null }): KeyVault {
  const turned = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff);
  return {
    obstacle: async () => state.obstacle,
    encrypt: async (text) => turned(Buffer.from(text)),
    decrypt: async (secret) => Buffer.from(turned(secret)).toString(),
  };
}

test("a key is found in the environment, else in the keychain, and is nowhere in clear", async () => {
  using folder = tempDir();
  const { path } = folder;
  const lines: string[] = [];
  const log = createLog("debug", "text", (line) => lines.push(line));
  const state: { obstacle: string | null } = { obstacle: null };
  const keys = openKeys({ dataDir: path, env: { ENV_KEY: "from-env" }, vault: vaultOf(state), log });
  sure(await keys.keep("THE_KEY", KEY));
  sure(await keys.keep("ENV_KEY", "another"));
  expect(sure(await keys.find("ENV_KEY"))).toBe("from-env");
  expect(sure(await keys.find("THE_KEY"))).toBe(KEY);
  for (const name of ["NO_KEY", "constructor", "__proto__"])
    expect(await keys.find(name)).toMatchObject({ message: `there is no key ${name}` });
  const after = openKeys({ dataDir: path, env: {}, vault: vaultOf(state), log });
  expect(sure(await after.find("THE_KEY"))).toBe(KEY);
  expect(after.list([])).toEqual([
    { name: "THE_KEY", from: "keychain" },
    { name: "ENV_KEY", from: "keychain" },
  ]);
  const files = readdirSync(path).map((name) => readFileSync(join(path, name), "latin1"));
  expect([...files, ...lines].join("\n")).not.toContain(KEY);
  state.obstacle = "the keychain keeps secrets in plain text";
  expect(await after.find("THE_KEY")).toMatchObject({ ok: false });
  expect(await after.keep("OTHER", KEY)).toMatchObject({ ok: false, message: state.obstacle });
  sure(after.forget("THE_KEY"));
  expect(openKeys({ dataDir: path, env: {}, vault: vaultOf(state), log }).list([])).toHaveLength(1);
  const blind = openKeys({ dataDir: path, env: {}, vault: null, log: silentLog });
  expect(await blind.keep("OTHER", KEY)).toMatchObject({ message: expect.stringContaining("environment variable") });
});

/** Texts that are pasted along with a key, and are none. */
const oddKeys = [
  "sk-one\nsk-two",
  "sk-secret 0123",
  "sk-secr\u00e9t-0123",
  "sk-secret\u200b0123",
  "\u201csk-secret\u201d",
];

test.each(oddKeys)("%j is no key, from wherever it comes", async (odd) => {
  using folder = tempDir();
  const lines: string[] = [];
  const log = createLog("debug", "text", (line) => lines.push(line));
  const common = { dataDir: folder.path, vault: vaultOf({ obstacle: null }), log };
  const keys = openKeys({ ...common, env: { ENV_KEY: ` ${odd} ` } });
  const found = await keys.find("ENV_KEY");
  expect(found).toMatchObject({
    code: "INVALID_ARGUMENT",
    message:
      "there is no key ENV_KEY, since its environment variable holds a space, a line break or what is no ASCII, which no key has",
  });
  expect(keys.list(["ENV_KEY"])).toEqual([]);
  sure(await keys.keep("ENV_KEY", KEY));
  expect(sure(await keys.find("ENV_KEY"))).toBe(KEY);
  expect(JSON.stringify([found, lines])).not.toContain("sk-");

  await using web = await openWeb();
  const put = await web.person.put("/api/keys/THE_KEY", { key: odd });
  expect([put.status, put.body.error.message]).toEqual([
    400,
    "key: a key of visible ASCII characters is expected, without spaces and line breaks",
  ]);
});

test("the API tells the names of keys and engines, and takes them from the person", async () => {
  await using web = await openWeb();
  const { person } = web;
  expect((await person.get("/api/keys")).body).toEqual({ keys: [], obstacle: expect.stringContaining("window") });
  const put = await person.put("/api/keys/THE_KEY", { key: KEY });
  expect([put.status, JSON.stringify(put.body)]).toEqual([507, expect.not.stringContaining(KEY)]);
  expect((await person.post("/api/engines", { name: "X", path: "/nowhere/at/all" })).body.error).toMatchObject({
    code: "ENGINE_FAILED",
  });
  expect((await person.get("/api/engines")).body).toMatchObject({ engines: [] });
});

test("a program that cannot be started as an engine is refused with the reason", async () => {
  await using web = await openWeb();
  using folder = tempDir();
  const file = join(folder.path, "engine");
  writeFileSync(file, "#!/bin/sh\n", { mode: 0o644 });
  const refusal = async (path: string) => (await web.person.post("/api/engines", { name: "X", path })).body.error;
  const failed = (path: string, why: string) => ({
    code: "ENGINE_FAILED",
    message: `The engine did not start (${path}): ${why}.`,
  });
  const missing = join(folder.path, "nowhere");
  expect(await refusal(missing)).toMatchObject(failed(missing, "there is no such file. Check its path"));
  const inFile = join(file, "stockfish");
  expect(await refusal(inFile)).toMatchObject(failed(inFile, "there is no such file. Check its path"));
  expect(await refusal(folder.path)).toMatchObject(
    failed(folder.path, "it is a folder. Name the program that lies in it"),
  );
  // Windows knows no such permission.
  if (process.platform !== "win32")
    expect(await refusal(file)).toMatchObject(
      failed(file, "this user may not run it. Make it executable, as `chmod +x` does"),
    );
});

test("an engine is reached by whatever it is named, and a name that no address carries is refused", async () => {
  await using web = await openWeb();
  const { person, url } = web;
  const script = join(projectDir, "test/players/uci/first-engine.ts");
  const add = (name: string) => person.post("/api/engines", { name, path: process.execPath, args: [script] });
  for (const name of [".", ".. ", "\u200b.."])
    expect((await add(name)).body.error).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "name: this can be no part of an address; choose another",
    });
  const names = ["a/..", "..\\", "%2e%2e", "50% \u2654?#"];
  for (const name of names) expect((await add(name)).body.engines.at(-1)).toMatchObject({ name });
  for (const name of names) {
    const path = `/api/engines/${encodeURIComponent(name)}`;
    expect((await person.post(`${path}/test`)).body).toEqual({ title: "First" });
    const headers = { authorization: `Bearer ${tokens.personToken}` };
    expect((await fetch(`${url}${path}`, { method: "DELETE", headers })).status).toBe(200);
  }
  expect((await person.get("/api/engines")).body).toMatchObject({ engines: [] });
});

test("an engine that does not answer is ended with the request that would add it, and when the host closes", async () => {
  using folder = tempDir();
  const web = await openWeb();
  /** A request to add a program that is running and says nothing, and the number of its process. */
  const adding = async (name: string, send: (request: Request) => Promise<Response>, at = web.url) => {
    const file = join(folder.path, name);
    const says = `fs.writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.stdin.resume()`;
    const stop = new AbortController();
    const request = new Request(`${at}/api/engines`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" },
      body: JSON.stringify({ name, path: process.execPath, args: ["-e", says] }),
      signal: stop.signal,
    });
    // Over the port the answer begins with the outcome, at the window at once.
    const response = send(request);
    response.catch(() => {});
    const started = () => existsSync(file) && readFileSync(file, "utf8") !== "";
    await expect.poll(started, { timeout: 20_000 }).toBe(true);
    return { pid: Number(readFileSync(file, "utf8")), response, stop };
  };
  const [gone, closed, late] = await Promise.all([
    adding("gone", fetch),
    adding("closed", async (request) => web.atWindow(new Request(request, { signal: null })), "app://kibitz"),
    adding("late", fetch),
  ]);
  gone.stop.abort();
  await (await closed.response).body?.cancel();
  const living = () => [gone, closed, late].map(({ pid }) => isAlive(pid));
  await expect.poll(living, { timeout: 10_000 }).toEqual([false, false, true]);
  expect((await web.person.get("/api/engines")).body).toMatchObject({ engines: [] });
  await web[Symbol.asyncDispose]();
  expect(isAlive(late.pid)).toBe(false);
  const last = await late.response;
  expect([last.status, await last.json()]).toMatchObject([503, { error: { code: "HOST_CLOSING" } }]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a person is invited to the matches of a league, and comes to them", async () => {
  await using web = await openWeb();
  const { person } = web;
  const league = {
    game: "tic-tac-toe",
    rounds: 2,
    invite_seconds: 100,
    misses: 5,
    entrants: [
      { kind: "human", name: "Ada" },
      { kind: "strategy", strategy: "random" },
    ],
  };
  const made = await person.post("/api/leagues", league);
  const id = made.body.league_id;
  await person.post(`/api/leagues/${id}/start`, {});
  const [invitation] = (await person.get("/api/invitations")).body.invitations;
  expect(invitation).toMatchObject({ league_id: id, round: 1, entrant: 1, name: "Ada", opponent: "random" });
  expect((await person.post(`/api/leagues/${id}/entrants/2/come`, {})).body.error.code).toBe("ENTRANT_REQUIRED");
  const { game_id } = (await person.post(`/api/leagues/${id}/entrants/1/come`, {})).body;
  expect((await person.get("/api/invitations")).body.invitations).toEqual([]);
  const game = (await person.get(`/api/games/${game_id}`)).body;
  expect(game).toMatchObject({ person_seats: ["X"], players: { X: { kind: "human", name: "Ada" } } });
  expect((await person.post(`/api/games/${game_id}/moves`, { move: "b2" })).status).toBe(200);
  expect((await person.get("/api/invitations")).body).toEqual({ invitations: [], missed: [] });
});
