import { gameOf } from "../../games/register.ts";
import type { GameReport } from "../../games/report.ts";
import type { FullReview, ReviewedPosition } from "../../shared/events.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Effort } from "../players/stockfish/analyst.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { isReviewed, mayBeReviewed } from "../tables/machine/reviewed.ts";
import type { Tables } from "../tables/tables.ts";
import { type AnalysisParts, analysisAt } from "./analysis.ts";

/** A game looked through by the engine, from its first position to its last. */
export interface Review {
  /** Of each position; the first one is the start. */
  readonly positions: readonly ReviewedPosition[];
  readonly report: GameReport;
}

/** Milliseconds that a whole review may think, shared out among its positions; whoever asked waits for it. */
const REVIEW_MS = 20_000;
const DEPTH = 16;
/** Milliseconds that no search of a number of nodes takes. */
const PATIENCE_MS = 60_000;

/** As long for each position as there is time, so that a long game takes no longer than a short one. */
function effortFor(positions: number): Effort {
  return { depth: DEPTH, thinkMs: Math.max(40, Math.min(250, Math.floor(REVIEW_MS / positions))) };
}

/** Tells how many positions are done. */
type Done = (positions: number, of: number) => void;

/**
 * Looks through a game and judges its moves. Tells how many positions are done after each. Refuses where no engine knows
 * the game, or as the analyst does; what was looked at until then is remembered, so that the next review goes on there.
 */
export async function review(
  game: LiveGame,
  parts: AnalysisParts,
  signal: AbortSignal,
  done: Done,
  asked?: Effort,
): Promise<Result<Review>> {
  const { table, moves } = game;
  const { engine } = gameOf(table.kind);
  if (!engine) return refuse("INVALID_ARGUMENT", "No engine evaluates this game");
  const all = moves.length + 1;
  const effort = asked ?? effortFor(all);
  const positions: ReviewedPosition[] = [];
  for (let ply = 0; ply < all; ply += 1) {
    const search = analysisAt(game, ply, parts, effort);
    const seen = search.ok ? await search.value(signal) : search;
    if (!seen.ok) return seen;
    positions.push({ score: seen.value.score, line: seen.value.line });
    done(positions.length, all);
  }
  const scores = positions.map(({ score }) => score);
  return accept({ positions, report: engine.report(table.options, scores) });
}

/** What is kept of a game that was looked through after its end; null where nothing is. */
export function keptReview({ table, review: kept }: LiveGame): Review | null {
  const { engine } = gameOf(table.kind);
  if (!kept || !engine) return null;
  const { positions } = kept;
  const scores = positions.map(({ score }) => score);
  return { positions, report: engine.report(table.options, scores) };
}

/**
 * Looks through a game that is over, each position with so many nodes, and keeps what was found with the game; at once
 * where that was done before. Refuses one that may not have it, before it begins, and as {@link review} does.
 */
export async function reviewAndKeep(
  game: LiveGame,
  nodes: number,
  { tables, analysis }: { readonly tables: Pick<Tables, "keepReview">; readonly analysis: AnalysisParts },
  signal: AbortSignal,
  done: Done = () => {},
): Promise<Result<LiveGame>> {
  const may = mayBeReviewed(game.table);
  if (!may.ok) return may;
  if (isReviewed(game, nodes)) return accept(game);
  const seen = await review(game, analysis, signal, done, { depth: 99, thinkMs: PATIENCE_MS, nodes });
  return seen.ok ? tables.keepReview(game, toKeep(seen.value, nodes)) : seen;
}

/** The figures of each side, and the lines where a move was judged. */
function toKeep({ positions, report: { moves, seats } }: Review, nodes: number): FullReview {
  const judged = new Set(moves.flatMap(({ ply, judgement }) => (judgement === null ? [] : [ply - 1])));
  const found = Object.entries(seats).map(([seat, side]) => [
    seat,
    {
      moves: moves.filter((move) => move.seat === seat).length,
      accuracy: side.accuracy,
      centipawnLoss: side.averageCentipawnLoss,
      inaccuracies: side.judged.inaccuracy,
      mistakes: side.judged.mistake,
      blunders: side.judged.blunder,
    },
  ]);
  return {
    nodes,
    seats: Object.fromEntries(found),
    positions: positions.map(({ score, line }, ply) => ({ score, line: judged.has(ply) ? line : [] })),
  };
}
