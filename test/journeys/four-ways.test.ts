import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { createEnginePool } from "../../src/main/players/stockfish/pool.ts";
import { type Agent, type Answer, connect, doors, kinds } from "../support/agents.ts";
import { amount } from "../support/full.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { followNextActions, foolsMate, movesOf, scholarsMate } from "../support/script.ts";
import { tempDir } from "../support/temp-dir.ts";

const dir = tempDir();
const engine = createEnginePool({ log: silentLog, size: 1 });
let host: HostProcess;

beforeAll(async () => {
  host = await startHost(dir.path);
});
afterAll(async () => {
  await host.stop();
  await engine.close();
  dir[Symbol.dispose]();
});

const nearlyWon = "7k/8/8/8/8/1Q6/R7/K7 w - - 0 1";

/** A player strong enough to mate the computer at level 1 from any opening. */
function strongPlayer(agent: Agent, startFen: string | null) {
  return async (answer: Answer): Promise<string> => {
    const { data } = await agent.call("getGame", { game_id: answer.data.game_id });
    const move = await engine.chooseMove({
      startFen,
      moves: data.history.map(({ uci }: { uci: string }) => uci),
      legalMoves: answer.data.legal_moves,
      level: 7,
      signal: new AbortController().signal,
    });
    if (!move.ok) throw new Error(move.message);
    return move.value;
  };
}

// In the common tests the newer SDK stands for the older one of the 2025 era.
for (const door of doors)
  for (const kind of kinds)
    describe(`through ${door} with the ${kind}`, { tags: kind === "v1 client" ? "edge" : [] }, () => {
      test("an agent mates the computer", async () => {
        await using agent = await connect(host, door, kind);
        // Only the first kind of client plays a whole game, through the first door, except in the long run; the others begin
        // where it is nearly won.
        const fen = amount(kind === kinds[0] && door === doors[0] ? undefined : nearlyWon, undefined);
        const created = await agent.call("createGame", { type: "computer", difficulty: 1, fen });
        expect(created.text).toContain("Game Created Successfully!");
        const last = await followNextActions(agent, created, strongPlayer(agent, fen ?? null));
        expect(last.text).toMatch(/Game Over: White wins by Checkmate\./);
        expect(last.text).toContain("No further actions needed.");
        expect(last.data.result).toMatchObject({ winner: "white", reason: "checkmate" });
      });

      test("an agent as white is mated by a person", async () => {
        await using agent = await connect(host, door, kind);
        const person = personAt(host);
        const created = await agent.call("createGame", { type: "human" });
        const gameId: string = created.data.game_id;
        const human = (async () => {
          for (const move of foolsMate.black) {
            await person.turn(gameId, "black");
            const played = await person.post(`/api/games/${gameId}/moves`, { move });
            expect(played.status).toBe(200);
          }
        })();
        const last = await followNextActions(agent, created, movesOf(foolsMate.white));
        await human;
        expect(last.text).toContain("Game Over: Black wins by Checkmate.");
        expect((await person.get(`/api/games/${gameId}`)).body.result).toMatchObject({
          winner: "black",
          reason: "checkmate",
        });
      });

      test("a person as white is mated by an agent", async () => {
        await using agent = await connect(host, door, kind);
        const person = personAt(host);
        const created = await agent.call("createGame", { type: "human", color: "black" });
        expect(created.data.next_action.tool).toBe("waitForNextTurn");
        const gameId: string = created.data.game_id;
        const human = (async () => {
          for (const move of foolsMate.white) {
            await person.turn(gameId, "white");
            await person.post(`/api/games/${gameId}/moves`, { move });
          }
        })();
        const last = await followNextActions(agent, created, movesOf(foolsMate.black));
        await human;
        expect(last.text).toContain("Move accepted. Game Over: Black wins by Checkmate.");
      });

      test("two agents meet and one mates the other", async () => {
        await using white = await connect(host, door, kind, "first");
        await using black = await connect(host, door, kind, "second");
        const created = await white.call("createGame", { type: "agent" });
        const joined = await black.call("joinGame", { game_id: created.data.game_id });
        expect(joined.text).toContain(`Joined Game ${created.data.game_id} Successfully`);
        const [forWhite, forBlack] = await Promise.all([
          followNextActions(white, created, movesOf(scholarsMate.white)),
          followNextActions(black, joined, movesOf(scholarsMate.black)),
        ]);
        expect(forWhite.text).toContain("Move accepted. Game Over: White wins by Checkmate.");
        expect(forBlack.text).toContain("Game Over: White wins by Checkmate.");
        expect(forBlack.data.status).toBe("game_over");
      });
    });
