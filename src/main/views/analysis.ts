import { definitionOf } from "../../games/register.ts";
import type { Analysis } from "../../shared/api.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { Place } from "../games/shared-positions.ts";
import type { Analyst, Effort } from "../players/stockfish/analyst.ts";
import { type Replays, writtenLine } from "./replay.ts";

/** Longest part of the best line that is shown, in plies. */
const LINE_LENGTH = 10;

/** The parts that analysing a game needs. */
export interface AnalysisParts {
  readonly analyst: Analyst;
  readonly replays: Replays;
  /** Told which position is evaluated; absent where nobody is shown what is found. */
  readonly onEvaluation?: (place: Place) => void;
}

/** The engine's findings, computed as long as somebody waits for them. */
type Search = (signal: AbortSignal) => Promise<Result<Analysis>>;

/** A score from the side to move, as the first seat sees it. */
export const fromFirst = ({ kind, value }: Analysis["score"], secondMoves: boolean): Analysis["score"] => ({
  kind,
  value: secondMoves ? -value : value,
});

/**
 * The engine's view of a position of a game, from the first seat's side: to be asked for by what this returns. Whoever
 * calls it has seen to it that it may be told.
 */
export function analysisAt(
  game: LiveGame,
  ply: number,
  { analyst, replays, onEvaluation }: AnalysisParts,
  effort?: Effort,
): Result<Search> {
  const { state, moves } = game;
  const { rules, engine, seats } = definitionOf(state.kind);
  if (!engine) return invalid("No engine evaluates this game");
  if (ply < 0 || ply > moves.length) return invalid(`ply: a number from 0 to ${moves.length}`);
  const position = replays.stateAt(game, ply);
  const over = rules.outcome(position);
  if (over) {
    const value = over.winner === null ? 0 : over.winner === seats[0] ? 1 : -1;
    const score = over.winner === null ? { kind: "cp" as const, value } : { kind: "mate" as const, value };
    return accept(async () => accept({ ply, depth: 0, score, line: [], engine: null, notice: null }));
  }
  onEvaluation?.({ state, position, ply });
  const startFen = engine.startFen(state.options);
  const codes = moves.slice(0, ply).map(({ code }) => code);
  return accept(async (signal) => {
    const look = await analyst.look(startFen, codes, signal, effort);
    if (!look.ok) return look;
    const { depth, score, line, engine, notice } = look.value;
    return accept({
      ply,
      depth,
      score: fromFirst(score, rules.toMove(position)[0] === seats[1]),
      line: writtenLine(state.kind, position, line.slice(0, LINE_LENGTH)),
      engine,
      notice,
    });
  });
}
