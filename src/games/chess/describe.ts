import type { Chess, Color, Square } from "chess.js";
import { SQUARES } from "chess.js";
import type { Describer, Description } from "../analysis.ts";
import { boardOf, colorName, fileOf, kingOf, otherColor, rankOf, squareAt } from "./rules/board.ts";
import { materialOf } from "./rules/material.ts";
import { reasons } from "./rules/reasons.ts";
import { type ChessState, positionKey, rules } from "./rules/rules.ts";

/** What the pieces are worth, as people count; the king is not counted. */
const points = { q: 9, r: 5, b: 3, n: 3, p: 1 } as const;
const worth = ["q", "r", "b", "n", "p"] as const;

interface Attacked {
  readonly piece: string;
  readonly attackers: readonly string[];
  readonly defenders: readonly string[];
}
interface Pin {
  readonly piece: string;
  readonly by: string;
  readonly king: string;
}

/** One side's men in a position. */
interface Side {
  readonly material: { readonly points: number; readonly pieces: string };
  /** Attacked by the other side; pinned attackers and defenders count, as they do for the eye. */
  readonly attacked: readonly Attacked[];
  /** That none of its own defends, the king aside. */
  readonly undefended: readonly string[];
  /** Pinned to its own king. */
  readonly pins: readonly Pin[];
}

/** What stands on a square, as `Nf3`; a pawn as `e4`. */
function named(board: Chess, square: Square): string {
  const piece = board.get(square);
  return piece === undefined || piece.type === "p" ? square : `${piece.type.toUpperCase()}${square}`;
}

function sideOf(board: Chess, color: Color): Side {
  const them = otherColor(color);
  const own = SQUARES.filter((square) => board.get(square)?.color === color);
  const names = (squares: readonly Square[]) => squares.map((square) => named(board, square));
  const attacked = own.flatMap((square): Attacked[] => {
    const attackers = board.attackers(square, them);
    if (attackers.length === 0) return [];
    return [
      {
        piece: named(board, square),
        attackers: names(attackers),
        defenders: names(board.attackers(square, color)),
      },
    ];
  });
  const undefended = own.filter(
    (square) => board.get(square)?.type !== "k" && board.attackers(square, color).length === 0,
  );
  return {
    material: materialOfSide(board.fen(), color),
    attacked,
    undefended: names(undefended),
    pins: pinsOf(board, color),
  };
}

function materialOfSide(fen: string, color: Color): Side["material"] {
  const men = materialOf(fen)[color];
  return {
    points: worth.reduce((total, piece) => total + points[piece] * men[piece], 0),
    pieces: worth.flatMap((piece) => (men[piece] > 0 ? [`${piece.toUpperCase()}×${men[piece]}`] : [])).join(" "),
  };
}

const directions = [-1, 0, 1].flatMap((file) => [-1, 0, 1].map((rank) => ({ file, rank })));

/** From the king outwards on each line: a man of its own, and behind it one of theirs that moves along that line. */
function pinsOf(board: Chess, color: Color): readonly Pin[] {
  const king = kingOf(board, color);
  return directions.flatMap(({ file, rank }): Pin[] => {
    const [first, second] = menOnLine(board, king, file, rank);
    if (first === undefined || second === undefined) return [];
    const pinner = board.get(second);
    const sliders = file === 0 || rank === 0 ? "qr" : "qb";
    if (board.get(first)?.color !== color || pinner === undefined) return [];
    if (pinner.color === color || !sliders.includes(pinner.type)) return [];
    return [{ piece: named(board, first), by: named(board, second), king: named(board, king) }];
  });
}

/** The first two squares on a line that are not empty; no line where it has no direction. */
function menOnLine(board: Chess, from: Square, file: number, rank: number): readonly Square[] {
  const found: Square[] = [];
  if (file === 0 && rank === 0) return found;
  for (let step = 1; found.length < 2; step += 1) {
    const square = squareAt(fileOf(from) + file * step, rankOf(from) + rank * step);
    if (square === null) break;
    if (board.get(square) !== undefined) found.push(square);
  }
  return found;
}

/** Material, attacked and undefended men, checks, pins and a draw that may be claimed: by the rules, without an engine. */
export const describer: Describer<ChessState> = {
  describe(state): Description {
    const board = boardOf(state.fen);
    const turn = board.turn();
    const [white, black] = [sideOf(board, "w"), sideOf(board, "b")];
    const checkers = board.attackers(kingOf(board, turn), otherColor(turn)).map((square) => named(board, square));
    const over = rules.outcome(state) !== null;
    const moves = over ? [] : board.moves();
    const checks = moves.filter((san) => /[+#]$/.test(san));
    const draw = rules.claimableDraw(state);
    const claim = draw && Object.entries(reasons).find(([reason]) => reason === draw.reason)?.[1];
    const balance = white.material.points - black.material.points;
    return {
      lines: [
        `- To move: ${colorName(turn)}, ${moves.length} legal moves`,
        `- Material: ${materialText("White", white)}; ${materialText("Black", black)}; ${balanceText(balance)}`,
        `- Check: ${checkers.length === 0 ? "no" : `${colorName(turn)} is in check from ${checkers.join(" and ")}`}`,
        ...sideLines("White", white),
        ...sideLines("Black", black),
        `- Moves that give check: ${checks.length === 0 ? "none" : checks.join(" ")}`,
        `- Draw that may be claimed: ${claim ?? "none"}`,
      ],
      facts: {
        side_to_move: turn === "w" ? "white" : "black",
        legal_moves_count: moves.length,
        balance,
        checkers,
        checks,
        claimable_draw: draw?.reason ?? null,
        times_occurred: state.seen[positionKey(state.fen)] ?? 1,
        white,
        black,
      },
    };
  },
};

const materialText = (who: string, { material }: Side): string =>
  `${who} ${material.points} (${material.pieces || "nothing"})`;

function balanceText(balance: number): string {
  if (balance === 0) return "even";
  return `${balance > 0 ? "White" : "Black"} is ${Math.abs(balance)} ahead`;
}

function sideLines(who: string, { attacked, undefended, pins }: Side): readonly string[] {
  const told = attacked.map(
    ({ piece, attackers, defenders }) =>
      `${piece} (by ${attackers.join(", ")}; ${defenders.length === 0 ? "undefended" : `defended by ${defenders.join(", ")}`})`,
  );
  const pinned = pins.map(({ piece, by }) => `${piece} by ${by}`);
  return [
    `- ${who}’s attacked pieces: ${told.join("; ") || "none"}`,
    `- ${who}’s undefended pieces: ${undefended.join(" ") || "none"}`,
    ...(pinned.length > 0 ? [`- ${who}’s pinned pieces: ${pinned.join("; ")}`] : []),
  ];
}
