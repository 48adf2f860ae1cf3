import { records } from "../../src/games/chess/pgn/pgn.ts";
import type { Games } from "../../src/main/games/games.ts";
import type { LiveGame } from "../../src/main/games/live-game.ts";
import type { Analyst } from "../../src/main/players/stockfish/analyst.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { reviewAndKeep } from "../../src/main/views/game/review.ts";
import { accept } from "../../src/shared/result.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { sure } from "../live-games/support.ts";

/** White twice leaves a queen that it could take, at its third and its fourth move. */
export const queenLeft = '[White "Ada"]\n[Black "Grace"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nc3 Nc6 4. d3 1-0';

/** An engine's scores of that game's positions, from White's side, and the moves that it would play. */
const opinions = [
  [20, "e2e4"],
  [20, "e7e5"],
  [20, "g1f3"],
  [20, "b8c6"],
  [900, "f3g5"],
  [30, "g5d8"],
  [900, "f3g5"],
  [30, "g5d8"],
] as const;

export const lookAtQueenLeft: Analyst["look"] = async (_start, moves) => {
  // Where the queen was taken after all, it is gone.
  const [value, best] = moves.at(-1) === "f3g5" ? [900, "g8f6"] : (opinions[moves.length] ?? [0, ""]);
  const score = { kind: "cp" as const, value: moves.length % 2 === 0 ? value : -value };
  return accept({ depth: 1, score, line: [best], engine: "Oracle", notice: null });
};

/** The same for two lines: taking the queen is by far the best. */
export const compareQueenLeft: Analyst["compare"] = async () =>
  accept({
    lines: [
      { depth: 1, score: { kind: "cp", value: 900 }, line: ["f3g5"] },
      { depth: 1, score: { kind: "cp", value: 30 }, line: ["d2d4"] },
    ],
    engine: "Oracle",
    notice: null,
  });

/** A game that was imported and reviewed. */
export async function reviewedGame(games: Games, pgn: string): Promise<LiveGame> {
  const { names, moves, ...record } = sure(runAtOnce(records.readGame(pgn)));
  const game = sure(
    await games.importGame({
      ...record,
      moves: moves.map(({ code }) => code),
      kind: "chess",
      names: [names["white"] ?? "", names["black"] ?? ""],
    }),
  );
  const analyst = {
    look: lookAtQueenLeft,
    compare: compareQueenLeft,
    explore: async () => accept({ lines: [], engine: "Oracle", notice: null }),
    close: async () => {},
  };
  const analysis = { analyst, replays: createReplays() };
  return sure(await reviewAndKeep(game, 1_000, { games, analysis }, new AbortController().signal));
}
