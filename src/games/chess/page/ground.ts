import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Config } from "@lichess-org/chessground/config";
import { roleToChar } from "chessops/util";
import type { BoardLook } from "../../page.ts";
import { allMoves, uciOf } from "../rules/board.ts";
import { turnOf } from "../rules/fen.ts";
import { fenAfter, kingsSquare, legalDestinations, openPosition, type PromotionRole } from "./position.ts";
import { type Color, endsOf, isSquare, type SquareName } from "./squares.ts";

/** The state that chessground shows, in Kibitz's terms. */
export interface GroundView extends Omit<BoardLook, "autoPromote"> {
  readonly fen: string;
  readonly orientation: Color;
  readonly lastMove: readonly [SquareName, SquareName] | null;
  readonly check: boolean;
  /** The seat whose pieces may be picked up. */
  readonly seat: Color | null;
  /** In UCI. */
  readonly legal: readonly string[];
  readonly premoves: boolean;
  /** A move to show as an arrow, in UCI. */
  readonly hint: string | null;
  /** Circles and arrows, such as `e4` and `g1f3`. */
  readonly shapes: readonly string[];
}

export interface GroundEvents {
  /** Called for a move made on the board. */
  readonly onMove: (from: SquareName, to: SquareName) => void;
  readonly premoveSet: (from: SquareName, to: SquareName) => void;
  readonly premoveUnset: () => void;
  /** Called when the piece that is picked up may have changed. */
  readonly onChange: () => void;
}

export type Ground = ReturnType<typeof openGround>;

/** Starts chessground in an element, whose content belongs to it from then on. It calls the current one of `events`. */
export function openGround(element: HTMLElement, view: GroundView, events: { readonly current: GroundEvents }) {
  const squares = (from: string, to: string, then: (from: SquareName, to: SquareName) => void) => {
    if (isSquare(from) && isSquare(to)) then(from, to);
  };
  const onChange = () => events.current.onChange();
  const api: Api = Chessground(element, {
    ...configOf(view),
    disableContextMenu: true,
    // Marks the square under a dragged piece, also where a finger drags it.
    jsHover: true,
    events: { select: onChange, change: onChange },
  });
  api.set({
    movable: { events: { after: (from, to) => squares(from, to, events.current.onMove) } },
    premovable: {
      events: {
        set: (from, to) => squares(from, to, events.current.premoveSet),
        unset: () => events.current.premoveUnset(),
      },
    },
  });
  // Coordinates are part of the frame that chessground draws once, and again on request.
  let coordinates = view.coordinates;
  const squareNames = (keys: readonly string[] | undefined): readonly SquareName[] => (keys ?? []).filter(isSquare);

  return {
    show: (next: GroundView): void => {
      const { fen, ...rest } = configOf(next);
      // Setting a position clears the arrows that the person drew, so only a different one is set.
      const differs = fen !== undefined && fen.split(" ")[0] !== api.getFen();
      api.set(differs ? { fen, ...rest } : rest);
      if (next.coordinates !== coordinates) api.redrawAll();
      coordinates = next.coordinates;
      const hint = arrowOf(next.hint ?? "").map((shape) => ({
        ...shape,
        brush: "paleBlue",
        modifiers: { lineWidth: 8 },
      }));
      const shapes = next.shapes.flatMap((shape) => (isSquare(shape) ? [{ orig: shape }] : arrowOf(shape)));
      api.setAutoShapes([...shapes.map((shape) => ({ ...shape, brush: "green" })), ...hint]);
    },
    cancelPremove: () => api.cancelPremove(),
    premove: (): readonly [SquareName, SquareName] | null => {
      const [from, to] = squareNames(api.state.premovable.current);
      return from && to ? [from, to] : null;
    },
    /** Selects a square as a click does; null deselects. */
    select: (square: SquareName | null) => api.selectSquare(square, true),
    selection: () => squareNames(api.state.selected ? [api.state.selected] : [])[0] ?? null,
    pieceOn: (square: SquareName) => api.state.pieces.get(square),
    /** The squares to which the selected piece may move. */
    targets: (): readonly SquareName[] => {
      const { selected, movable, premovable } = api.state;
      if (!selected) return [];
      return squareNames(movable.dests?.get(selected) ?? premovable.dests);
    },
    close: () => api.destroy(),
  };
}

function arrowOf(move: string) {
  const [orig, dest] = endsOf(move) ?? [];
  return orig && dest ? [{ orig, dest }] : [];
}

function configOf(view: GroundView): Config {
  const turn = turnOf(view.fen);
  return {
    fen: view.fen,
    orientation: view.orientation,
    turnColor: turn,
    check: view.check ? turn : false,
    lastMove: [...(view.lastMove ?? [])],
    coordinates: view.coordinates,
    ranksPosition: "left",
    animation: {
      enabled: view.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches,
      duration: 160,
    },
    movable: {
      free: false,
      color: view.seat ?? "white",
      dests: view.legal.length === 0 ? new Map() : legalDestinations(view.fen),
      showDests: view.legalDots,
      rookCastle: true,
    },
    premovable: { enabled: view.premoves, showDests: view.legalDots },
    // A spectator cannot select a piece.
    draggable: { enabled: view.seat !== null, showGhost: true },
    selectable: { enabled: view.seat !== null },
    drawable: { enabled: view.arrows, visible: view.arrows },
  };
}

/** A move that the person made and the board has not played: a premove, or one that lacks the piece of its promotion. */
export interface PreparedMove {
  /** The position for which it was made, as FEN. */
  readonly base: string;
  readonly from: SquareName;
  readonly to: SquareName;
  /** `open` until the person has chosen the piece. */
  readonly promotion: PromotionRole | "open" | "none";
}

/** A board, as far as a prepared move depends on it: no seat in a past position, or while a seat is open. */
export type BoardNow = Pick<GroundView, "fen" | "seat" | "legal" | "premoves">;
type Fate =
  | { readonly kind: "stays"; readonly move: PreparedMove }
  | { readonly kind: "is-played"; readonly uci: string }
  | { readonly kind: "goes" };

/**
 * Decides what becomes of a prepared move. It stays as long as its position does. After a legal move of the opponent's a
 * premove is played; one whose piece is still open becomes a question about a move of the new position. Everywhere else,
 * such as after a takeback, it goes.
 */
export function fateOf(move: PreparedMove, { fen, seat, legal, premoves }: BoardNow): Fate {
  const isPremove = turnOf(move.base) !== seat;
  if (seat === null || (isPremove && !premoves)) return { kind: "goes" };
  if (fen === move.base) return { kind: "stays", move };
  if (!isPremove || !canFollow(move.base, fen)) return { kind: "goes" };
  const uci = move.from + (kingsSquare(fen, move.from, move.to) ?? move.to);
  if (legal.includes(uci)) return { kind: "is-played", uci };
  if (!legal.includes(`${uci}q`) || move.promotion === "none") return { kind: "goes" };
  if (move.promotion === "open") return { kind: "stays", move: { ...move, base: fen } };
  return { kind: "is-played", uci: uci + roleToChar(move.promotion) };
}

/** Whether a position is the next one after another. */
function canFollow(before: string, fen: string): boolean {
  const position = openPosition(before);
  return position !== null && allMoves(position).some((move) => fenAfter(before, uciOf(move)) === fen);
}
