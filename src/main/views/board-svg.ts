import type { Seat, View } from "../../shared/games.ts";
import { missingCase } from "../../shared/result.ts";
import { chessPicture } from "./pictures/chess.ts";
import { oddEvenPicture } from "./pictures/odd-even.ts";
import { pictureSize, xmlText } from "./pictures/svg.ts";
import { ticTacToePicture } from "./pictures/tic-tac-toe.ts";

export interface BoardSvgOptions {
  /** Whose side is at the bottom; only chess has one. */
  readonly orientation: Seat;
  /** The move to mark, in UCI or as a cell; what is not on the board is not marked. */
  readonly lastMove: string | null;
  /** What the picture is called for those who cannot see it. Any text: it may hold what players typed. */
  readonly title: string;
}

/**
 * The position as a standalone SVG document. It shows what the view shows, asks for nothing from elsewhere and runs
 * nothing, so that it may be opened, embedded or sent on as it is.
 */
export function boardSvg(view: View, { orientation, lastMove, title }: BoardSvgOptions): string {
  const root = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureSize} ${pictureSize}" width="480" height="480"`;
  const picture = pictureOf(view, orientation, lastMove);
  return `<svg ${root} role="img"><title>${xmlText(title)}</title>${picture}</svg>\n`;
}

function pictureOf(view: View, orientation: Seat, lastMove: string | null): string {
  switch (view.kind) {
    case "chess":
      return chessPicture({ fen: view.fen, check: view.check, flipped: orientation === "black", lastMove });
    case "tic-tac-toe":
      return ticTacToePicture(view.cells, lastMove);
    case "odd-even":
      return oddEvenPicture(view);
    default:
      return missingCase(view);
  }
}
