import type { PlayPart } from "../../games/page.ts";
import { moveNumber, textShown } from "../game/game-words.ts";
import "./lines.css";

export interface LineOfMovesProps {
  readonly play: PlayPart;
  /** Plies before its first move, as the scoresheet counts them. */
  readonly before: number;
  readonly moves: readonly { readonly code: string; readonly text: string }[];
  /** The number of its moves on the board. */
  readonly count?: number;
  /** Shows the line up to a move. */
  onPlay(count: number): void;
}

/** The moves of a line; a click on one shows the line up to it. */
export const LineOfMoves = ({ play, before, moves, count = 0, onPlay }: LineOfMovesProps) => (
  <span class="line-of-moves figures">
    {moves.map(({ code, text }, index) => {
      const number = moveNumber(index + 1, before);
      return (
        <button
          type="button"
          class="bare hoverable pointable inward rounded-s"
          key={`${before + index} ${code}`}
          aria-current={index + 1 === count ? "step" : undefined}
          aria-label={`${number} ${play.moveInWords(text)}`}
          onClick={() => onPlay(index + 1)}
        >
          {(index === 0 || number.endsWith(".")) && <span class="line-number quiet">{number}</span>}
          {textShown(play, text)}
        </button>
      );
    })}
  </span>
);
