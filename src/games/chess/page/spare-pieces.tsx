import { piecesOf } from "../rules/fen.ts";
import { pieceInWords } from "./words.ts";

const letters = [..."KQRBNPkqrbnp"] as const;
/** The effect of a press on a square: puts a piece there, or takes away the one there. */
export type SquareAction = string | "none";
/** The picture of a piece, by its letter in a FEN. */
export const imageOf = (letter: string): string =>
  `var(--piece-${letter === letter.toUpperCase() ? "w" : "b"}${letter.toUpperCase()})`;
const nameOf = (letter: string): string => pieceInWords(piecesOf(`${letter}7/8/8/8/8/8/8/8`)("a8"));

interface SpareProps {
  readonly color: "white" | "black";
  readonly tool: SquareAction;
  readonly onTool: (tool: SquareAction) => void;
  readonly onTake: (event: PointerEvent, letter: string, from: null) => void;
  readonly onMove: (event: PointerEvent) => void;
  readonly onDrop: (event: PointerEvent) => void;
  readonly onEnd: () => void;
}

/** Whether a click is one: that which ends a drag comes from elsewhere, and that of a key from nowhere. */
const isPress = ({ detail, clientX, clientY, currentTarget }: MouseEvent): boolean =>
  detail === 0 || document.elementFromPoint(clientX, clientY) === currentTarget;

/** The pieces beside the board: to be dragged onto it, or chosen for the next presses. */
export const SparePieces = ({ color, tool, onTool, onTake, onMove, onDrop, onEnd }: SpareProps) => (
  <div class="setup-spare">
    {letters
      .filter((letter) => (letter === letter.toUpperCase()) === (color === "white"))
      .map((letter) => (
        <button
          type="button"
          key={letter}
          aria-pressed={tool === letter}
          aria-label={nameOf(letter)}
          title={nameOf(letter)}
          style={{ backgroundImage: imageOf(letter) }}
          onClick={(event) => isPress(event) && onTool(tool === letter ? "none" : letter)}
          onPointerDown={(event) => onTake(event, letter, null)}
          onPointerMove={onMove}
          onPointerUp={onDrop}
          onLostPointerCapture={onEnd}
        />
      ))}
  </div>
);
