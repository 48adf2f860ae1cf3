import type { ChatBoardState } from "../../shared/chat-board.ts";
import { readTyped, type TypedMove } from "../board/position.ts";
import { sanOf } from "./notation.ts";

/** What the text of the move field means in a position. */
export function readChoice({ view, legal_moves }: ChatBoardState, text: string): TypedMove {
  if (view.kind === "chess") return readTyped(view.fen, legal_moves, text);
  const move = text.trim();
  const found = legal_moves.find((legal) => legal.toLowerCase() === move.toLowerCase());
  return found === undefined ? { kind: "illegal" } : { kind: "move", uci: found };
}

/** How a chosen move stands in the field. */
export const writeChoice = ({ view }: ChatBoardState, move: string): string =>
  view.kind === "chess" ? sanOf(view.fen, move) : move;

/** Whether a choice made in one state still means the same in a later one. */
export function sameDecision(one: ChatBoardState, other: ChatBoardState): boolean {
  if (one.view.kind === "odd-even" && other.view.kind === "odd-even")
    return one.view.round === other.view.round && other.view.own === null;
  return one.ply === other.ply;
}
