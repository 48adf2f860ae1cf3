import { EMPTY_BOARD_FEN, makeBoardFen, parseBoardFen, parsePiece } from "chessops/fen";
import { makeSquare, parseSquare } from "chessops/util";
import type { HTMLAttributes } from "preact";
import { useRef, useState } from "preact/hooks";
import { SquareGrid } from "../../grid/page/squares.tsx";
import { arrowSteps, useWalk } from "../../grid/page/walk.ts";
import type { EditorProps } from "../../page.ts";
import { initialFen, piecesOf } from "../rules/fen.ts";
import { canHavePassed, fieldsOf, whyNoBoard } from "../rules/setup.ts";
import { Coordinates } from "./coordinates.tsx";
import { imageOf } from "./material.ts";
import { type SquareName, squaresSeenBy } from "./squares.ts";
import { pieceInWords } from "./words.ts";
import "./editor.css";

/** A board on which any position can be set up, with its side to move, castling rights and en passant square. */
export function Editor({ text, isFlipped, onChange }: EditorProps) {
  const setup = readSetup(text);
  const [tool, setTool] = useState<SquareAction>("none");
  /** The piece that is dragged; `from` is null for a spare one from beside the board. */
  const [drag, setDrag] = useState<{ readonly letter: string; readonly from: SquareName | null } | null>(null);
  const ghost = useRef<HTMLSpanElement>(null);
  const rows = squaresSeenBy(isFlipped ? "black" : "white");
  const walk = useWalk<SquareName>(rows, "e4", arrowSteps, "square");
  const pieceOn = piecesOf(setup.board);
  const change = (next: Setup) => onChange(writeSetup(next));
  const put = (square: SquareName, letter: string | null) => change(withPiece(setup, square, letter));
  const letterOn = (square: SquareName): string | null => {
    const piece = pieceOn(square)?.piece;
    if (!piece) return null;
    const letter = piece[1] ?? "";
    return piece.startsWith("w") ? letter : letter.toLowerCase();
  };
  const press = (square: SquareName) => {
    if (tool !== "none") put(square, letterOn(square) === tool ? null : tool);
  };

  const follow = ({ clientX, clientY }: PointerEvent) => {
    if (ghost.current) ghost.current.style.translate = `${clientX}px ${clientY}px`;
  };
  const take = (event: PointerEvent, letter: string, from: SquareName | null) => {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    if (from !== null && tool !== "none") return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ letter, from });
    requestAnimationFrame(() => follow(event));
  };
  const drop = (event: PointerEvent) => {
    if (!drag) return;
    setDrag(null);
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const over = rows.flat().find((square) => target?.closest("[data-square]")?.getAttribute("data-square") === square);
    // Off the board, a piece is taken away.
    if ((over ?? null) === drag.from) return;
    const setupBefore = drag.from === null ? setup : withPiece(setup, drag.from, null);
    change(over === undefined ? setupBefore : withPiece(setupBefore, over, drag.letter));
  };

  const onKey = (key: string) => {
    const isLetter = /^[kqrbnp]$/i.test(key);
    const isHandled = isLetter || key === "Delete" || key === "Backspace";
    if (isHandled) put(walk.spot, isLetter ? key : null);
    return isHandled;
  };

  const passing = passableSquares(setup);
  /** A drag also ends when the system cancels it. */
  const dragging = { onPointerMove: follow, onPointerUp: drop, onLostPointerCapture: () => setDrag(null) };
  const spares = { tool, onTool: setTool, onTake: take, dragging };
  return (
    <div class="setup gap-4 grid">
      <div class="middle stack gap-2">
        <SparePieces color="black" {...spares} />
        <div class="setup-frame anchor">
          <SquareGrid
            class="setup-board rounded-s grid"
            aria-label="Position"
            aria-describedby="setup-keys"
            rows={rows}
            walk={walk}
            onPress={press}
            onKey={onKey}
            cell={(square) => {
              const letter = letterOn(square);
              return {
                class: drag?.from === square ? "lifted" : "",
                autofocus: square === walk.spot,
                "aria-label": `${square}, ${pieceInWords(pieceOn(square))}`,
                style: letter === null ? {} : { backgroundImage: imageOf(letter) },
                onPointerDown: (event) => letter !== null && take(event, letter, square),
                ...dragging,
              };
            }}
          />
          <span aria-hidden="true">
            <Coordinates isFlipped={isFlipped} />
          </span>
        </div>
        <SparePieces color="white" {...spares} />
      </div>
      <div class="setup-fields grid gap-3">
        <label class="grid">
          To move{" "}
          <select
            class="input"
            value={setup.turn}
            onChange={({ currentTarget }) =>
              change({ ...setup, turn: currentTarget.value === "b" ? "b" : "w", enPassant: "-" })
            }
          >
            <option value="w">White</option>
            <option value="b">Black</option>
          </select>
        </label>
        <label class="grid">
          En passant{" "}
          <select
            class="input"
            value={passing.includes(setup.enPassant) ? setup.enPassant : "-"}
            onChange={({ currentTarget }) => change({ ...setup, enPassant: currentTarget.value })}
          >
            {["-", ...passing].map((square) => (
              <option key={square} value={square}>
                {square === "-" ? "none" : square}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="grid">
          <legend class="quiet">Castling</legend>
          {castlingRights.map((right) => (
            <label key={right} class="line gap-1">
              <input
                type="checkbox"
                checked={setup.castling.includes(right)}
                onChange={({ currentTarget }) => change(withRight(setup, right, currentTarget.checked))}
              />
              {`${/[KQ]/.test(right) ? "White" : "Black"} ${/k/i.test(right) ? "O-O" : "O-O-O"}`}
            </label>
          ))}
        </fieldset>
        <div class="button-row">
          <button type="button" class="button plain small" onClick={() => onChange(initialFen)}>
            Starting position
          </button>
          <button type="button" class="button plain small" onClick={() => change(emptySetup)}>
            Clear the board
          </button>
        </div>
        <p id="setup-keys" class="quiet small">
          Drag pieces onto the board, or off it to remove them. Or choose a piece and click squares; a second click
          removes it. Keys: arrows, a letter for a piece (a capital for White), Delete.
        </p>
      </div>
      {drag && (
        <span class="setup-ghost" ref={ghost} aria-hidden="true" style={{ backgroundImage: imageOf(drag.letter) }} />
      )}
    </div>
  );
}

const withRight = (setup: Setup, right: Castling, on: boolean): Setup => ({
  ...setup,
  castling: castlingRights.filter((each) => (each === right ? on : setup.castling.includes(each))),
});

/** The effect of a click on a square: sets a piece, or removes the one there. */
type SquareAction = string | "none";
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
const SparePieces = ({ color, tool, onTool, onTake, dragging }: SpareProps) => (
  <div class="setup-spare grid gap-1">
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

/** A position while it is being edited; it need not be legal. */
export interface Setup {
  /** The piece placement, as in the first field of a FEN. */
  readonly board: string;
  readonly turn: "w" | "b";
  readonly castling: readonly Castling[];
  /** The square that a pawn has just passed, or `-`. */
  readonly enPassant: string;
}

export type Castling = "K" | "Q" | "k" | "q";
const castlingRights: readonly Castling[] = ["K", "Q", "k", "q"];

const emptySetup: Setup = { board: EMPTY_BOARD_FEN, turn: "w", castling: [], enPassant: "-" };

/** Reads a position from the fields that can be read; the others are as on an empty board. */
export function readSetup(text: string): Setup {
  const { board, turn, castling, enPassant } = fieldsOf(text);
  return {
    board: whyNoBoard(board) === null ? board : EMPTY_BOARD_FEN,
    turn: turn === "b" ? "b" : "w",
    castling: castlingRights.filter((right) => /^[KQkq]+$/.test(castling) && castling.includes(right)),
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : "-",
  };
}

/** As FEN, with the counters of a game that begins there. */
export const writeSetup = ({ board, turn, castling, enPassant }: Setup): string =>
  `${board} ${turn} ${castling.join("") || "-"} ${enPassant} 0 1`;

/**
 * The position with a piece on a square, or an empty square for null. Drops an en passant square that has become
 * impossible.
 */
export function withPiece(setup: Setup, name: SquareName, letter: string | null): Setup {
  const board = parseBoardFen(setup.board).unwrap();
  const piece = parsePiece(letter ?? "");
  const square = parseSquare(name);
  if (piece) board.set(square, piece);
  else board.take(square);
  const next = { ...setup, board: makeBoardFen(board) };
  return passableSquares(next).includes(setup.enPassant) ? next : { ...next, enPassant: "-" };
}

/** The squares that a pawn of the side that is not to move can have passed with a double step. */
export function passableSquares({ board, turn }: Setup): readonly string[] {
  const position = { board: parseBoardFen(board).unwrap(), turn: turn === "w" ? "white" : "black" } as const;
  const first = turn === "w" ? 40 : 16;
  return Array.from({ length: 8 }, (_, file) => first + file)
    .filter((square) => canHavePassed(position, square))
    .map(makeSquare);
}
