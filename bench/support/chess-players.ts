import type { Log } from "../../src/main/base/log.ts";
import { type Engine, openEngine, openProgram } from "../../src/main/players/stockfish/engine.ts";
import { isBestMove, positionCommand } from "../../src/main/players/stockfish/uci.ts";
import { sure } from "../../test/live-games/support.ts";

/** A setting of Stockfish whose strength does not depend on the machine: it searches so many nodes for each move. */
export interface Reference {
  readonly name: string;
  /** The file of another program; null for the Stockfish that Kibitz ships. */
  readonly program: string | null;
  /** Null for full strength. */
  readonly uciElo: number | null;
  readonly nodes: number;
}

/** Plays as any of the references, one game at a time. */
export interface ReferencePlayer {
  move(as: Reference, moves: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const PATIENCE_MS = 600_000;

/**
 * A process for each reference, since two of one game must not share a hash table, started when it is needed. It keeps its hash table between the moves of a game, as every
 * program does that uses Stockfish, and clears it before each game.
 */
export function openReferences(log: Log): ReferencePlayer {
  const engines = new Map<string, Engine>();
  const reached = new Map<string, number>();

  async function open({ name, program }: Reference): Promise<Engine> {
    const engine = sure(program === null ? openEngine(log) : openProgram({ file: program, args: [], env: {} }, log));
    engines.set(name, engine);
    sure(await engine.ask(["uci", "isready"], (line) => line === "readyok", PATIENCE_MS));
    return engine;
  }

  return {
    move: async (as, moves) => {
      const { name, uciElo, nodes } = as;
      const engine = engines.get(name) ?? (await open(as));
      const begins = moves.length <= (reached.get(name) ?? Number.POSITIVE_INFINITY);
      reached.set(name, moves.length);
      const limit = [
        `UCI_LimitStrength value ${uciElo !== null}`,
        ...(uciElo === null ? [] : [`UCI_Elo value ${uciElo}`]),
      ];
      const commands = [
        ...(begins ? [...limit.map((option) => `setoption name ${option}`), "ucinewgame"] : []),
        positionCommand(null, moves),
        `go nodes ${nodes}`,
      ];
      const lines = sure(await engine.ask(commands, isBestMove, PATIENCE_MS));
      return /^bestmove (\S+)/.exec(lines.at(-1) ?? "")?.[1] ?? "";
    },
    close: async () => {
      for (const engine of engines.values()) await engine.kill();
    },
  };
}
