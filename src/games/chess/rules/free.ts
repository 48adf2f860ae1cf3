import { signAfter } from "../../../shared/glyphs.ts";
import { accept, type Refusal, type Result } from "../../../shared/result.ts";
import { illegalMove, type Move, unwrap } from "../../game.ts";
import {
  type LegalMove,
  movesFrom,
  movesMeant,
  type Position,
  piecesMeant,
  playOn,
  quoteText,
  readMove,
  sanOf,
  uciOf,
  type WrittenMove,
} from "./board.ts";
import { illegalBy, whyIllegal } from "./illegal.ts";

/** Longest text that is read, in characters. */
const longestText = 200;

/** Signs that people and assistants write for a letter or a dash of the notations. */
const signRules: readonly (readonly [RegExp, string])[] = [
  [/[-=]*>|[→⇒⇨⟶⟹↦➔➙➛➜➝➞➡]/g, "-"],
  [/[\p{Pd}−]+/gu, "-"],
  [/×/g, "x"],
  [/[♔♚]/g, "K"],
  [/[♕♛]/g, "Q"],
  [/[♖♜]/g, "R"],
  [/[♗♝]/g, "B"],
  [/[♘♞]/g, "N"],
  [/[♙♟]/g, "P"],
  [/[()[\]{}<†‡]/g, ""],
];

/**
 * Words for the signs of the notations, in the order in which they are replaced: `knight takes on e5`, `castles short`.
 */
const wordRules: readonly (readonly [RegExp, string])[] = [
  [/^\W*castl(?:es?|ing)\W+(?:king\W?side|short)\W*$/i, "O-O"],
  [/^\W*castl(?:es?|ing)\W+(?:queen\W?side|long)\W*$/i, "O-O-O"],
  [/\bpromot(?:es|ing|e)(?:\s+to)?\b/gi, "="],
  ...(["pawn", "bishop", "rook", "queen", "king"] as const).map(
    (piece) => [new RegExp(`\\b${piece}\\b`, "gi"), piece.charAt(0).toUpperCase()] as const,
  ),
  [/\bknight\b/gi, "N"],
  [/\b(?:takes|captures)(?:\s+on)?\b/gi, "x"],
  [/\b(?:from|goes|moves|to)\b/gi, " "],
];

/** A text as it is seen: without invisible characters, with plain letters for full-width ones and the like. */
export const visible = (text: string): string =>
  text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");

/** A text without the signs of an assessment at its end, such as `±`. */
function withoutSigns(text: string): string {
  const sign = signAfter(text);
  return sign === null ? text : withoutSigns(text.slice(0, -sign.length));
}

/** In the letters of the notations, spaces between words kept. */
const inPlainLetters = (text: string): string =>
  [...signRules, ...wordRules].reduce((all, [sign, plain]) => all.replace(sign, plain), withoutSigns(visible(text)));

/** Without what stands around a single move: quotes, its number, spaces in it, `ep`; castling with its dashes. Two lines are no single move. */
const bareMove = (plain: string): string =>
  unwrap(unwrap(plain).replace(/^\d{1,5}(?:[\s.:)]+|(?=[A-Za-z]))/, ""))
    .replace(/[^\S\r\n]+/g, "")
    .replace(/(?<=[1-8])\/?e\.?p\.?(?=[+#!?]*\.?$)/i, "")
    .replace(/^[O0]-?[O0](-?[O0])?(?=[+#!?]*\.?$)/i, (_, third) => (third === undefined ? "O-O" : "O-O-O"));

/** Whether a pawn has a legal move with these squares, whatever the promotion. */
const hasLegalPawnMove = (position: Position, move: WrittenMove): boolean =>
  move.kind === "piece" &&
  piecesMeant(position, move).some((from) => movesFrom(position, from).some(({ to }) => to === move.to));

/**
 * The possible meanings of a text that is not in a standard notation: with arrows, figurines, other signs or words for
 * their letters (`knight to f3`), and in letters of the wrong case. A lower-case “b” is a bishop, too, except where it
 * captures as a pawn does in SAN (`bxc4`). Likeliest first.
 */
function freeReadings(position: Position, text: string): readonly WrittenMove[] {
  if (text.length > longestText) return [];
  const bare = bareMove(inPlainLetters(text));
  const capital = bare.charAt(0).toUpperCase() + bare.slice(1).toLowerCase();
  const plain = readMove(bare);
  const isPawns = isPawnOfB(plain, bare) && plain.captures && hasLegalPawnMove(position, plain);
  const readings = [
    plain,
    plain === null || (isPawnOfB(plain, bare) && !isPawns) ? readMove(capital) : null,
    plain === null ? readMove(bare.toLowerCase()) : null,
  ];
  return readings.filter((reading) => reading !== null);
}

type PieceMove = Extract<WrittenMove, { kind: "piece" }>;
const isPawnOfB = (move: WrittenMove | null, bare: string): move is PieceMove =>
  move?.kind === "piece" && move.piece === "pawn" && move.file !== null && bare.startsWith("b");

/** The legal moves that any of some readings can mean, each once. */
const movesOfAny = (position: Position, readings: readonly WrittenMove[]): readonly LegalMove[] => [
  ...new Map(readings.flatMap((each) => movesMeant(position, each)).map((move) => [uciOf(move), move])).values(),
];

/**
 * The legal moves that a text can mean, in any way in which people write moves: one if it is clear. A text in a standard
 * notation has no other meaning, if it has this one.
 */
export function movesWritten(position: Position, text: string): readonly LegalMove[] {
  const move = readMove(text);
  const isClear = move !== null && !(isPawnOfB(move, text.trim()) && !move.captures);
  const moves = isClear ? movesMeant(position, move) : [];
  return moves.length > 0 ? moves : movesOfAny(position, freeReadings(position, text));
}

/**
 * The problem with a text of several moves, such as `1. e4 e5`, as a clause that names one which can be played now;
 * null for other texts. Two squares are written alike, and are taken for moves where the first of them could be played.
 */
function whySeveral(position: Position, text: string): string | null {
  if (text.length > longestText) return null;
  const plain = unwrap(inPlainLetters(text));
  const words = plain
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d{1,5}(?:[.:]+|$)/, ""))
    .filter((word) => word !== "");
  const readings = words.map((word) => freeReadings(position, word));
  if (words.length < 2 || readings.some((each) => each.length === 0)) return null;
  const moves = readings.map((each) => movesOfAny(position, each)[0]);
  if (!/^\d/.test(plain) && moves[0] === undefined && readMove(text) !== null) return null;
  const playable = moves.find((move) => move !== undefined);
  const example = playable === undefined ? "" : `, such as ${sanOf(position, playable)}`;
  return `${quoteText(text)} is more than one move: write only your own next one${example}`;
}

const plainMessage = "Write the squares it leaves and enters (e2e4, a7a8q, e1g1) or SAN (Nf3, exd5, e8=Q, O-O)";
/** Whether a text says that a side passes, as analysts write it in variations. */
export const isNullMove = (text: string): boolean => /^(?:-{2,3}|—|–|Z0|0000|@@@@|null|pass)$/i.test(text.trim());
const illegal = ({ kind, reason }: ReturnType<typeof whyIllegal>): Refusal => illegalMove(kind, `${reason}.`);
const noMove = (reason: string): Refusal => illegal(illegalBy.notation(reason));

/**
 * Reads a move in whatever way it is written, for players and for files alike. Refuses with `ILLEGAL_MOVE`, and the
 * reason in chess terms, what no legal move is meant by, or more than one.
 */
export function readLegalMove(position: Position, text: string): Result<LegalMove> {
  const [move, ...others] = movesWritten(position, text);
  if (move === undefined) {
    if (isNullMove(text))
      return noMove(`${quoteText(text.trim())} passes the turn, which chess does not allow: every turn needs a move`);
    const several = whySeveral(position, text);
    if (several !== null) return noMove(several);
    const move = freeReadings(position, text)[0] ?? readMove(text);
    return move ? illegal(whyIllegal(position, move)) : noMove(`${quoteText(text)} is not a move. ${plainMessage}`);
  }
  if (others.length === 0) return accept(move);
  const choices = [move, ...others].map((each) => `${sanOf(position, each)} (${uciOf(each)})`);
  return illegal(illegalBy.ambiguous(`${quoteText(text.trim())} is ambiguous, it could be ${choices.join(" or ")}`));
}

/** The position after a move that is written in any way, and the move. Leaves the position before it as it was. */
export function playWritten(
  before: Position,
  text: string,
): Result<{ readonly position: Position; readonly move: Move }> {
  const reading = readLegalMove(before, text);
  if (!reading.ok) return reading;
  const position = before.clone();
  return accept({ position, move: { code: uciOf(reading.value), text: playOn(position, reading.value) } });
}
