// An agent in a process of its own: joins a league and plays to its end, whatever happens to the host meanwhile.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Agent, type Answer, type ClientKind, connect, type Door } from "../support/agents.ts";
import { seeded } from "../support/seeded.ts";

const [dataDir = "", door = "http", kind = "v1 client", name = "", league = "", token = ""] = process.argv.slice(2);
const random = seeded(name.length);
const discovery = z.object({ mcp: z.string() });

async function dial(): Promise<Agent> {
  const { mcp } = discovery.parse(JSON.parse(readFileSync(join(dataDir, "host.json"), "utf8")));
  const agentToken = readFileSync(join(dataDir, "agent.token"), "utf8").trim();
  return connect({ dataDir, mcp, agentToken }, door as Door, kind as ClientKind, name);
}

/** Does what the answers say until nothing is left to do. */
async function playOn(agent: Agent, first: Answer): Promise<void> {
  let answer = first;
  while (answer.data.next_action) {
    const { tool, arguments: args } = answer.data.next_action;
    const moves: readonly string[] = answer.data.legal_moves ?? [];
    const move = moves[Math.floor(random() * moves.length)];
    answer = await agent.call(tool, tool === "finishTurn" ? { ...args, move } : args);
    if (answer.data.error && !answer.data.next_action) throw new Error(answer.text);
  }
}

let entrant = token;
for (;;) {
  try {
    const agent = await dial();
    const joined = await agent.call("joinLeague", {
      league_id: league,
      name,
      ...(entrant === "" ? {} : { entrant_token: entrant }),
    });
    // A league that is over takes nobody back.
    if (joined.data.error?.code === "LEAGUE_CLOSED") process.exit(0);
    entrant = joined.data.entrant_token ?? entrant;
    process.stdout.write(`${entrant}\n`);
    await playOn(agent, joined);
    process.exit(0);
  } catch {
    // The host is gone or coming back.
    await delay(100);
  }
}
