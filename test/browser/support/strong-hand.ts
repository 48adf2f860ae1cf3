import { silentLog } from "../../../src/main/base/log.ts";
import { createEnginePool } from "../../../src/main/players/stockfish/pool.ts";
import type { HostLine } from "../../support/host-process.ts";
import { personAt } from "../../support/person.ts";

export interface StrongHand {
  /** Waits until the person is to move, and resolves with a good move in UCI, or null once the game is over. */
  move(gameId: string, seat: string): Promise<{ readonly code: string; readonly ply: number } | null>;
  close(): Promise<void>;
}

/** Sees a mate that is near, and costs little of what the test's page needs. */
const quickAndStrong = { choice: { by: "skill", skill: 20 }, depth: 7, movetimeMs: 5_000 } as const;

/** An engine that tells the test's person what to play. */
export function strongHand(host: HostLine): StrongHand {
  const engine = createEnginePool({ size: 1, levels: [quickAndStrong], log: silentLog });
  return {
    move: async (gameId, seat) => {
      const game = await personAt(host).turn(gameId, seat);
      if (game.result) return null;
      const found = await engine.chooseMove({
        startFen: game.options.fen ?? null,
        moves: game.history.map(({ code }: { code: string }) => code),
        legalMoves: game.legal_moves,
        level: 1,
        signal: new AbortController().signal,
      });
      if (!found.ok) throw new Error(found.message);
      return { code: found.value, ply: game.history.length };
    },
    close: () => engine.close(),
  };
}
