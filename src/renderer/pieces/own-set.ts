import { pieceLetters, pieceSvg } from "../../shared/pieces.ts";

/** Makes the pieces that Kibitz draws itself known to the styles, as `--piece-wK` to `--piece-bP`; cburnett.css has the other set. */
export function installOwnPieces(): void {
  const images = (["w", "b"] as const).flatMap((side) =>
    pieceLetters.map(
      (letter) =>
        `--piece-${side}${letter}:url("data:image/svg+xml,${encodeURIComponent(pieceSvg(side, letter)).replaceAll("'", "%27")}")`,
    ),
  );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[data-pieces="kibitz"]{${images.join(";")}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
