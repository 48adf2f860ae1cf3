import { parseSquare } from "chessops/util";
import type { Contradiction, Played } from "../game.ts";
import { positionOf } from "./rules/board.ts";
import { turnOf } from "./rules/fen.ts";
import { type ChessState, rules } from "./rules/rules.ts";

const piece = "(?:king|queen|rook|bishop|knight|pawn)";
/** A move as players write it into a sentence. Capitals count: `b` is a pawn. */
const move =
  `(?:${piece.replace(/\b[a-z]/g, (first) => `[${first}${first.toUpperCase()}]`)}(?: from [a-h][1-8])? to [a-h][1-8]` +
  "|[a-h][1-8]\\s?-?\\s?[a-h][1-8](?:=?[qrbnQRBN])?\\b|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?\\b[+#]?" +
  "|[O0]-[O0](?:-[O0])?|castles? (?:king|queen)side)";
const moveHere = new RegExp(`[\\s"'(]*(?:my |the )?(${move})`, "y");
/** The words that announce a move: those of the first kind are final. */
const announcements = [
  /\b(?:(?:my|final|best|chosen)\s+)+(?:move|choice|answer)(?:\s+here)?(?:\s+(?:is|will be))?\s*:?/gi,
  /(?<!\b(?:if|when|should|could|would|can|may|might|unless|after|once|before|must|did|do|were)\s+)\b(?:let me|let's|(?:i|we)(?:(?:'ll|\s+will|'m|\s+am|'re|\s+are)(?:\s+going\s+to)?)?)(?:\s+(?:now|therefore|simply|just))?\s+(?:play(?:ing)?|choos(?:e|ing)|pick|go(?:ing)?\s+(?:for|with)|move(?=\s+(?:[a-h][1-8]|[kqrbn]))|(?=castles?\s))/gi,
] as const;
/** A text that begins with a move, and its praise. */
const praised = new RegExp(
  `^\\W*(${move})!*,?\\s+(?:wins?|is\\s+(?:best|strong|winning)|captures|grabs|attacks|develops|gives|forks|because|since)\\b(?![^.\\n]*\\b(?:but|not|however|yet|instead|loses)\\b)`,
);
/** A piece that is said to stand somewhere: `my knight on f3`, `the e4-pawn`. */
const placed = new RegExp(
  `(?:\\b(my|our|white's|white|black's|black)\\s+)?\\b(?:(?<role>${piece})\\s+(?:on|at|from)\\s+(?<square>[a-h][1-8])` +
    `|(?<=\\b(?:the|my|our|white's|black's)\\s+)(?<square>[a-h][1-8])[-\\s](?<role>${piece}))\\b`,
  "gi",
);
/** The words before a piece that only may stand there, in the same sentence, or where no certain one is meant. */
const imagined =
  /\b(?:if|would|could|might|may|after|once|when|then|later|next|plan|want|hope|wish|like|aim|put|place|bring|get|land|post|develop|reroute|manoeuvre|maneuver|establish|threaten|was|were|had|no|not|never|without|unless|before)(?:s|d|ed|ing|ting)?\b|\b(?:an?|another|any|each|every)\s+(?:\w+\s+)?$/i;

/** Most announcements, and pieces, that are looked at. */
const MOST = 40;

/**
 * The contradictions between a player's text and its move: that it plays another one, and each piece that stands there
 * neither before the move nor after it. The last final announcement counts; else one of the played move is enough. Reads
 * English; what is weighed, wished or feared is no statement.
 */
export function contradictions(before: ChessState, played: Played<ChessState>, text: string): readonly Contradiction[] {
  const plain = text.replace(/[*`_]/g, "").replace(/[’‘]/g, "'").replace(/[–—]/g, "-");
  const isPlayed = (written: string): boolean => {
    const read = rules.play(before, "", written);
    return read.ok && read.value.move.code === played.move.code;
  };
  const [finals = [], others = []] = announcements.map((words) =>
    [...plain.matchAll(words)].slice(-MOST).flatMap(({ 0: { length }, index }) => {
      moveHere.lastIndex = index + length;
      return moveHere.exec(plain)?.[1] ?? [];
    }),
  );
  const praise = plain.includes(played.move.text) ? [] : (praised.exec(plain)?.slice(1) ?? []);
  const announced = [finals.slice(-1), others, praise].find(({ length }) => length > 0) ?? [];
  const boards = [before, played.state].map(({ fen }) => positionOf(fen));
  const astray = [...plain.matchAll(placed)]
    .slice(0, MOST)
    .flatMap(({ 0: whole, 1: whose = "", index, groups = {} }) => {
      const { role, square = "" } = groups;
      const own = /^(?:my|our)$/i.test(whose) ? turnOf(before.fen) : whose.slice(0, 5).toLowerCase();
      const stands = boards.some(({ board }) => {
        const man = board.get(parseSquare(square.toLowerCase()) ?? 0);
        return man?.role === role?.toLowerCase() && (own === "" || man?.color === own);
      });
      const isImagined = imagined.test(/[^.;!?\n]*$/.exec(plain.slice(0, index))?.[0] ?? "");
      return stands || isImagined ? [] : [whole.slice(whose.length).trim()];
    });
  return [
    ...(announced.some(isPlayed) ? [] : announced.slice(-1)).map((said) => ({ kind: "other-move", said }) as const),
    ...[...new Set(astray)].map((said) => ({ kind: "no-piece", said }) as const),
  ];
}
