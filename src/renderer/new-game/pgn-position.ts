import { makeFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { type Answer, failure } from "../api/answer.ts";

const wrong = (message: string) => failure("INVALID_ARGUMENT", message);

/** The position at the end of a PGN's main line, as FEN. Refuses what is none, and the first move that cannot be played. */
export function lastPositionOf(pgn: string): Answer<string> {
  const [game] = parsePgn(pgn);
  if (!game || (game.headers.get("FEN") === undefined && game.moves.children.length === 0))
    return wrong("This is neither a FEN nor a PGN with moves.");
  const start = startingPosition(game.headers);
  if (start.isErr) return wrong("The PGN begins from a position that cannot be read.");
  const position = start.value;
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(position, san);
    const number = `${position.fullmoves}${position.turn === "white" ? "." : "…"}`;
    if (!move) return wrong(`The PGN cannot be played through: ${number} ${san.slice(0, 20)} is not possible there.`);
    position.play(move);
  }
  return { ok: true, value: makeFen(position.toSetup()) };
}
