import type { Analysis } from "../../shared/api.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Analyst } from "../computer/analyst.ts";
import { rulesOf } from "../games/rules/index.ts";
import type { Sitting } from "../tables/sitting.ts";
import { analysisOf } from "../views/detail.ts";
import { lineInSan, stateAt } from "../views/replay.ts";

/** Longest part of the best line that is shown, in plies. */
const LINE_LENGTH = 10;

/**
 * Stockfish's view of a position of a game, from White's side. Refuses while somebody plays who could peep, unless
 * the evaluation was switched on.
 */
export async function analyse(
  sitting: Sitting,
  ply: number,
  analyst: Analyst,
  signal: AbortSignal,
): Promise<Result<Analysis>> {
  const { table, moves } = sitting;
  if (table.kind !== "chess") return refuse("INVALID_ARGUMENT", "Only chess is evaluated");
  if (analysisOf(table) === "off")
    return refuse(
      "SEAT_REQUIRED",
      "The evaluation is off while this game is being played. Switching it on is recorded with the game",
    );
  if (ply < 0 || ply > moves.length) return refuse("INVALID_ARGUMENT", `ply is from 0 to ${moves.length}`);
  const rules = rulesOf(table.kind);
  const state = stateAt(sitting, ply);
  const over = rules.outcome(state);
  if (over) {
    const value = over.winner === null ? 0 : over.winner === "white" ? 1 : -1;
    const score = over.winner === null ? { kind: "cp" as const, value } : { kind: "mate" as const, value };
    return accept({ ply, depth: 0, score, line: [] });
  }
  const found = await analyst.look(
    table.setup.fen ?? null,
    moves.slice(0, ply).map(({ uci }) => uci),
    signal,
  );
  if (!found.ok) return found;
  const { depth, score, line } = found.value;
  const sign = rules.toMove(state)[0] === "black" ? -1 : 1;
  return accept({
    ply,
    depth,
    score: { kind: score.kind, value: sign * score.value },
    line: lineInSan(sitting, state, line.slice(0, LINE_LENGTH)),
  });
}
