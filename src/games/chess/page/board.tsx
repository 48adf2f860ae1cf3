import { roleToChar } from "chessops/util";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../page.ts";
import { turnOf } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { fateOf, type Ground, type GroundView, openGround, type PreparedMove } from "./ground.ts";
import { KeyboardGrid } from "./keyboard-grid.tsx";
import { fenAfter, kingsSquare, type PromotionRole, promotionRoles } from "./position.ts";
import { type Color, endsOf, isColor, placeOf, type SquareName } from "./squares.ts";
import "./board.css";

/** A board to play on and to look at, by mouse, touch and keyboard. */
export function Board({ view, gameId, ply, look, ...props }: BoardProps<ChessView>) {
  const seat = props.active && isColor(props.seat) ? props.seat : null;
  const usual: GroundView = {
    ...look,
    fen: view.fen,
    orientation: props.near === "black" ? "black" : "white",
    lastMove: endsOf(props.lastMove ?? ""),
    check: view.check,
    seat,
    legal: seat ? props.legal : [],
    premoves: seat !== null && props.premoves,
    hint: props.hint,
    shapes: props.shapes ?? [],
  };
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Ground | null>(null);
  /** A move that is sent: the position in which it was played, and the one after it. */
  const [pending, setPending] = useState<Readonly<Record<"base" | "fen" | "uci", string>> | null>(null);
  const [premove, setPrepared] = useState<PreparedMove | null>(null);
  /** The position that chessground shows, and the one that it showed before. */
  const positions = useRef({ now: usual.fen, before: usual.fen });
  // Counts chessground's internal changes, to read its state again.
  const [, setBeat] = useState(0);

  const waiting = pending?.base === usual.fen ? pending : null;
  const display: GroundView = waiting
    ? { ...usual, fen: waiting.fen, lastMove: endsOf(waiting.uci), check: false, legal: [] }
    : usual;
  const { legal: playable, premoves } = usual;
  const fate = premove && fateOf(premove, { fen: display.fen, seat, legal: playable, premoves });
  const question = fate?.kind === "stays" && fate.move.promotion === "open" ? fate.move : null;

  const play = async (uci: string, premove = false) => {
    const fen = fenAfter(usual.fen, uci);
    if (fen !== null) setPending({ base: usual.fen, fen, uci });
    try {
      await props.onMove(uci, premove);
    } finally {
      setPending(null);
      setBeat((count) => count + 1);
    }
  };
  const ask = (from: SquareName, to: SquareName) => setPrepared({ base: usual.fen, from, to, promotion: "open" });
  const onMove = (from: SquareName, to: SquareName) => {
    if (!playable.includes(`${from}${to}q`)) return void play(from + (kingsSquare(usual.fen, from, to) ?? to));
    if (look.autoPromote) return void play(from + to + roleToChar("queen"));
    ask(from, to);
  };
  const premoveSet = (from: SquareName, to: SquareName) => {
    const promotes = ground.current?.pieceOn(from)?.role === "pawn" && /[18]$/.test(to);
    // Chessground says it a moment later, when the opponent's reply may already be shown.
    const base = turnOf(display.fen) === seat ? positions.current.before : display.fen;
    setPrepared({ base, from, to, promotion: !promotes ? "none" : look.autoPromote ? "queen" : "open" });
  };
  const premoveUnset = () => setPrepared((move) => (move && turnOf(move.base) === seat ? move : null));
  const choosePiece = (role: PromotionRole | null) => {
    if (!question) return;
    const isPremove = turnOf(question.base) !== seat;
    setPrepared(isPremove && role !== null ? { ...question, promotion: role } : null);
    if (isPremove && role === null) ground.current?.cancelPremove();
    else if (!isPremove && role !== null) void play(question.from + question.to + roleToChar(role));
  };

  const events = { onMove, premoveSet, premoveUnset, onChange: () => setBeat((count) => count + 1) };
  const latest = useRef(events);
  latest.current = events;

  useLayoutEffect(() => {
    if (!element.current) return;
    ground.current = openGround(element.current, usual, latest);
    return () => ground.current?.close();
  }, []);

  useLayoutEffect(() => {
    if (positions.current.now !== display.fen) positions.current = { now: display.fen, before: positions.current.now };
    // The pawn stands where it was put until its piece is chosen.
    if (question && question === premove && turnOf(question.base) === seat) return;
    ground.current?.show(display);
    if (!premoves || (fate?.kind === "stays" ? fate.move !== premove : fate)) ground.current?.cancelPremove();
    if (fate) setPrepared(fate.kind === "stays" ? fate.move : null);
    if (fate?.kind === "is-played") void play(fate.uci, true);
    setBeat((count) => count + 1);
  }, [JSON.stringify(display), premove, pending]);

  // Escape cancels a premove wherever the focus is; dialogs and menus handle the key first.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("dialog")) return;
      ground.current?.cancelPremove();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  // A typed move asks as one on the board does, and is forgotten with its position.
  useLayoutEffect(() => {
    if (props.incomplete === null) return;
    const [from, to] = endsOf(props.incomplete) ?? [];
    if (seat && from && to) ask(from, to);
    props.onCompleted();
  }, [props.incomplete]);

  const label = `Chess board, game ${gameId}`;
  return (
    <div class="board rounded-s clips anchor" data-orientation={display.orientation} data-seat={seat !== null}>
      <div class="board-ground" ref={element} aria-hidden="true" />
      <KeyboardGrid
        label={ply === null ? label : `${label}, ply ${ply}`}
        orientation={display.orientation}
        lastMove={display.lastMove}
        ground={ground.current}
        fen={display.fen}
        onChange={() => setBeat((count) => count + 1)}
      />
      {question && <PromotionChooser square={question.to} orientation={display.orientation} onChoose={choosePiece} />}
    </div>
  );
}

interface PromotionChooserProps {
  /** The square of the promotion. */
  readonly square: SquareName;
  readonly orientation: Color;
  /** Null cancels the move. */
  readonly onChoose: (role: PromotionRole | null) => void;
}

/** Asks for the promotion piece, over the file of the promotion. */
function PromotionChooser({ square, orientation, onChoose }: PromotionChooserProps) {
  const list = useRef<HTMLDivElement>(null);
  const { column, row } = placeOf(square, orientation);
  const roles = row === 0 ? promotionRoles : promotionRoles.toReversed();

  // A layout effect, so that the chooser gets a key that is typed right after the move.
  useLayoutEffect(() => {
    const before = document.activeElement;
    list.current?.querySelector<HTMLElement>('[data-role="queen"]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const index = buttons.findIndex((button) => button.matches(":focus"));
    const role = promotionRoles.find((role) => roleToChar(role) === event.key.toLowerCase());
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : steps[event.key];
    if (event.key === "Escape") onChoose(null);
    else if (role) onChoose(role);
    else if (step !== undefined) buttons[(index + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        type="button"
        class="promotion-away fills"
        tabIndex={-1}
        aria-label="Take the move back"
        onClick={() => onChoose(null)}
      />
      <div
        class="promotion placed clips column rounded"
        role="dialog"
        aria-modal="true"
        aria-label="Promote the pawn to"
        ref={list}
        style={{ "--column": column }}
        data-edge={row === 0 ? "top" : "bottom"}
        onKeyDown={onKeyDown}
      >
        {roles.map((role) => (
          <button
            type="button"
            key={role}
            data-role={role}
            aria-label={role}
            title={role}
            onClick={() => onChoose(role)}
          >
            <span class={`piece whole tall ${square.endsWith("8") ? "white" : "black"} ${role}`} aria-hidden="true" />
          </button>
        ))}
      </div>
    </>
  );
}
