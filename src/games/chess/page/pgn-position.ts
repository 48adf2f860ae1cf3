import { accept, invalid, type Result } from "../../../shared/result.ts";
import { gamesIn } from "../pgn/games.ts";
import { startFenIn, whyNotOurs } from "../pgn/tokens.ts";
import { fenOf, positionOf } from "../rules/board.ts";
import { initialFen } from "../rules/fen.ts";
import { playWritten } from "../rules/free.ts";
import { normalizeFen } from "../rules/setup.ts";

const unreadablePosition = invalid("This is neither a FEN nor a PGN with moves.");

/** The position at the end of a PGN's main line, as FEN. Refuses what is none, and the first move that cannot be played. */
export function lastPositionOf(pgn: string): Result<string> {
  const [{ tokens } = { tokens: [] }] = gamesIn(pgn);
  const problem = tokens.find(({ kind }) => kind === "problem");
  // A text that begins like neither tags nor moves was never meant to be a PGN.
  const isPgn = /^\s*(?:\[|\d+\s*[.)]|`)/.test(pgn);
  if (problem?.kind === "problem" && isPgn)
    return invalid(`This PGN cannot be used: ${problem.reason} in line ${problem.line}.`);
  const main = tokens.filter(({ isMain }) => isMain);
  const tags = new Map(main.flatMap((token) => (token.kind === "tag" ? [[token.name, token.value]] : [])));
  const sans = main.flatMap((token) => (token.kind === "move" ? [token.text] : []));
  const notOurs = whyNotOurs(tags.get("Variant"));
  if (notOurs !== null) return invalid(`This PGN cannot be used: ${notOurs}`);
  const fen = startFenIn(tags);
  if (problem || (fen === null && sans.length === 0)) return unreadablePosition;
  const start = normalizeFen(fen ?? initialFen);
  if (!start.ok) return start;
  let position = positionOf(start.value);
  for (const san of sans) {
    const number = `${position.fullmoves}${position.turn === "white" ? "." : "…"}`;
    const play = playWritten(position, san);
    if (!play.ok)
      return isPgn
        ? invalid(`This PGN cannot be played through: ${number} ${san.slice(0, 20)} is not a legal move.`)
        : unreadablePosition;
    ({ position } = play.value);
  }
  return accept(fenOf(position));
}
