import { gameOf } from "../../games/register.ts";
import type { GameReport } from "../../games/report.ts";
import type { Analysis } from "../../shared/api.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Effort } from "../players/stockfish/analyst.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { type AnalysisParts, analysisAt } from "./analysis.ts";

/** A game looked through by the engine, from its first position to its last. */
export interface Review {
  /** Of each position; the first one is the start. */
  readonly positions: readonly Analysis[];
  readonly report: GameReport;
}

/** Milliseconds that a whole review may think, shared out among its positions; whoever asked waits for it. */
const REVIEW_MS = 20_000;
const DEPTH = 16;

/** As long for each position as there is time, so that a long game takes no longer than a short one. */
function effortFor(positions: number): Effort {
  return { depth: DEPTH, thinkMs: Math.max(40, Math.min(250, Math.floor(REVIEW_MS / positions))) };
}

/**
 * Looks through a game and judges its moves. Tells how many positions are done after each. Refuses where no engine knows
 * the game, or as the analyst does; what was looked at until then is remembered, so that the next review goes on there.
 */
export async function review(
  game: LiveGame,
  parts: AnalysisParts,
  signal: AbortSignal,
  done: (positions: number, of: number) => void,
  asked?: Effort,
): Promise<Result<Review>> {
  const { table, moves } = game;
  const { engine } = gameOf(table.kind);
  if (!engine) return refuse("INVALID_ARGUMENT", "No engine evaluates this game");
  const all = moves.length + 1;
  const effort = asked ?? effortFor(all);
  const positions: Analysis[] = [];
  for (let ply = 0; ply < all; ply += 1) {
    const search = analysisAt(game, ply, parts, effort);
    const seen = search.ok ? await search.value(signal) : search;
    if (!seen.ok) return seen;
    positions.push(seen.value);
    done(positions.length, all);
  }
  const scores = positions.map(({ score }) => score);
  return accept({ positions, report: engine.report(table.options, scores) });
}
