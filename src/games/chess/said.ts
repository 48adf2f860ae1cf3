import { parseSquare } from "chessops/util";
import type { GameDefinition } from "../game.ts";
import { positionOf } from "./rules/board.ts";
import { turnOf } from "./rules/fen.ts";
import { type ChessState, rules } from "./rules/rules.ts";

const piecePattern = "(?:king|queen|rook|bishop|knight|pawn)";
/** A move as players write it into a sentence. Capitals count: `b` is a pawn. */
const movePattern =
  `(?:${piecePattern.replace(/\b[a-z]/g, (first) => `[${first}${first.toUpperCase()}]`)}(?: from [a-h][1-8])? to [a-h][1-8]` +
  "|[a-h][1-8]\\s?-?\\s?[a-h][1-8](?:=?[qrbnQRBN])?\\b|[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBN])?\\b[+#]?" +
  "|[O0]-[O0](?:-[O0])?|castles? (?:king|queen)side)";
const moveHere = new RegExp(`[\\s"'(]*(?:my |the )?(${movePattern})`, "y");
/** The words before a move that is announced: as final, as one's own, or by praise, or where it is all of the text. */
const announcementPatterns = [
  /(?<!\b(?:black's|white's|opponent's|their|his|her|its|your|second|next|other)[\s-]+)\b(?:(?:(?:my|final|best|chosen)\s+)+(?:move|choice|answer)(?:\s+here)?(?:\s+(?:is|will be))?|the\s+move\s+is)\s*:?/gi,
  /(?<!\b(?:if|when|should|could|would|can|may|might|unless|after|once|before|must|did|do|were)\s+)\b(?:let me|let's|(?:i|we)(?:(?:'ll|\s+will|\s+should|'m|\s+am|'re|\s+are)(?:\s+going\s+to)?)?)(?:\s+(?:now|therefore|simply|just))?\s+(?:decided?\s+to\s+)?(?:play(?:ing)?|choos(?:e|ing)|pick|select|move|decided?\s+on|settle\s+on|opt\s+for|go(?:ing)?\s+(?:for|with)|(?:respond|reply|answer|recapture|capture|take)(?:\s+on\s+[a-h][1-8])?\s+(?:with|by)|(?=castles?\s))/gi,
  new RegExp(
    `(?:^\\W*?|\\bi\\s+think\\s+(?:that\\s+)?)(?=${movePattern}!*,?\\s+(?:wins?|is\\s+(?:best|strong|winning)|captures|grabs|attacks|develops|gives|forks|because|since)\\b(?![^.\\n]*\\b(?:but|not|however|yet|instead|loses)\\b))` +
      `|(?=\\b${movePattern}\\s+is\\s+(?:my|the)\\s+(?:\\w+\\s+){0,3}(?:choice|move)\\b)|^\\W*?(?=${movePattern}\\W*$)`,
    "gi",
  ),
];
/** A piece that is said to stand somewhere: `my knight on f3`, `the e4-pawn`. */
const placementPattern = new RegExp(
  `(?:\\b(my|our|white's|white|black's|black)\\s+)?\\b(?:(?<role>${piecePattern})\\s+(?:on|at|from)\\s+(?<square>[a-h][1-8])` +
    `|(?<=\\b(?:the|my|our|white's|black's)\\s+)(?<place>[a-h][1-8])[-\\s](?<name>${piecePattern}))\\b(?!\\s+(?:would|could|might)\\b)`,
  "gi",
);
/** The words before a piece that only may stand there, in the same sentence, or where no certain one is meant. */
const suppositionPattern =
  /\b(?:if|would|could|might|may|after|once|when|then|later|next|plan|want|hope|wish|like|aim|put|place|bring|get|land|post|develop|reroute|manoeuvre|maneuver|establish|threaten|was|were|had|no|not|never|without|unless|before)(?:s|d|ed|ing|ting)?\b|\b(?:an?|another|any|each|every)\s+(?:\w+\s+)?$/i;
/** The words before a move that is planned or supposed, in the same sentence, beside those that tell of long thought. */
const planPattern =
  /\b(?:if|when|then|next|after(?!\s+(?:\w+\s+){0,2}(?:thought|(?:think|consider|analy[sz]|calculat|weigh|look|evaluat|compar)\w*)\b))\b/i;
/** The sentence that a place in a text stands in, up to there. */
const sentenceBefore = (text: string, end: number): string => text.slice(0, end).replace(/^.*[.;!?\n]/s, "");
/** Most announcements of a kind, and pieces, that are looked at. */
const MOST_ANNOUNCEMENTS = 40;

/**
 * The contradictions between a player's text and its move: that it plays another one, and each piece that stands there
 * neither before the move nor after it. The last final announcement counts; else one of the played move is enough. Reads
 * English; what is weighed, planned, wished or feared is no statement.
 */
export const contradictions: NonNullable<GameDefinition<ChessState>["contradictions"]> = (before, played, text) => {
  const plain = text.replace(/[*`_]/g, "").replace(/[’‘]/g, "'").replace(/[–—]/g, "-");
  const [finals = [], own = [], praised = []] = announcementPatterns.map((words) =>
    [...plain.matchAll(words)].slice(-MOST_ANNOUNCEMENTS).flatMap(({ 0: { length }, index }) => {
      moveHere.lastIndex = index + length;
      const said = moveHere.exec(plain)?.[1];
      return said === undefined || planPattern.test(sentenceBefore(plain, index)) ? [] : { said, index };
    }),
  );
  const named = plain.indexOf(played.move.text);
  // After the played move, another one is a plan.
  const stated = named < 0 ? own : own.filter(({ index }) => index < named);
  const announced = [finals.slice(-1), stated, named < 0 ? praised : []].find(({ length }) => length > 0) ?? [];
  const isPlayed = announced.some(({ said }) => {
    const read = rules.play(before, "", said);
    return read.ok && read.value.move.code === played.move.code;
  });
  const boards = [before, played.state].map(({ fen }) => positionOf(fen).board);
  const misplaced = [...plain.matchAll(placementPattern)]
    .slice(0, MOST_ANNOUNCEMENTS)
    .flatMap(({ 0: whole, 1: whose = "", index, groups }) => {
      const { role, name = role, square = "", place = square } = groups ?? {};
      const man = name?.toLowerCase();
      const side = /^(?:my|our)$/i.test(whose) ? turnOf(before.fen) : whose.slice(0, 5).toLowerCase();
      const men = boards.map((board) => board.get(parseSquare(place.toLowerCase()) ?? 0));
      const stands = men.some((each) => each?.role === man && (side === "" || each?.color === side));
      return stands || suppositionPattern.test(sentenceBefore(plain, index)) ? [] : [whole.slice(whose.length).trim()];
    });
  return [
    ...(isPlayed ? [] : announced.slice(-1)).map(({ said }) => ({ kind: "other-move", said }) as const),
    ...[...new Set(misplaced)].map((said) => ({ kind: "no-piece", said }) as const),
  ];
};
