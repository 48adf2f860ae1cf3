import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Agent, connect } from "../support/agents.ts";
import type { Application } from "./application.ts";

/** The person at the application's window, and the agents they play. */
export interface AtTheWindow {
  /** Sets a table as the dashboard does; gives the game's id. */
  create(players: Record<string, unknown>): Promise<string>;
  /** Commands the person's own seat, as the game's page does. */
  command(gameId: string, name: string, body: object): Promise<void>;
  change(settings: object): Promise<void>;
  /** An agent that has taken the open seat. */
  agentAt(gameId: string, name: string): Promise<Agent>;
}

export function atTheWindow(application: Application, dataDir: string): AtTheWindow {
  const send = async (method: string, path: string, body: object) => {
    const answer = await application.request(`app://kibitz${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer || answer.status >= 400) throw new Error(`${path} was answered ${answer?.status} ${answer?.body}`);
    return JSON.parse(answer.body);
  };
  return {
    create: async (players) => (await send("POST", "/api/games", { players })).game_id,
    command: (gameId, name, body) => send("POST", `/api/games/${gameId}/${name}`, body),
    change: (settings) => send("PUT", "/api/settings", settings),
    agentAt: async (gameId, name) => {
      const { mcp } = JSON.parse(await readFile(join(dataDir, "host.json"), "utf8"));
      const agentToken = (await readFile(join(dataDir, "agent.token"), "utf8")).trim();
      const agent = await connect({ dataDir, mcp, agentToken }, "http", "v2 client, old era", name);
      await agent.call("joinGame", { game_id: gameId, name });
      return agent;
    },
  };
}

export const againstAgent = { white: { kind: "human" }, black: { kind: "agent" } };
