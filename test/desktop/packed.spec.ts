import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { chromium, expect, type Page, test } from "@playwright/test";
import { packedPrograms } from "../../scripts/packed.mjs";
import { tempDir } from "../support/temp-dir.ts";

// The application as `npm run dist` packs it, with its fuses set and, on macOS, its seal: nothing can be said to its
// main process, so the window is reached over Chromium's own port.

/** The few variables that an MCP host hands on, and no Node on the PATH: the launcher has to bring its own. */
function fewVariables(): Record<string, string> {
  const { SystemRoot, APPDATA, LOCALAPPDATA, USERPROFILE, TEMP, HOME } = process.env;
  const path = process.platform === "win32" ? `${SystemRoot}\\System32` : "/usr/bin:/bin";
  const given = { PATH: path, SystemRoot, APPDATA, LOCALAPPDATA, USERPROFILE, TEMP, HOME };
  // Where the machine cannot mount, the runtime of an AppImage unpacks it.
  const { APPIMAGE_EXTRACT_AND_RUN } = process.env;
  const entries = Object.entries({ ...given, APPIMAGE_EXTRACT_AND_RUN });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function connectTo({ command, args }: { readonly command: string; readonly args: readonly string[] }) {
  const client = new Client({ name: "assistant", version: "1" });
  await client.connect(
    // Started nowhere near the project's own node_modules.
    new StdioClientTransport({ command, args: [...args], env: fewVariables(), stderr: "inherit", cwd: tmpdir() }),
  );
  return client;
}

/** A game against the computer, until it has answered; gives its id. */
async function playEngine(client: Client): Promise<string> {
  const made = await client.callTool({ name: "createGame", arguments: { type: "computer", difficulty: 1 } });
  const { game_id } = made.structuredContent as { game_id: string };
  await client.callTool({ name: "finishTurn", arguments: { game_id, move: "e4" } });
  const answer = await client.callTool({ name: "waitForNextTurn", arguments: { game_id, timeout_seconds: 20 } });
  expect(answer.structuredContent).toMatchObject({ game_id, ply: 2 });
  return game_id;
}

/** The entry that the connect page gives an MCP host. */
async function connectBlock(page: Page): Promise<{ command: string; args: string[] }> {
  const { targets } = await page.evaluate(async () => (await fetch("/api/connect")).json());
  return JSON.parse(targets.find(({ id }: { id: string }) => id === "claude-desktop").block).mcpServers.kibitz;
}

/** The command lines of the processes that serve this data folder, and of every engine. */
function processesOf(dataDir: string): string[] {
  const [program, ...args] =
    process.platform === "win32"
      ? ["powershell", "-NoProfile", "-Command", "Get-CimInstance Win32_Process | ForEach-Object CommandLine"]
      : ["ps", "-A", "-o", "args="];
  const lines = execFileSync(String(program), args, { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(dataDir) || line.includes("stockfish-19-lite-single.js"));
}

const pidIn = (dataDir: string): number => JSON.parse(readFileSync(join(dataDir, "host.json"), "utf8")).pid;

const nothingIsLeft = (dataDir: string) =>
  expect
    .poll(() => [existsSync(join(dataDir, "host.json")), processesOf(dataDir)], { timeout: 20_000 })
    .toEqual([false, []]);

async function startPacked(program: string, dataDir: string) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const args = ["--data-dir", dataDir, "--port", "0", "--remote-debugging-port=0"];
  const child = spawn(program, args, { env, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(child, "exit").then(([code]) => code);
  const portFile = join(dataDir, "window", "DevToolsActivePort");
  await expect.poll(() => existsSync(portFile), { timeout: 30_000 }).toBe(true);
  const [port] = readFileSync(portFile, "utf8").split("\n");
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent("page"));
  if (!page) throw new Error("the packed application shows no page");
  return { ended, page };
}

for (const { pattern, path } of packedPrograms) {
  test(`${pattern}: the dashboard opens, an assistant plays the engine, and quitting leaves nothing`, async () => {
    using folder = tempDir();
    const { ended, page } = await startPacked(path ?? "", folder.path);
    await expect(page).toHaveURL("app://kibitz/");
    await expect(page.getByRole("link", { name: "Kibitz, home" })).toBeVisible();

    const client = await connectTo(await connectBlock(page));
    const game = await playEngine(client);
    await expect(page.locator(`a[href="/game/${game}"]`).first()).toBeVisible();
    await client.close();

    if (process.platform !== "win32") {
      process.kill(pidIn(folder.path), "SIGTERM");
    } else {
      // Windows has no signal that asks.
      await page.evaluate(() =>
        fetch("/api/settings", {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ close_to_tray: false }),
        }),
      );
      await page.close();
    }
    expect(await ended).toBe(0);
    await nothingIsLeft(folder.path);
  });
}

test("where no display is handed on, the launcher starts the host without a window", async () => {
  test.skip(process.platform !== "linux", "elsewhere there is always one");
  using folder = tempDir();
  const launcher = resolve(packedPrograms[0]?.path ?? "", "..", "resources", "launchers", "kibitz-mcp");
  const client = await connectTo({ command: launcher, args: ["--data-dir", folder.path] });
  await playEngine(client);
  await client.close();
  process.kill(pidIn(folder.path), "SIGTERM");
  await nothingIsLeft(folder.path);
});
