import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { amount } from "../../../shared/text.ts";
import { SquareGrid } from "../../grid/page/squares.tsx";
import { keySteps, useWalk } from "../../grid/page/walk.ts";
import { piecesOf } from "../rules/fen.ts";
import type { Ground, GroundView } from "./ground.ts";
import { type SquareName, squaresSeenBy } from "./squares.ts";
import { pieceInWords } from "./words.ts";

export interface KeyboardGridProps extends Pick<GroundView, "fen" | "orientation" | "lastMove"> {
  readonly label: string;
  /** Null until it is drawn. */
  readonly ground: Ground | null;
  readonly onChange: () => void;
}

/**
 * The board for keyboards and screen readers: a grid of 64 cells over the drawing, one of which is in the tab order. It
 * selects and moves pieces as the mouse does, by the same functions.
 */
export function KeyboardGrid({ label, fen, orientation, lastMove, ground, onChange }: KeyboardGridProps) {
  const rows = squaresSeenBy(orientation);
  const walk = useWalk<SquareName>(rows, orientation === "white" ? "e2" : "e7", keySteps, "square");
  const { grid } = walk;
  const keysId = useId();

  // Chessground consumes presses, so the focus would stay here: who continues by mouse should see no focus ring.
  useEffect(() => {
    const board = grid.current?.parentElement;
    const leave = () => grid.current?.querySelector<HTMLElement>(":focus")?.blur();
    board?.addEventListener("pointerdown", leave);
    return () => board?.removeEventListener("pointerdown", leave);
  }, []);

  // A flipped board has its squares elsewhere: the focus follows its square.
  const hasFocus = grid.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hasFocus) walk.focus(walk.spot);
  }, [orientation]);

  /** The result of the last key, for screen readers. */
  const [message, setSaid] = useState("");

  const choice = ground?.selection() ?? null;
  const targets = new Set(ground?.targets());
  const premove = ground?.premove() ?? null;
  const waiting = premove && `premove ${premove.join(" to ")}`;
  const pieceOn = piecesOf(fen);

  // A premove is visible on the board only, so setting and cancelling it are announced.
  const lastPremove = useRef<SquareName | null>(null);
  useEffect(() => {
    if (waiting !== null) setSaid(waiting);
    // The page announces a premove that is played.
    else if (lastPremove.current !== null) setSaid(ground?.pieceOn(lastPremove.current) ? "no premove" : "");
    lastPremove.current = premove?.[0] ?? null;
  }, [waiting]);

  const press = (square: SquareName) => {
    if (!ground) return;
    ground.select(choice === square ? null : square);
    const selection = ground.selection();
    if (selection !== null && selection !== choice)
      setSaid(`${pieceInWords(pieceOn(square))} on ${square} picked up, ${amount(ground.targets().length, "move")}`);
    else if (choice === square) setSaid("put down");
    else if (choice === null) setSaid(`nothing to pick up on ${square}`);
    else if (!targets.has(square)) setSaid(`no legal move to ${square}`);
    else setSaid("");
    onChange();
  };
  const onKey = (key: string) => {
    if (key !== "Escape" || (choice === null && premove === null)) return false;
    if (choice === null) ground?.cancelPremove();
    else setSaid("put down");
    ground?.select(null);
    onChange();
    return true;
  };

  const labelOf = (square: SquareName): string => {
    const words = [square, pieceInWords(pieceOn(square))];
    if (square === choice) words.push("selected");
    if (targets.has(square)) words.push("can move here");
    if (premove?.includes(square)) words.push("premove");
    if (lastMove?.includes(square)) words.push("last move");
    return words.join(", ");
  };

  return (
    <>
      <SquareGrid
        class="board-grid fills grid"
        aria-label={label}
        aria-describedby={keysId}
        rows={rows}
        walk={walk}
        onPress={press}
        onKey={onKey}
        cell={(square) => ({ "aria-label": labelOf(square), "aria-selected": square === choice || undefined })}
      />
      <p id={keysId} hidden>
        Arrow keys move around the board. Enter picks a piece up and puts it down, Escape lets it go.
      </p>
      <p class="visually-hidden" role="status">
        {message}
      </p>
    </>
  );
}
