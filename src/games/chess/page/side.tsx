import { roleToChar } from "chessops/util";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Claim, FormProps, PlayPart } from "../../page.ts";
import { positionKey, type Role } from "../rules/fen.ts";
import type { ChessView } from "../rules/rules.ts";
import { aheadBy, byValue, imageOf } from "./material.ts";
import { fenAfter, readTyped } from "./position.ts";
import type { Spot } from "./replay.ts";
import { isColor } from "./squares.ts";
import { inFigures } from "./words.ts";
import "./form.css";

/** The parts beside the board of a game page; the board in a chat has no room for them. */
export const side: Pick<PlayPart<ChessView, readonly Spot[]>, "Beside" | "Form" | "inFigures"> = {
  Beside: ({ course, ply, seat }) => {
    const spot = course[ply ?? course.length - 1];
    if (!spot || !isColor(seat)) return null;
    return <Captured captures={spot.captures[seat]} ahead={aheadBy(spot.fen, seat)} />;
  },
  Form,
  inFigures,
};

/** The pieces that a side has captured, in a row, with its advantage. */
function Captured(props: { readonly captures: readonly Role[]; readonly ahead: number }) {
  const words = props.captures.length === 0 ? "nothing captured" : `captured: ${byValue(props.captures).join(", ")}`;
  return (
    <span class="captured unbroken middle quiet text-xs figures gap-1 shrinks">
      <span class="visually-hidden">
        {words}
        {props.ahead > 0 && `, ahead by ${props.ahead} in material`}
      </span>
      <span class="captured-pieces clips shrinks" aria-hidden="true">
        {byValue(props.captures).map((role, index, all) => (
          <span
            key={`${role}${index}`}
            class="taken rigid"
            style={{ "--taken": imageOf(roleToChar(role)) }}
            data-first={role !== all[index - 1]}
          />
        ))}
      </span>
      {props.ahead > 0 && (
        <span class="captured-ahead rigid" aria-hidden="true">
          +{props.ahead}
        </span>
      )}
    </span>
  );
}

/** Typed moves, and claims that go with the next move. */
function Form(props: FormProps<readonly Spot[]>) {
  const { course, legal } = props;
  const claimable = useMemo(() => drawClaim(course, legal), [course, legal]);
  const live = course.at(-1);
  if (!live) return null;
  return (
    <>
      <MoveEntry {...props} fen={live.fen} />
      {claimable === "next" && <ClaimBox {...props} of="draw" label="Claim a draw with this move" />}
      {claimable === "now" && (
        <button
          type="button"
          class="button plain small"
          onClick={() =>
            props.confirm({
              title: "Claim a draw?",
              text: "The same position has occurred three times, or fifty moves have passed without a capture or a pawn move. The game ends as a draw.",
              action: "Claim draw",
              // The host first checks the position, and plays no move where the claim holds already.
              run: () => void props.onMove(legal[0] ?? "", "draw"),
            })
          }
        >
          Claim draw
        </button>
      )}
    </>
  );
}

/** A claim that goes with the next move, to be ticked. */
const ClaimBox = (props: Pick<FormProps<unknown>, "claim" | "onClaim"> & { of: Claim; label: string }) => (
  <label class="line pointable small">
    <input
      type="checkbox"
      class="tick"
      checked={props.claim === props.of}
      onChange={({ currentTarget }) => props.onClaim(currentTarget.checked ? props.of : null)}
    />
    {props.label}
  </label>
);

/** A move as text, in SAN or UCI, and the claim that the next move is mate. */
function MoveEntry(props: FormProps<unknown> & { readonly fen: string }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const say = (words: string | null) => {
    setWrong(words !== null);
    props.onWrong(words);
  };
  // The words were about another text or position.
  useEffect(() => (wrong ? say(null) : undefined), [text, props.fen]);

  const onSubmit = (event: Event) => {
    event.preventDefault();
    const input = text.trim();
    if (input === "") return;
    if (props.legal.length === 0) return say(props.waiting);
    const move = readTyped(props.fen, props.legal, input);
    if (move.kind === "illegal") return say(move.reason ?? `“${input}” is not a legal move here.`);
    say(null);
    setText("");
    if (move.kind === "incomplete") props.onIncomplete(move.code);
    else void props.onMove(move.code);
  };

  return (
    <form class="move-entry grid middle whole gap-2" onSubmit={onSubmit}>
      <input
        class="input shrinks"
        name="move"
        aria-label="Move, in algebraic notation"
        placeholder="Nf3"
        value={text}
        maxLength={40}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-invalid={wrong || undefined}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button plain icon-only" aria-label="Play the move" title="Play the move">
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h10M9 4l4 4-4 4" />
        </svg>
      </button>
      <details
        class="move-menu anchor"
        open={props.claim === "win"}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !event.currentTarget.open) return;
          event.currentTarget.open = false;
          event.currentTarget.querySelector("summary")?.focus();
          event.preventDefault();
        }}
      >
        <summary
          class="hoverable grid central rounded"
          aria-label="More about the next move"
          title="More about the next move"
        >
          <span aria-hidden="true">⋯</span>
        </summary>
        <div class="move-menu-body placed pad-2 rounded">
          <ClaimBox {...props} of="win" label="Claim checkmate" />
          <p class="quiet small">Claims that your next move is checkmate. If it is not, the move is not played.</p>
        </div>
      </details>
    </form>
  );
}

const halfMovesOf = (fen: string): number => Number(fen.split(" ")[4] ?? 0);

export type DrawClaim =
  /** The position itself is a draw by claim. */
  | "now"
  /** A move leads to a draw by claim. */
  | "next"
  | null;

/** Whether the side to move can claim a draw, as far as the page knows; the host decides. */
export function drawClaim(spots: readonly Spot[], legal: readonly string[]): DrawClaim {
  const live = spots.at(-1);
  if (!live || legal.length === 0) return null;
  const counts = new Map<string, number>();
  for (const key of spots.map(({ fen }) => positionKey(fen))) counts.set(key, (counts.get(key) ?? 0) + 1);
  if (halfMovesOf(live.fen) >= 100 || (counts.get(positionKey(live.fen)) ?? 0) >= 3) return "now";
  // Only a position that occurred twice can occur a third time, so usually there is nothing to check.
  const twice = [...counts.values()].some((count) => count >= 2);
  if (halfMovesOf(live.fen) < 99 && !twice) return null;
  const fens = legal.map((uci) => fenAfter(live.fen, uci) ?? "");
  return fens.some((fen) => halfMovesOf(fen) >= 100 || (counts.get(positionKey(fen)) ?? 0) >= 2) ? "next" : null;
}
