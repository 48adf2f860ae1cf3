import { type PieceLetter, type PieceSide, pieceLetters, pieceSvg } from "../../shared/pieces.ts";
import type { Role } from "./position.ts";

const roles: Record<PieceLetter, Role> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
const sides: readonly (readonly [PieceSide, string])[] = [
  ["w", "white"],
  ["b", "black"],
];

/** Our drawings as the pictures of `piece.white.king` and so on. */
function pieceRules(): string {
  return sides
    .flatMap(([side, color]) =>
      pieceLetters.map((letter) => {
        const picture = `data:image/svg+xml,${encodeURIComponent(pieceSvg(side, letter))}`;
        return `:root:not([data-pieces="cburnett"]) piece.${color}.${roles[letter]}{background-image:url("${picture}")}`;
      }),
    )
    .join("\n");
}

let sheet: CSSStyleSheet | null = null;

/** Gives the page our drawings of the pieces, once. A sheet of the script's own needs no leave from the page's policy. */
export function adoptPieceStyles(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(pieceRules());
  document.adoptedStyleSheets.push(sheet);
}
