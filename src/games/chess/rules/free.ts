import { unwrapped } from "../../unwrapped.ts";
import { type LegalMove, movesFrom, type Position, sanOf, uciOf } from "./board.ts";
import { movesMeant, piecesMeant } from "./candidates.ts";
import { quoteText, readMove, type WrittenMove } from "./text.ts";

/** Longest text that is read, in characters. */
const longestText = 200;

/** Signs that people and assistants write for a letter or a dash of the notations. */
const signs: readonly (readonly [RegExp, string])[] = [
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
const words: readonly (readonly [RegExp, string])[] = [
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

/** In the letters of the notations, spaces between words kept. Full-width letters and the like become plain ones. */
function inPlainLetters(text: string): string {
  const visible = text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return [...signs, ...words].reduce((changed, [sign, plain]) => changed.replace(sign, plain), visible);
}

/** Without what stands around a single move: quotes, its number, spaces in it, `ep`; castling with its dashes. Two lines are no single move. */
const bareMove = (plain: string): string =>
  unwrapped(unwrapped(plain).replace(/^\d{1,5}(?:[\s.:]+|(?=[A-Za-z]))/, ""))
    .replace(/[^\S\r\n]+/g, "")
    .replace(/(?<=[1-8])e\.?p\.?(?=[+#!?]*\.?$)/i, "")
    .replace(/^[O0]-?[O0](-?[O0])?(?=[+#!?]*\.?$)/i, (_, third) => (third === undefined ? "O-O" : "O-O-O"));

/** Whether a pawn has a legal move with these squares, whatever the promotion. */
const pawnCanGo = (position: Position, written: WrittenMove): boolean =>
  written.kind === "piece" &&
  piecesMeant(position, written).some((from) => movesFrom(position, from).some(({ to }) => to === written.to));

/**
 * The possible meanings of a text that is not in a standard notation: with arrows, figurines, other signs or words for
 * their letters (`knight to f3`), and in letters of the wrong case. A lower-case “b” is a bishop only where no pawn can
 * go there. Likeliest first.
 */
export function freeReadings(position: Position, text: string): readonly WrittenMove[] {
  if (text.length > longestText) return [];
  const bare = bareMove(inPlainLetters(text));
  const capital = bare.charAt(0).toUpperCase() + bare.slice(1).toLowerCase();
  const plain = readMove(bare);
  const isPawns = plain?.kind === "piece" && plain.piece === "pawn" && bare.startsWith("b");
  const readings = [
    plain,
    plain === null || (isPawns && !pawnCanGo(position, plain)) ? readMove(capital) : null,
    plain === null ? readMove(bare.toLowerCase()) : null,
  ];
  return readings.filter((reading) => reading !== null);
}

/** The legal moves that any of some readings can mean, each once. */
export const movesOfAny = (position: Position, readings: readonly WrittenMove[]): readonly LegalMove[] => [
  ...new Map(readings.flatMap((each) => movesMeant(position, each)).map((move) => [uciOf(move), move])).values(),
];

/**
 * The problem with a text of several moves, such as `1. e4 e5`, as a clause that names one which can be played now;
 * null for other texts. Two squares are written alike, and are taken for moves where the first of them could be played.
 */
export function whySeveral(position: Position, text: string): string | null {
  if (text.length > longestText) return null;
  const plain = unwrapped(inPlainLetters(text));
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
