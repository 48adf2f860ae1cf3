import type { View } from "../../shared/game-terms.ts";
import { missingCase } from "../../shared/result.ts";
import { ChessPicture } from "./chess-picture.tsx";
import "./mini-board.css";
import { OddEvenPicture } from "./odd-even-picture.tsx";
import { TicTacToePicture } from "./tic-tac-toe-picture.tsx";

export interface MiniBoardProps {
  readonly view: View;
  readonly lastMove?: string | null;
  /** Seen from the second seat. */
  readonly flipped?: boolean;
}

/** A small picture of a position; as wide as its place. For the eye alone: words stand beside it. */
export function MiniBoard({ view, lastMove = null, flipped = false }: MiniBoardProps) {
  return (
    <div class="mini-frame" aria-hidden="true">
      <Picture view={view} lastMove={lastMove} flipped={flipped} />
    </div>
  );
}

function Picture({ view, lastMove, flipped }: Required<MiniBoardProps>) {
  switch (view.kind) {
    case "chess":
      return <ChessPicture fen={view.fen} check={view.check} lastMove={lastMove} flipped={flipped} />;
    case "tic-tac-toe":
      return <TicTacToePicture view={view} lastMove={lastMove} />;
    case "odd-even":
      return <OddEvenPicture view={view} />;
    default:
      return missingCase(view);
  }
}
