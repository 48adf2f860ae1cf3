import { definitionOf } from "../../../games/register.ts";
import { accept, invalid } from "../../../shared/result.ts";
import type { Driver } from "../driver.ts";
import { USUAL_LEVEL } from "../levels.ts";
import type { ChessEngine } from "./pool.ts";

/** Stockfish at the level of the entrant, from the pool that all games share. */
export const stockfishDriver = (engine: ChessEngine): Driver => ({
  chooseMove: async ({ kind, options, legalMoves, history, settings, signal }) => {
    const setup = definitionOf(kind).engine;
    if (!setup) return invalid(`No engine plays ${kind}`);
    const chosen = await engine.chooseMove({
      startFen: setup.startFen(options),
      moves: history,
      legalMoves,
      level: settings.level ?? USUAL_LEVEL,
      signal,
    });
    return chosen.ok ? accept({ text: chosen.value }) : chosen;
  },
});
