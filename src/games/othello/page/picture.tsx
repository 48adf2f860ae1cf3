import type { PictureProps } from "../../page.ts";
import type { OthelloView } from "../rules.ts";
import "./picture.css";

const disc = (square: number): string =>
  `M${(square % 8) * 12 + 2} ${(square >> 3) * 12 + 6}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`;

/** The discs as two paths: a page shows hundreds of these. */
export function Picture({ view: { squares }, lastMove }: PictureProps<OthelloView>) {
  const pathOf = (sign: string) => Array.from(squares, (each, square) => (each === sign ? disc(square) : "")).join("");
  const [, column = "", row = ""] = /^([a-h])([1-8])$/.exec(lastMove ?? "") ?? [];
  const last = "abcdefgh".indexOf(column || "-") + 8 * (Number(row) - 1);
  return (
    <svg class="mini othello" viewBox="0 0 96 96" aria-hidden="true">
      <path
        class="lines"
        d="M12 0v96M24 0v96M36 0v96M48 0v96M60 0v96M72 0v96M84 0v96M0 12h96M0 24h96M0 36h96M0 48h96M0 60h96M0 72h96M0 84h96"
      />
      <path class="black" d={pathOf("B")} />
      <path class="white" d={pathOf("W")} />
      {last >= 0 && <path class="moved" d={disc(last)} />}
    </svg>
  );
}
