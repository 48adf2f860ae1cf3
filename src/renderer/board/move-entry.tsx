import { useState } from "preact/hooks";
import { readTyped } from "./position.ts";
import type { SquareName } from "./squares.ts";

export interface MoveEntryProps {
  readonly fen: string;
  /** Empty when the person is not to move. */
  readonly legal: readonly string[];
  /** Why there is nothing to play, said to who tries. */
  readonly waiting: string;
  /** Of the element of the box to tick, where somebody looks for it by name. */
  readonly claimId: string;
  readonly claim: boolean;
  readonly onClaim: (claim: boolean) => void;
  readonly onMove: (uci: string) => Promise<void>;
  readonly onPromotion: (promotion: { readonly from: SquareName; readonly to: SquareName }) => void;
}

/** A move as text, in SAN or UCI, and the claim that the next move is mate. */
export function MoveEntry({ fen, legal, waiting, claimId, claim, onClaim, onMove, onPromotion }: MoveEntryProps) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);

  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    if (legal.length === 0) return setWrong(waiting);
    const read = readTyped(fen, legal, text);
    setWrong(read.kind === "illegal" ? `“${text.trim()}” is not a legal move here.` : null);
    if (read.kind === "illegal") return;
    setText("");
    if (read.kind === "promotion") onPromotion(read);
    else void onMove(read.uci);
  };

  return (
    <form class="move-entry" onSubmit={onSubmit}>
      <label class="move-entry-field">
        <span>Move</span>
        <input
          class="input"
          name="move"
          value={text}
          maxLength={12}
          placeholder="Nf3 or g1f3"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={wrong !== null}
          aria-describedby="move-entry-wrong"
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setWrong(null);
          }}
        />
      </label>
      <button type="submit" class="button plain medium">
        Play
      </button>
      <label class="move-entry-claim">
        <input
          type="checkbox"
          id={claimId}
          checked={claim}
          onChange={({ currentTarget }) => onClaim(currentTarget.checked)}
        />
        Claim Checkmate
      </label>
      <p id="move-entry-wrong" class="move-entry-wrong" role="alert">
        {wrong}
      </p>
    </form>
  );
}
