import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { askModel } from "../../../src/main/players/model/ask.ts";
import { entrantRequest } from "../../../src/shared/entrants.ts";
import type { ModelSettings } from "../../../src/shared/player-settings.ts";
import { dataDir, kibitz } from "../../support/kibitz.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000 };

const prompt = { system: "Rules.", user: "Your move?" };
const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith("kibitz-command-"));

/** Asks a program of Node's, by its source. */
async function ask(
  source: string,
  more: Partial<NonNullable<ModelSettings["command"]>> = {},
  limitMs = 20_000,
  signal = new AbortController().signal,
) {
  const settings: ModelSettings = {
    provider: "command",
    model: "a program",
    command: { line: [process.execPath, "-e", source], prompt_by: "stdin", env: [], ...more },
    prompt: { board: true, fen: true, history: true, legal: true },
    price: { input: 0, output: 0 },
  };
  return askModel(settings, null, prompt, limitMs, signal);
}

/** Whether a process still runs. One that is over may wait for its parent to hear of it. */
function runs(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

afterEach(() => void vi.unstubAllEnvs());

test("a program is given the prompt on standard input, or as its last argument, and what it prints is its answer", async () => {
  const echo = 'process.stdin.on("data", (text) => process.stdout.write("I read " + text + "\\nMOVE: e2e4"))';
  const answer = await ask(echo);
  expect(answer).toMatchObject({ ok: true, text: "I read Rules.\n\nYour move?\nMOVE: e2e4", tokens: null });
  expect(answer).toMatchObject({ record: { model: "a program", finish: "stop", length: 36 } });
  const say = "process.stdout.write(process.argv.at(-1))";
  expect(await ask(say, { prompt_by: "argument" })).toMatchObject({ ok: true, text: "Rules.\n\nYour move?" });
});

test("a program has the named variables alone, and an empty folder that is gone with it", async () => {
  const before = own();
  vi.stubEnv("KIBITZ_SECRET_OF_OURS", "sk-secret");
  vi.stubEnv("ITS_OWN", "yes");
  const look =
    'const { readdirSync } = require("fs"); console.log(JSON.stringify([process.env, readdirSync("."), process.cwd()]))';
  const answer = await ask(look, { env: ["ITS_OWN", "NOT_SET"] });
  if (!answer.ok) throw new Error(answer.reason);
  const [env, files, folder] = JSON.parse(answer.text);
  expect([env, files]).toEqual([{ ITS_OWN: "yes" }, []]);
  expect([existsSync(folder), own()]).toEqual([false, before]);
});

test("a program that is slow, chatty, crashes, or is not there gives a reason and leaves nothing running", async () => {
  const folder = dataDir();
  const pidFile = join(folder, "pid");
  const forking = `const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    require("fs").writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));`;
  const pidOfChild = () => Number(readFileSync(pidFile, "utf8"));

  expect(await ask(`${forking} setInterval(() => {}, 1000)`, {}, 2_000)).toMatchObject({
    ok: false,
    cause: "late",
    reason: "no answer in 2 s",
  });
  await vi.waitFor(() => expect(runs(pidOfChild())).toBe(false), patient);

  expect(await ask('setInterval(() => process.stdout.write("x".repeat(65536)), 1)')).toMatchObject({
    ok: false,
    reason: "it printed more than 1048576 bytes",
  });
  expect(await ask('console.error("no account"); process.exit(3)')).toMatchObject({
    ok: false,
    again: true,
    reason: "it ended with exit code 3 (no account)",
  });
  expect(await ask("", { line: [join(folder, "missing")] })).toMatchObject({
    ok: false,
    isMisconfigured: true,
    reason: expect.stringMatching(/^it cannot be started \(.*ENOENT/),
  });
  // A child that it leaves behind holds its output open; its answer is read all the same.
  expect(await ask(`${forking} console.log("MOVE: e2e4"); process.exit()`)).toMatchObject({
    ok: true,
    text: "MOVE: e2e4\n",
  });
  await vi.waitFor(() => expect(runs(pidOfChild())).toBe(false), patient);

  // Nobody waits for one that has left its group; where the system says who works in a folder, it ends as well.
  const leaving = forking.replace('stdio: "inherit"', 'stdio: "inherit", detached: true');
  expect(await ask(`${leaving} console.log("MOVE: e2e4"); process.exit()`)).toMatchObject({
    ok: true,
    text: "MOVE: e2e4\n",
  });
  if (process.platform === "linux") await vi.waitFor(() => expect(runs(pidOfChild())).toBe(false), patient);
  else process.kill(pidOfChild(), "SIGKILL");

  const stop = new AbortController();
  const asked = ask("setInterval(() => {}, 1000)", {}, 20_000, stop.signal);
  stop.abort();
  expect(await asked).toMatchObject({ ok: false, reason: "called off" });
});

test("a program's answer counts though it leaves a folder that cannot be deleted", async () => {
  using folder = tempDir();
  vi.stubEnv("TMPDIR", folder.path);
  // Its path is longer than a system call takes.
  const burrow = 'for (let n = 0; n < 40; n++) { fs.mkdirSync("x".repeat(200)); process.chdir("x".repeat(200)); }';
  const answer = await ask(`${burrow} console.log("MOVE: e2e4")`);
  expect([answer, own().length]).toEqual([expect.objectContaining({ ok: true, text: "MOVE: e2e4\n" }), 1]);
});

test("a program that prints a variable which was named for it does not tell it to anybody", async () => {
  vi.stubEnv("ITS_KEY", "sk-secret-0123456789");
  const { ok, ...told } = await ask('console.log(process.env.ITS_KEY + "\\nMOVE: e2e4")', { env: ["ITS_KEY"] });
  expect([ok, JSON.stringify(told)]).toEqual([true, expect.stringContaining("MOVE: e2e4")]);
  expect(JSON.stringify(told)).not.toContain("secret-01");
  const failed = await ask("throw new Error(process.env.ITS_KEY)", { env: ["ITS_KEY"] });
  expect(failed).toMatchObject({ ok: false, reason: expect.stringContaining("exit code 1") });
  expect(JSON.stringify(failed)).not.toContain("secret-01");
});

test("a command is run with the person's consent alone, and plays a league by its answers", async () => {
  const folder = dataDir();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "entrants.json");
  const script = join(folder, "player.cjs");
  writeFileSync(script, 'process.stdin.resume().on("end", () => console.log("I like it.\\nMOVE: 3"))');
  const command = [process.execPath, script];
  writeFileSync(
    file,
    JSON.stringify([
      { kind: "command", name: "Script", command },
      { kind: "strategy", strategy: "random" },
    ]),
  );
  const play = (...more: readonly string[]) =>
    kibitz(
      "league",
      "--game",
      "odd-even",
      "--entrants",
      file,
      "--json",
      "--data-dir",
      join(folder, "data"),
      "--port",
      "0",
      ...more,
    );
  const refused = await play();
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain(`--allow-command ${JSON.stringify(command.join(" "))}`);
  const played = await play("--allow-command", command.join(" "));
  expect(played.code).toBe(0);
  const { standings, field } = JSON.parse(played.out);
  expect(standings.find((row: { name: string }) => row.name === "Script")).toMatchObject({ fallbacks: 0, retries: 0 });
  expect(JSON.stringify(field ?? standings)).toContain("command");
});

test("a command's entrant takes a program, and no prompt that says nothing", () => {
  const problem = (fields: object) =>
    entrantRequest.safeParse({ kind: "command", ...fields }).error?.issues[0]?.path[0];
  expect(problem({ command: ["claude", "-p"] })).toBeUndefined();
  const usual = entrantRequest.parse({ kind: "command", command: ["claude", "-p"] });
  expect(usual).toMatchObject({ env: ["PATH", "HOME"], prompt_by: "stdin" });
  expect(problem({ command: [] })).toBe("command");
  expect(problem({ command: "claude -p" })).toBe("command");
  expect(problem({ command: ["x"], env: ["A=B"] })).toBe("env");
  expect(problem({ command: ["x"], prompt: { board: false, fen: false, history: false } })).toBe("prompt");
});
