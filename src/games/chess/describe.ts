import { attacks, between } from "chessops/attacks";
import { SquareSet } from "chessops/squareSet";
import type { Color, Square } from "chessops/types";
import { makeSquare, opposite, roleToChar } from "chessops/util";
import type { Description } from "../game.ts";
import { allMoves, attackersOf, colorName, fromTop, kingOf, type Position, positionOf, sanOf } from "./rules/board.ts";
import { byWorth, positionKey, roleWorth } from "./rules/fen.ts";
import { type ChessState, claimableDraw, reasons, rules } from "./rules/rules.ts";

/** The piece on a square, as `Nf3`; a pawn as `e4`. */
function pieceName({ board }: Position, square: Square): string {
  const role = board.getRole(square) ?? "pawn";
  return `${role === "pawn" ? "" : roleToChar(role).toUpperCase()}${makeSquare(square)}`;
}

const namesOf = (position: Position, squares: SquareSet): readonly string[] =>
  fromTop(squares).map((square) => pieceName(position, square));

type SideDescription = ReturnType<typeof sideOf>;

/** The pieces of one side. */
function sideOf(position: Position, color: Color) {
  const { board } = position;
  const own = fromTop(board[color]);
  const targets = own.flatMap((square) => {
    const attackers = namesOf(position, attackersOf(position, square, opposite(color)));
    const defenders = namesOf(position, attackersOf(position, square, color));
    return attackers.length === 0 ? [] : [{ piece: pieceName(position, square), attackers, defenders }];
  });
  const loose = own.filter((square) => !board.king.has(square) && attackersOf(position, square, color).isEmpty());
  return {
    material: materialOf(position, color),
    /** Attacked by the other side; pinned attackers and defenders count, as they do for people. */
    attacked: targets,
    /** Undefended pieces, except the king. */
    undefended: loose.map((square) => pieceName(position, square)),
    /** Pieces pinned to their own king. */
    pins: pinsOf(position, color),
  };
}

function materialOf({ board }: Position, color: Color) {
  const men = byWorth.map((role) => ({ role, count: board.pieces(color, role).size() }));
  return {
    points: men.reduce((total, { role, count }) => total + roleWorth[role] * count, 0),
    pieces: men
      .flatMap(({ role, count }) => (count > 0 ? [`${roleToChar(role).toUpperCase()}×${count}`] : []))
      .join(" "),
  };
}

/** The opponent's pieces that would attack the king but for one piece in between. */
function pinsOf(position: Position, color: Color) {
  const { board } = position;
  const king = kingOf(position, color);
  const alone = SquareSet.empty();
  const lines = (role: "rook" | "bishop") => attacks({ role, color }, king, alone);
  const snipers = lines("rook")
    .intersect(board.rooksAndQueens())
    .union(lines("bishop").intersect(board.bishopsAndQueens()))
    .intersect(board[opposite(color)]);
  return fromTop(snipers).flatMap((sniper) => {
    const pinned = between(king, sniper).intersect(board.occupied).singleSquare();
    if (pinned === undefined || !board[color].has(pinned)) return [];
    return [{ piece: pieceName(position, pinned), by: pieceName(position, sniper), king: pieceName(position, king) }];
  });
}

/**
 * Describes material, attacked and undefended pieces, checks, pins and a claimable draw: by the rules, without an
 * engine.
 */
export function describe(state: ChessState): Description {
  const position = positionOf(state.fen);
  const { turn } = position;
  const [white, black] = [sideOf(position, "white"), sideOf(position, "black")];
  const checkers = namesOf(position, position.ctx().checkers);
  const over = rules.outcome(state) !== null;
  const moves = over ? [] : allMoves(position).map((move) => sanOf(position, move));
  const checks = moves.filter((san) => /[+#]$/.test(san));
  const draw = claimableDraw(state);
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
      side_to_move: turn,
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
}

const materialText = (who: string, { material }: SideDescription): string =>
  `${who} ${material.points} (${material.pieces || "nothing"})`;

function balanceText(balance: number): string {
  if (balance === 0) return "even";
  return `${balance > 0 ? "White" : "Black"} is ${Math.abs(balance)} ahead`;
}

function sideLines(who: string, { attacked, undefended, pins }: SideDescription): readonly string[] {
  const lines = attacked.map(
    ({ piece, attackers, defenders }) =>
      `${piece} (by ${attackers.join(", ")}; ${defenders.length === 0 ? "undefended" : `defended by ${defenders.join(", ")}`})`,
  );
  const pinned = pins.map(({ piece, by }) => `${piece} by ${by}`);
  return [
    `- ${who}’s attacked pieces: ${lines.join("; ") || "none"}`,
    `- ${who}’s undefended pieces: ${undefended.join(" ") || "none"}`,
    ...(pinned.length > 0 ? [`- ${who}’s pinned pieces: ${pinned.join("; ")}`] : []),
  ];
}
