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
  "the MCP Inspector shows the board; the person plays in it, the agent answers, the board follows",
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
    await pick(page, "color", "black");
    await page.getByRole("button", { name: "Open App" }).click();

    const board = page.frameLocator("iframe").frameLocator("iframe");
    await yourMove(board);
    await see(board.locator("piece.white.king svg")).toBeVisible();
    await drag(page, board, "e2", "e4");
    await standsOn(board, "e4", "white pawn");
    await confirmButton(board).click();
    await see(status(board)).toHaveText("Waiting for the assistant…");

    const { body } = await stage.person.get("/api/games");
    const gameId: string = body.games[0].game_id;
    // The Inspector holds the agent's seat and has no model to play it: the person gives it to an agent.
    const freed = await stage.person.post(`/api/games/${gameId}/seats/black/free`);
    const joinCode = /join_code "(.+?)"/.exec(freed.body.join_prompts.black)?.[1];
    await using agent = await connect(stage.host, "shim", "v2 client, new era");
    await agent.call("joinGame", { game_id: gameId, join_code: joinCode });
    const waited = await agent.call("waitForNextTurn", { game_id: gameId });
    expect(waited.data.last_move).toMatchObject({ uci: "e2e4", by: "white" });
    await agent.call("finishTurn", { game_id: gameId, move: "c7c5" });
    await yourMove(board);
    await see(board.getByText("Black played c5.")).toBeVisible();
    await typeMove(board, "Nf3");
    await see(status(board)).toHaveText("Waiting for the assistant…");
    const game = await agent.call("getGame", { game_id: gameId });
    expect(game.data.history.map(({ uci }: { uci: string }) => uci)).toEqual(["e2e4", "c7c5", "g1f3"]);
    await context.close();
  },
);
