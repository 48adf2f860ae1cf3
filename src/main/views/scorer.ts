import { accept } from "../../shared/result.ts";
import type { Scorer } from "../league/game-watch.ts";
import { byNodes } from "../players/stockfish/analyst.ts";
import { type AnalysisParts, analysisAt } from "./analysis.ts";

/**
 * Enough to tell a game that is decided or dead: a fortieth of a second of the engine that Kibitz brings along. Nodes and not
 * time, so that a busy machine ends the same games as an idle one; `bench/adjudication.ts` measures how often wrongly.
 */
export const effort = byNodes(5_000);
/** Centipawns that no position has. */
export const MATE = 100_000;

/** Has the referee's own engine say what a position is worth, so that those who look at games do not hold it up. */
export const scorerBy =
  (parts: AnalysisParts): Scorer =>
  async (live, ply, signal) => {
    const search = analysisAt(live, ply, parts, effort);
    const result = search.ok ? await search.value(signal) : search;
    if (!result.ok) return result;
    const { kind, value } = result.value.score;
    return accept(kind === "cp" ? value : Math.sign(value) * MATE);
  };
