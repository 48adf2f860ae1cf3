import { roleToChar } from "chessops/util";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../page.ts";
import type { ChessView } from "../rules/rules.ts";
import "./board.css";
import { type Ground, type GroundView, openGround } from "./ground.ts";
import { KeyboardGrid } from "./keyboard-grid.tsx";
import { after, kingsSquare, type PromotionRole } from "./position.ts";
import { PromotionChooser } from "./promotion-chooser.tsx";
import { endsOf, isColor, type SquareName } from "./squares.ts";
import * as strings from "./strings.ts";

interface Pending {
  /** The position in which it was played; in another position the game has moved on. */
  readonly base: string;
  readonly fen: string;
  readonly uci: string;
}

interface Promotion {
  readonly from: SquareName;
  readonly to: SquareName;
  readonly premove: boolean;
}

/** A board to play on and to look at, by mouse, touch and keyboard. */
export function Board({ view, gameId, ply, look, ...props }: BoardProps<ChessView>) {
  const seat = props.active && isColor(props.seat) ? props.seat : null;
  const given: GroundView = {
    ...look,
    fen: view.fen,
    orientation: props.near === "black" ? "black" : "white",
    lastMove: endsOf(props.lastMove ?? ""),
    check: view.check,
    seat,
    legal: seat ? props.legal : [],
    premoves: seat !== null && props.premoves,
    hint: props.hint,
  };
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Ground | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const [asked, setAsked] = useState<Promotion | null>(null);
  // Counts chessground's internal changes, to read its state again.
  const [, setBeat] = useState(0);
  const premoveRole = useRef<PromotionRole>("queen");
  /** The position of the move under way when the board was last drawn. */
  const leaving = useRef<string | null>(null);

  const waiting = pending?.base === given.fen ? pending : null;
  const shown: GroundView = waiting
    ? { ...given, fen: waiting.fen, lastMove: endsOf(waiting.uci), check: false, legal: [] }
    : given;
  const [from, to] = (seat && endsOf(props.incomplete ?? "")) ?? [];
  const promotion = asked ?? (from && to ? { from, to, premove: false } : null);

  const play = async (uci: string, premove = false) => {
    const fen = after(given.fen, uci);
    if (fen !== null) setPending({ base: given.fen, fen, uci });
    try {
      await props.onMove(uci, premove);
    } finally {
      setPending(null);
      setBeat((count) => count + 1);
    }
  };
  const moved = (from: SquareName, to: SquareName, premove: boolean) => {
    if (!given.legal.includes(`${from}${to}q`))
      return void play(from + (kingsSquare(given.fen, from, to) ?? to), premove);
    if (premove) return void play(from + to + roleToChar(premoveRole.current), premove);
    if (look.autoPromote) return void play(from + to + roleToChar("queen"));
    setAsked({ from, to, premove: false });
  };
  const premoveSet = (from: SquareName, to: SquareName) => {
    premoveRole.current = "queen";
    const pawn = ground.current?.pieceOn(from)?.role === "pawn";
    if (pawn && /[18]$/.test(to) && !look.autoPromote) setAsked({ from, to, premove: true });
    setBeat((count) => count + 1);
  };
  const chosen = (role: PromotionRole | null) => {
    setAsked(null);
    props.onCompleted();
    if (promotion === null) return;
    if (promotion.premove) {
      if (role === null) ground.current?.cancelPremove();
      else premoveRole.current = role;
    } else if (role !== null) void play(promotion.from + promotion.to + roleToChar(role));
    setBeat((count) => count + 1);
  };

  const latest = useRef({ moved, premoveSet });
  latest.current = { moved, premoveSet };

  useLayoutEffect(() => {
    if (!element.current) return;
    ground.current = openGround(element.current, given, {
      moved: (from, to, premove) => latest.current.moved(from, to, premove),
      premoveSet: (from, to) => latest.current.premoveSet(from, to),
      changed: () => setBeat((count) => count + 1),
    });
    return () => ground.current?.close();
  }, []);

  const { fen, orientation, check, premoves, coordinates, animation, legalDots, hint } = shown;
  const squares = shown.lastMove?.join("") ?? "";
  const legal = shown.legal.join(" ");
  useLayoutEffect(() => {
    if (asked && !asked.premove) return;
    ground.current?.show(shown);
    // A failed move leaves the position unchanged: its premove is not played in its place.
    const failed = waiting === null && leaving.current === fen;
    leaving.current = waiting?.base ?? null;
    if (premoves && legal !== "") setAsked(null);
    if (!premoves || failed) ground.current?.cancelPremove();
    else if (legal !== "") ground.current?.playPremove();
    setBeat((count) => count + 1);
  }, [
    fen,
    orientation,
    check,
    seat,
    premoves,
    coordinates,
    animation,
    legalDots,
    hint,
    squares,
    legal,
    asked,
    pending,
  ]);

  // Escape cancels a premove wherever the focus is; dialogs and menus handle the key first.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const waits = ground.current?.premove() !== null;
      if (event.key !== "Escape" || event.defaultPrevented || !waits) return;
      if (event.target instanceof Element && event.target.closest("dialog")) return;
      ground.current?.cancelPremove();
      setAsked(null);
      setBeat((count) => count + 1);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  // A position from elsewhere leaves no choice open.
  useLayoutEffect(() => setAsked((promotion) => (promotion?.premove ? promotion : null)), [given.fen]);

  const label = strings.chessBoard(gameId);
  return (
    <div class="board" data-orientation={orientation} data-seat={seat !== null}>
      <div class="board-ground" ref={element} aria-hidden="true" />
      <KeyboardGrid
        label={ply === null ? label : strings.atPly(label, ply)}
        orientation={orientation}
        lastMove={shown.lastMove}
        ground={ground.current}
        fen={shown.fen}
        onChange={() => setBeat((count) => count + 1)}
      />
      {promotion && (
        <PromotionChooser color={seat ?? "white"} square={promotion.to} orientation={orientation} onChoose={chosen} />
      )}
    </div>
  );
}
