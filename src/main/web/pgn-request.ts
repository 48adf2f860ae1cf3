import type { Outcome } from "../../shared/games.ts";
import { accept, type Result } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { pgnToGame } from "../games/notation/pgn-import.ts";
import { type ImportRequest, playerName } from "../tables/tables.ts";

/** A PGN as a game to keep: players and result as its tags name them. */
export function readImport(pgn: string): Result<ImportRequest> {
  const game = pgnToGame(pgn);
  if (!game.ok) return game;
  const { tags, startFen, moves, result } = game.value;
  return accept({
    players: { white: playerName(tags["White"], "White"), black: playerName(tags["Black"], "Black") },
    tags: keptTags(tags),
    fen: startFen ?? undefined,
    moves: moves.map(({ uci }) => uci),
    outcome: outcomeOf(result),
  });
}

/** Most tags that are kept, and the longest value, in characters; a PGN may hold any number of them. */
const MOST_TAGS = 40;
const LONGEST_TAG = 200;

/** Event, date, ratings and the like, for the day when the game is written out again. */
function keptTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  const known = new Set(["White", "Black", "Result", "FEN", "SetUp"]);
  const others = Object.entries(tags).filter(([name]) => !known.has(name));
  return Object.fromEntries(
    others.slice(0, MOST_TAGS).map(([name, value]) => [name, clip(cleanLine(value), LONGEST_TAG)]),
  );
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
