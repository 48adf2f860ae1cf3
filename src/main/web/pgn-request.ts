import type { Outcome } from "../../shared/games.ts";
import { accept, type Result } from "../../shared/result.ts";
import { pgnToGame } from "../games/notation/pgn-import.ts";
import { type ImportRequest, playerName } from "../tables/tables.ts";

/** A PGN as a game to keep: players and result as its tags name them. */
export function readImport(pgn: string): Result<ImportRequest> {
  const game = pgnToGame(pgn);
  if (!game.ok) return game;
  const { tags, startFen, moves, result } = game.value;
  return accept({
    players: { white: playerName(tags["White"], "White"), black: playerName(tags["Black"], "Black") },
    fen: startFen ?? undefined,
    moves: moves.map(({ uci }) => uci),
    outcome: outcomeOf(result),
  });
}

function outcomeOf(result: "1-0" | "0-1" | "1/2-1/2" | "*"): Outcome | null {
  switch (result) {
    case "1-0":
      return { winner: "white", reason: "recorded" };
    case "0-1":
      return { winner: "black", reason: "recorded" };
    case "1/2-1/2":
      return { winner: null, reason: "recorded" };
    case "*":
      return null;
  }
}
