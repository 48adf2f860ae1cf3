import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { see } from "../browser/support/see.ts";
import { useStage } from "../browser/support/shared-host.ts";
import { connect } from "../support/agents.ts";
import { full, longForm } from "../support/full.ts";
import type { HostLine } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { confirmButton, drag, standsOn, status, typeMove, yourMove } from "./support/at-the-board.ts";

const stage = useStage();

/** A port that nobody uses at this moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts the MCP Inspector's web client, connected to a host as an assistant would be. */
async function startInspector(host: HostLine) {
  const store = tempDir();
  const [port, sandboxPort, appPort] = [await freePort(), await freePort(), await freePort()];
  const bin = fileURLToPath(import.meta.resolve("@modelcontextprotocol/inspector/package.json")).replace(
    "package.json",
    "clients/launcher/build/index.js",
  );
  const child = spawn(
    process.execPath,
    [
      bin,
      "--web",
      "--transport",
      "http",
      "--server-url",
      host.mcp,
      "--header",
      `Authorization: Bearer ${host.agentToken}`,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        HOME: store.path,
        CLIENT_PORT: String(port),
        MCP_SANDBOX_PORT: String(sandboxPort),
        MCP_APP_ORIGIN_PORT: String(appPort),
        MCP_STORAGE_DIR: store.path,
        MCP_INSPECTOR_SECRET_STORE: "memory",
        MCP_INSPECTOR_API_TOKEN: "inspector",
        MCP_AUTO_OPEN_ENABLED: "false",
      },
    },
  );
  const exited = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) if (line.includes("Auth token")) break;
  child.stdout.resume();
  return {
    // Its sandbox wants to be another origin than its page.
    url: `http://localhost:${port}/?MCP_INSPECTOR_API_TOKEN=inspector`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
      store[Symbol.dispose]();
    },
  };
}

async function pick(page: Page, field: string, value: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).first().click();
  await page.getByRole("option", { name: value, exact: true }).click();
}

// Its own page costs as much as twenty of ours, and the other hosts here use the same half of the official library.
test.runIf(full)(
  "in the MCP Inspector, which takes no messages, a person plays to mate against an agent that is never in a call",
  longForm,
  async () => {
    await using inspector = await startInspector(stage.host);
    const context = await stage.browser.newContext({ viewport: { width: 1600, height: 1000 } });
    const page = await context.newPage();
    await page.goto(inspector.url);
    // It lies unseen below its own picture.
    await page.getByRole("switch").first().dispatchEvent("click");
    await page.getByText("Apps", { exact: true }).first().click();
    await page.getByText("Create a game", { exact: true }).first().click();
    await pick(page, "type", "human");
    await page.getByRole("button", { name: "Open App" }).click();

    const board = page.frameLocator("iframe").frameLocator("iframe");
    await see(status(board)).toHaveText("Waiting for the assistant…");
    await see(board.locator("piece.white.king svg")).toBeVisible();
    for (const name of ["Full screen", "Save PGN", "Open in Kibitz"])
      await see(board.getByRole("button", { name })).toBeVisible();

    const { body } = await stage.person.get("/api/games");
    const gameId: string = body.games[0].game_id;
    // The Inspector holds the agent's seat and has no model to play it: the person gives it to an agent.
    const freed = await stage.person.post(`/api/games/${gameId}/seats/white/free`);
    const joinCode = /join_code "(.+?)"/.exec(freed.body.join_prompts.white)?.[1];
    await using agent = await connect(stage.host, "shim", "v2 client, new era");
    await agent.call("joinGame", { game_id: gameId, join_code: joinCode });
    await agent.call("finishTurn", { game_id: gameId, move: "f2f3" });
    await yourMove(board);
    await see(board.getByText("White played f3.")).toBeVisible();
    await drag(page, board, "e7", "e5");
    await standsOn(board, "e5", "black pawn");
    await confirmButton(board).click();
    await see(status(board)).toHaveText("Waiting for the assistant…");
    // The agent has a moment to call by itself; then the person is told to write, which is what wakes it here.
    const asleep = board.getByText("The assistant is not waiting for you. Tell it that it is its turn.");
    await see(asleep).toBeVisible({ timeout: 60_000 });
    const woken = await agent.call("waitForNextTurn", { game_id: gameId });
    expect(woken.data).toMatchObject({ status: "your_turn", last_move: { uci: "e7e5", by: "black" } });
    await agent.call("finishTurn", { game_id: gameId, move: "g2g4" });
    await yourMove(board);
    await see(asleep).toHaveCount(0);
    await typeMove(board, "Qh4");
    await see(status(board)).toHaveText("You won. Black wins by checkmate.");
    await see(board.getByText("The assistant is not waiting for you. Tell it that the game is over.")).toBeVisible({
      timeout: 60_000,
    });
    const game = await agent.call("getGame", { game_id: gameId });
    expect(game.data.history.map(({ uci }: { uci: string }) => uci)).toEqual(["f2f3", "e7e5", "g2g4", "d8h4"]);
    await context.close();
  },
);
