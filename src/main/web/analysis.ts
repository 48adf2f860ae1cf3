import { gameOf } from "../../games/register.ts";
import type { Analysis } from "../../shared/api.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Analyst } from "../players/stockfish/analyst.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { analysisOf } from "../views/game-view.ts";
import { lineInSan, type Replays } from "../views/replay.ts";

/** Longest part of the best line that is shown, in plies. */
const LINE_LENGTH = 10;

/** What the engine finds out, as long as somebody waits for it. */
type Search = (signal: AbortSignal) => Promise<Result<Analysis>>;

/**
 * The engine's view of a position of a game, from the first seat's side: to be asked for by what this returns. Refuses
 * while somebody plays who could peep, unless the evaluation was switched on.
 */
export function analysis(
  game: LiveGame,
  ply: number,
  { analyst, replays }: { readonly analyst: Analyst; readonly replays: Replays },
): Result<Search> {
  const { table, moves } = game;
  const { rules, engine, seats } = gameOf(table.kind);
  if (!engine) return refuse("INVALID_ARGUMENT", "No engine evaluates this game");
  if (analysisOf(table) === "off")
    return refuse(
      "SEAT_REQUIRED",
      "The evaluation is off while this game is being played. Switching it on is recorded with the game",
    );
  if (ply < 0 || ply > moves.length) return refuse("INVALID_ARGUMENT", `ply is from 0 to ${moves.length}`);
  const state = replays.stateAt(game, ply);
  const over = rules.outcome(state);
  if (over) {
    const value = over.winner === null ? 0 : over.winner === seats[0] ? 1 : -1;
    const score = over.winner === null ? { kind: "cp" as const, value } : { kind: "mate" as const, value };
    return accept(async () => accept({ ply, depth: 0, score, line: [] }));
  }
  const startFen = engine.startFen(table.options);
  const played = moves.slice(0, ply).map(({ uci }) => uci);
  return accept(async (signal) => {
    const found = await analyst.look(startFen, played, signal);
    if (!found.ok) return found;
    const { depth, score, line } = found.value;
    const sign = rules.toMove(state)[0] === seats[1] ? -1 : 1;
    return accept({
      ply,
      depth,
      score: { kind: score.kind, value: sign * score.value },
      line: lineInSan(table.kind, state, line.slice(0, LINE_LENGTH)),
    });
  });
}
