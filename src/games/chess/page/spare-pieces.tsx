import type { HTMLAttributes } from "preact";
import { piecesOf } from "../rules/fen.ts";
import { imageOf } from "./material.ts";
import { pieceInWords } from "./words.ts";

/** The effect of a click on a square: sets a piece, or removes the one there. */
export type SquareAction = string | "none";
const nameOf = (letter: string): string => pieceInWords(piecesOf(`${letter}7/8/8/8/8/8/8/8`)("a8"));

interface SpareProps {
  readonly color: "white" | "black";
  readonly tool: SquareAction;
  readonly onTool: (tool: SquareAction) => void;
  readonly onTake: (event: PointerEvent, letter: string, from: null) => void;
  readonly dragging: Pick<HTMLAttributes, "onPointerMove" | "onPointerUp" | "onLostPointerCapture">;
}

/** Whether it is a real click: one that ends a drag has another target, and one from a key has no position. */
const isPress = ({ detail, clientX, clientY, currentTarget }: MouseEvent): boolean =>
  detail === 0 || document.elementFromPoint(clientX, clientY) === currentTarget;

/** The pieces beside the board, to be dragged onto it, or chosen for the next clicks. */
export const SparePieces = ({ color, tool, onTool, onTake, dragging }: SpareProps) => (
  <div class="setup-spare">
    {[...(color === "white" ? "KQRBNP" : "kqrbnp")].map((letter) => (
      <button
        type="button"
        key={letter}
        aria-pressed={tool === letter}
        aria-label={nameOf(letter)}
        title={nameOf(letter)}
        style={{ backgroundImage: imageOf(letter) }}
        onClick={(event) => isPress(event) && onTool(tool === letter ? "none" : letter)}
        onPointerDown={(event) => onTake(event, letter, null)}
        {...dragging}
      />
    ))}
  </div>
);
