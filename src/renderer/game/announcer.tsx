import type { GameDetail } from "../../shared/api.ts";
import { seatTitle } from "../../shared/game-terms.ts";
import { moveInWords } from "../board/words.ts";
import { type GameModel, ownSeat } from "./game-model.ts";

/** Says what happens in words, to those who do not see the board. */
export function Announcer({ model, game }: { model: GameModel; game: GameDetail }) {
  const viewed = model.viewed.value;
  const words = viewed === null ? news(game) : place(game, viewed);
  return (
    <p class="visually-hidden" role="status" aria-live="polite" data-part="announcer">
      {words.length > 0 && `${words.join(". ")}.`}
    </p>
  );
}

/** The last move, and what it asks of the person. */
function news(game: GameDetail): readonly string[] {
  const seat = ownSeat(game);
  const last = game.history.at(-1);
  const move = last ? [moveInWords(last.by, last.san)] : [];
  if (game.result) return [...move, game.result.text];
  if (game.draw_offer !== null && game.draw_offer !== seat)
    return [...move, `${seatTitle(game.draw_offer)} offers a draw`];
  if (game.takeback_offer !== null && game.takeback_offer !== seat)
    return [...move, `${seatTitle(game.takeback_offer)} asks to take a move back`];
  return seat !== null && game.turn === seat && game.status === "live" ? [...move, "Your turn"] : move;
}

/** Where somebody is who walks through the game. */
function place(game: GameDetail, ply: number): readonly string[] {
  const move = game.history[ply - 1];
  return [move ? moveInWords(move.by, move.san) : "The start", `${ply} of ${game.history.length}`];
}
