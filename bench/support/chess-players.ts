import { createLog, type Log } from "../../src/main/base/log.ts";
import { type Engine, openEngine, openProgram } from "../../src/main/players/stockfish/engine.ts";
import { isBestMove, positionCommand } from "../../src/main/players/stockfish/uci.ts";
import { sure } from "../../test/live-games/support.ts";

/**
 * A setting of Stockfish. With nodes for each move its strength does not depend on the machine; with milliseconds it does.
 */
export interface Reference {
  readonly name: string;
  /** The file of another program; null for the Stockfish that Kibitz ships. */
  readonly program: string | null;
  /** Null for full strength. */
  readonly uciElo: number | null;
  readonly limit: { readonly nodes: number } | { readonly ms: number };
}

/** Plays as any of the references, one game at a time. */
export interface ReferencePlayer {
  move(as: Reference, moves: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const PATIENCE_MS = 600_000;

const start = (program: string | null, log: Log): Engine =>
  sure(program === null ? openEngine(log) : openProgram({ file: program, args: [], env: {} }, log));

/** The values that an engine takes for UCI_Elo, as it declares them: it ignores others without a word. */
export async function eloRange(program: string | null): Promise<{ readonly min: number; readonly max: number }> {
  const engine = start(program, createLog("warn", "text"));
  try {
    const lines = sure(await engine.ask(["uci"], (line) => line === "uciok", PATIENCE_MS));
    const [, min, max] = /^option name UCI_Elo type spin default \d+ min (\d+) max (\d+)/m.exec(lines.join("\n")) ?? [];
    return { min: Number(min), max: Number(max) };
  } finally {
    await engine.kill();
  }
}

/**
 * A process for each reference, since two of one game must not share a hash table, started when it is needed. It keeps its hash table between the moves of a game, as every
 * program does that uses Stockfish, and clears it before each game.
 */
export function openReferences(log: Log): ReferencePlayer {
  const engines = new Map<string, Engine>();
  const reached = new Map<string, number>();

  async function open({ name, program }: Reference): Promise<Engine> {
    const engine = start(program, log);
    engines.set(name, engine);
    sure(await engine.ask(["uci", "isready"], (line) => line === "readyok", PATIENCE_MS));
    return engine;
  }

  return {
    move: async (as, moves) => {
      const { name, uciElo, limit: effort } = as;
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
        `go ${"nodes" in effort ? `nodes ${effort.nodes}` : `movetime ${effort.ms}`}`,
      ];
      const lines = sure(await engine.ask(commands, isBestMove, PATIENCE_MS));
      return /^bestmove (\S+)/.exec(lines.at(-1) ?? "")?.[1] ?? "";
    },
    close: async () => {
      for (const engine of engines.values()) await engine.kill();
    },
  };
}
