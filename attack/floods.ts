import { httpCaller, socketCaller } from "../bench/support/callers.ts";
import { personAt } from "../test/support/person.ts";
import type { Tally } from "./tally.ts";
import type { Victim } from "./victim.ts";

/**
 * Bursts of calls of every kind that an agent makes, over both doors, and a person who moves meanwhile. The victim notes
 * where its event loop stands still.
 */
export async function floods(victim: Victim, tally: Tally, calls: number): Promise<void> {
  const person = personAt(victim);
  const agent = httpCaller(victim);
  const people = { white: { kind: "human" }, black: { kind: "human" } };
  const { game_id, seat_token } = await agent.call("createGame", { type: "human", color: "black" });
  const seat = { game_id, seat_token };
  const tools: Readonly<Record<string, object>> = {
    listGames: {},
    getGame: { game_id },
    myGames: {},
    watchGame: { game_id, timeout_seconds: 1 },
    waitForNextTurn: { ...seat, timeout_seconds: 1 },
    waitForNextMatch: { timeout_seconds: 1 },
    finishTurn: { ...seat, move: "e5" },
    say: { ...seat, message: "Hello" },
    createGame: { type: "agent" },
    joinGame: { game_id },
    noSuchTool: {},
  };
  using overSocket = await socketCaller(victim);
  for (const caller of [agent, overSocket])
    for (const [tool, args] of Object.entries(tools)) {
      const { body } = await person.post("/api/games", { players: people });
      const burst = Array.from({ length: calls }, () => caller.call(tool, { ...args }).catch(() => null));
      await Promise.race(burst);
      const { status } = await person.post(`/api/games/${body.game_id}/moves`, { move: "e4" });
      if (status !== 200) tally.fail(`a person's move beside ${tool}: ${status}`);
      await Promise.all(burst);
      tally.count("flood: calls", calls);
      tally.count("flood: moves of a person beside them");
    }
}
