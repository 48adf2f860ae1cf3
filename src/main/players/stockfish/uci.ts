import { accept, type Result, refuse } from "../../../shared/result.ts";
import { readInfo } from "./insight.ts";
import type { Level } from "./levels.ts";

/** What a finished search said, checked against the legal moves. Moves are in UCI notation. */
export interface Search {
  readonly best: string;
  /** The move that mates by force, where the search saw one. */
  readonly mating: string | null;
}

/** The `position` command. White space in the FEN is folded, so that no line break can smuggle in a second command. */
export function positionCommand(startFen: string | null, moves: readonly string[]): string {
  const start = startFen === null ? "startpos" : `fen ${startFen.trim().replace(/\s+/g, " ")}`;
  return moves.length === 0 ? `position ${start}` : `position ${start} moves ${moves.join(" ")}`;
}

export const goCommand = (level: Level): string => `go depth ${level.depth} movetime ${level.movetimeMs}`;

export const isBestMove = (line: string): boolean => /^bestmove\b/.test(line);

/** Why Stockfish does not play a position, where the line says that; it then answers nothing more. */
export function refusedPosition(line: string): string | null {
  return /^info string CRITICAL ERROR:.*?Reason: (?:Unsupported position\. )?(.*)$/.exec(line)?.[1] ?? null;
}

/**
 * Reads the lines of one search; lines that are no UCI are passed over.
 * Refuses (`ENGINE_FAILED`) when there is no best move, or one that is not among the legal moves.
 */
export function readSearch(lines: readonly string[], legalMoves: readonly string[]): Result<Search> {
  let best: string | null = null;
  let mating: string | null = null;
  for (const line of lines) {
    // Only exact scores: a bound's line may begin with a move that the search is about to give up.
    const told = readInfo(line);
    if (told) {
      const [first = ""] = told.line;
      mating = told.score.kind === "mate" && told.score.value > 0 && legalMoves.includes(first) ? first : null;
    }
    best = /^bestmove (\S+)/.exec(line)?.[1] ?? best;
  }
  if (best === null || !legalMoves.includes(best)) {
    return refuse("ENGINE_FAILED", `The chess engine answered ${best ?? "nothing"}, which is no legal move here.`);
  }
  return accept({ best, mating });
}
