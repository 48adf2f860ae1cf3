import type { Log } from "../../../src/main/log.ts";
import { type Engine, openEngine } from "../../../src/main/players/stockfish/engine.ts";
import { findEngine } from "../../../src/main/players/stockfish/engine-path.ts";
import { isBestMove, positionCommand } from "../../../src/main/players/stockfish/uci.ts";
import { sure } from "../../tables/support.ts";

const LOWEST = 1320;
const HIGHEST = 3190;
const LIMIT_MS = 600_000;

/**
 * The depth at which Stockfish chooses its move when it is limited to a strength: one more than the skill level that it
 * makes of it (Stockfish 19, `src/search.h`, `Skill`). It goes on searching after that, for nothing; so a search to this
 * depth plays as strong as one with all the time that UCI_Elo was calibrated with (120 s and 1 s a move, CCRL 40/4).
 */
export function depthAt(elo: number): number {
  const e = (elo - LOWEST) / (HIGHEST - LOWEST);
  const skill = ((37.2473 * e - 40.8525) * e + 22.2943) * e - 0.311438;
  return 1 + Math.floor(Math.min(19, Math.max(0, skill)));
}

/** The product's Stockfish, limited by UCI_Elo. */
export interface LimitedStockfish {
  move(elo: number, moves: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export async function openLimited(log: Log): Promise<LimitedStockfish> {
  const engine: Engine = sure(openEngine(sure(findEngine()), log));
  sure(
    await engine.ask(
      ["uci", "setoption name UCI_LimitStrength value true", "isready"],
      (line) => line === "readyok",
      LIMIT_MS,
    ),
  );
  return {
    move: async (elo, moves) => {
      const commands = [
        ...(moves.length < 8 ? ["ucinewgame"] : []),
        `setoption name UCI_Elo value ${elo}`,
        positionCommand(null, moves),
        `go depth ${depthAt(elo)}`,
      ];
      const lines = sure(await engine.ask(commands, isBestMove, LIMIT_MS));
      return /^bestmove (\S+)/.exec(lines.at(-1) ?? "")?.[1] ?? "";
    },
    close: () => engine.kill(),
  };
}
